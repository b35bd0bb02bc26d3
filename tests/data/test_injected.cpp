// SPDX-License-Identifier: Apache-2.0
// Failures injected into loading: every n-th allocation, short reads, EINTR, EIO, a file that becomes
// shorter.
#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>

#include <wellformed/data/csv.hpp>
#include <wellformed/data/idx.hpp>
#include <wellformed/data/npy.hpp>

namespace {

bool counts = false;  ///< allocations of this thread are counted, and one fails
long left = 0;        ///< until one fails
long alive = 0;
enum class reads { whole, one_byte, interrupted, broken, ended } mode = reads::whole;
int calls = 0;

bool fails() { return counts && left-- == 0; }

}  // namespace

void* operator new(std::size_t size) {
  if (fails()) throw std::bad_alloc();
  auto* const got = std::malloc(size == 0 ? 1 : size);
  if (got == nullptr) throw std::bad_alloc();
  if (counts) ++alive;
  return got;
}
void operator delete(void* at) noexcept {
  if (counts && at != nullptr) --alive;
  std::free(at);
}
void operator delete(void* at, std::size_t) noexcept { operator delete(at); }

/// Stands before the one of the C library.
extern "C" ssize_t read(int from, void* into, std::size_t count) {
  ++calls;
  if (mode == reads::one_byte) count = count < 1 ? count : 1;
  if (mode == reads::interrupted && calls % 2 == 1) {
    errno = EINTR;
    return -1;
  }
  if (mode == reads::broken) {
    errno = EIO;
    return -1;
  }
  if (mode == reads::ended && calls > 1) return 0;
  if (mode == reads::ended) count /= 2;
  return ::syscall(SYS_read, from, into, count);
}

namespace {

namespace wf = wellformed;
struct colour : wf::label_set<3> {
  static constexpr char const* names[3] = {"red", "green", "blue"};
};
using points = wf::data::columns<wf::features<2>, wf::class_index<colour>>;
using named = wf::data::columns<wf::features<2>, wf::named_class<colour>>;
using images = wf::data::columns<wf::pixels<4>, wf::class_index<colour>>;
std::string const seeds = WELLFORMED_SOURCE "/tests/fuzz/corpus/";

struct loading {
  char const* name;
  wf::index_t (*rows)();  ///< throws what the reader reports
};
loading const all[] = {
    {"csv", [] { return wf::data::read_csv<named>(seeds + "csv/plain.csv").value().rows(); }},
    {"idx",
     [] { return wf::data::read_idx<images>({seeds + "idx/images", seeds + "idx/labels"}).value().rows(); }},
    {"idx.gz",
     [] {
       return wf::data::read_idx<images>({seeds + "idx/images.gz", seeds + "idx/labels.gz"}).value().rows();
     }},
    {"npy",
     [] {
       return wf::data::read_npy<points>({seeds + "npy/floats.npy", seeds + "npy/ids.npy"}).value().rows();
     }},
    {"npz", [] { return wf::data::read_npz<points>(seeds + "npz/packed.npz", {"x", "y"}).value().rows(); }},
};

std::string error_of(loading const& what) {
  try {
    what.rows();
    return "";
  } catch (wf::error const& why) {
    return why.what();
  }
}

bool is_built_without(loading const& what) { return error_of(what).starts_with("[WF844]"); }

}  // namespace

TEST_CASE("injected: each allocation fails once, and nothing leaks") {
  for (auto const& what : all) {
    if (is_built_without(what)) continue;
    auto const rows = what.rows();  // pools and tables of the library are filled
    int failures = 0;
    for (long n = 0; n < 100000; ++n) {
      bool failed = false, taken = false;
      left = n;
      alive = 0;
      counts = true;
      try {
        taken = what.rows() == rows;
      } catch (std::bad_alloc const&) {
        failed = true;
      } catch (wf::error const&) {
        failed = true;
      }
      counts = false;
      INFO(what.name << ", allocation " << n);
      CHECK(alive == 0);
      CHECK(taken != failed);
      failures += failed;
      if (left >= 0) break;  // no allocation was left to fail
    }
    CHECK(failures > 5);
    CHECK(what.rows() == rows);
  }
}

TEST_CASE("injected: short and interrupted reads change nothing; others are errors") {
  for (auto const& what : all) {
    if (is_built_without(what)) continue;
    INFO(what.name);
    auto const rows = what.rows();
    for (auto const harmless : {reads::one_byte, reads::interrupted}) {
      mode = harmless;
      calls = 0;
      auto const got = what.rows();
      mode = reads::whole;
      CHECK(got == rows);
      CHECK(calls > 1);
    }
    for (auto const& [harmful, words] :
         {std::pair{reads::broken, "Input/output error"},
          std::pair{reads::ended, "became shorter while it was read; try again"}}) {
      mode = harmful;
      calls = 0;
      auto const text = error_of(what);
      mode = reads::whole;
      CHECK(text.starts_with("[WF830] "));
      CHECK(text.ends_with(words));
    }
  }
}
