// SPDX-License-Identifier: Apache-2.0
// Unpacking of gzip through zlib: piece by piece, so that memory follows what is there and not what is
// claimed.
#include "gunzip.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

#include "byte_cursor.hpp"

#ifdef WELLFORMED_ZLIB
#include <zlib.h>
#endif

namespace wellformed::data {

#ifdef WELLFORMED_ZLIB

namespace {

constexpr std::size_t gzip_piece = std::size_t{1} << 18;
constexpr int gzip_only = 15 + 16;  // window of 32 KB; header and checksum of gzip

struct inflation {
  z_stream stream{};
  inflation() {
    if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~inflation() { inflateEnd(&stream); }
};

/// Moves the next bytes in; zlib counts in 32 bits.
void feed(z_stream& stream, std::string_view packed, std::size_t& fed) {
  if (stream.avail_in != 0) return;
  auto const count = std::min(packed.size() - fed, std::size_t{1} << 30);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + fed));
  stream.avail_in = static_cast<uInt>(count);
  fed += count;
}

[[noreturn]] void beyond_budget(char const* name, std::size_t budget) {
  (message(834) << name << ": unpacks to more than the memory budget of " << budget
                << " bytes; raise memory_budget of the options")
      .raise();
}

}  // namespace

std::string gunzip(char const* name, std::string_view packed, std::size_t budget, promised_size promised) {
  budget = std::min(budget, static_cast<std::size_t>(PTRDIFF_MAX));
  inflation state;
  auto& stream = state.stream;
  std::string out;
  std::size_t fed = 0;
  for (;;) {
    feed(stream, packed, fed);
    auto const have = out.size();
    auto const wanted = promised(out);
    if (wanted != SIZE_MAX && have > wanted) return out;
    auto const cap = std::min(wanted == SIZE_MAX ? wanted : wanted + 1, budget + 1);
    out.resize(std::min(have + gzip_piece, cap));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + have);
    stream.avail_out = static_cast<uInt>(out.size() - have);
    int const status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    if (out.size() > budget) beyond_budget(name, budget);
    auto const at = fed - stream.avail_in;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      if (at == packed.size()) return out;
      if (inflateReset(&stream) != Z_OK) malformed(name, at, "gzip: cannot begin the next member");
    } else if (status != Z_OK && !(status == Z_BUF_ERROR && at < packed.size())) {
      malformed(name, at,
                std::string("gzip: ") + (status == Z_BUF_ERROR   ? "the file is cut"
                                         : stream.msg != nullptr ? stream.msg
                                                                 : "damaged"));
    }
  }
}

#else

std::string gunzip(char const* name, std::string_view, std::size_t, promised_size) {
  (message(844) << name
                << ": is packed by gzip, and this build of Wellformed has no zlib; install zlib (zlib1g-dev) "
                   "and configure again, or unpack the file")
      .raise();
}

#endif

}  // namespace wellformed::data
