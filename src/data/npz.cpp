// SPDX-License-Identifier: Apache-2.0
// The reader of .npz archives, through libzip.
#include <algorithm>
#include <memory>

#include <wellformed/data/npy.hpp>

#include "byte_cursor.hpp"
#include "read_file.hpp"

#ifdef WELLFORMED_LIBZIP
#include <zip.h>
#endif

namespace wellformed::data {

#ifdef WELLFORMED_LIBZIP

namespace {

constexpr std::size_t archive_piece = std::size_t{1} << 18;

class archive {
 public:
  archive(char const* name, std::string_view bytes) : name_(name) {
    zip_error_t problem;
    zip_error_init(&problem);
    auto* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &problem);
    if (source == nullptr) throw std::bad_alloc();
    zip_ = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &problem);
    if (zip_ != nullptr) return;
    std::string const why = zip_error_strerror(&problem);
    bool const no_memory = zip_error_code_zip(&problem) == ZIP_ER_MEMORY;
    zip_source_free(source);
    zip_error_fini(&problem);
    if (no_memory) throw std::bad_alloc();
    (message(838) << name << ": no archive that can be read: " << why.c_str()).raise();
  }
  archive(archive const&) = delete;
  archive& operator=(archive const&) = delete;
  ~archive() { zip_discard(zip_); }

  /// The bytes of `array`.npy, checked against their checksum.
  std::string member(std::string const& array, std::size_t budget) {
    auto const index = find(array);
    zip_stat_t about{};
    if (zip_stat_index(zip_, index, 0, &about) != 0) damaged(array, zip_strerror(zip_));
    if ((about.valid & ZIP_STAT_SIZE) != 0 && about.size > budget) {
      (message(834) << name_ << ": " << array.c_str() << " unpacks to "
                    << static_cast<unsigned long>(about.size) << " bytes, the memory budget is " << budget
                    << "; raise memory_budget of the options")
          .raise();
    }
    std::unique_ptr<zip_file_t, closer> const file(zip_fopen_index(zip_, index, 0));
    if (!file) damaged(array, zip_strerror(zip_));
    return read(*file, array, budget, (about.valid & ZIP_STAT_SIZE) != 0 ? about.size : budget);
  }

 private:
  struct closer {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
  };

  [[noreturn]] void damaged(std::string const& array, char const* why) const {
    (message(838) << name_ << ": array " << array.c_str() << ": " << why).raise();
  }

  zip_uint64_t find(std::string const& array) const {
    zip_uint64_t found = 0;
    int times = 0;
    std::string others;
    auto const count = static_cast<zip_uint64_t>(std::max(zip_get_num_entries(zip_, 0), zip_int64_t{0}));
    for (zip_uint64_t i = 0; i < count; ++i) {
      auto const* const name = zip_get_name(zip_, i, ZIP_FL_ENC_RAW);
      if (name == nullptr) continue;
      std::string_view shown(name);
      if (shown.ends_with(".npy")) shown.remove_suffix(4);
      if (shown == array) {
        found = i;
        ++times;
      }
      if (i < 8) others += (i == 0 ? "" : ", ") + std::string(shown.substr(0, 40));
    }
    if (times == 1) return found;
    (message(845) << name_ << ": " << (times == 0 ? "holds no array named " : "holds several arrays named ")
                  << array.c_str() << "; it holds " << (others.empty() ? "nothing" : others.c_str()))
        .raise();
  }

  std::string read(zip_file_t& file, std::string const& array, std::size_t budget, std::size_t size) {
    std::string out;
    for (;;) {
      auto const have = out.size();
      out.resize(have + std::min(archive_piece,
                                 size - have + 1));  // one more, so that the end and its checksum are seen
      auto const got = zip_fread(&file, out.data() + have, out.size() - have);
      if (got < 0) {
        auto* const problem = zip_file_get_error(&file);
        if (zip_error_code_zip(problem) == ZIP_ER_MEMORY) throw std::bad_alloc();
        damaged(array, zip_error_strerror(problem));
      }
      out.resize(have + static_cast<std::size_t>(got));
      if (got == 0 && out.size() == size) return out;
      if (got == 0 || out.size() > size || out.size() > budget)
        damaged(array, "its length is not what the archive says");
    }
  }

  char const* name_;
  zip_t* zip_ = nullptr;
};

}  // namespace

namespace {

raw_array parse_member(archive& from, char const* name, std::string const& array,
                       array_options const& options) {
  auto const bytes = from.member(array, options.memory_budget);
  return parse_npy((std::string(name) + "(" + array + ")").c_str(), bytes, options);
}

}  // namespace

raw_array parse_npz(char const* name, std::string_view bytes, char const* array,
                    array_options const& options) {
  archive from(name, bytes);
  return parse_member(from, name, array, options);
}

std::vector<raw_array> read_npz_arrays(char const* path, std::string const* names, std::size_t count,
                                       array_options const& options) {
  auto const bytes = read_file(path, options.memory_budget);
  archive from(path, bytes);
  std::vector<raw_array> found;
  for (std::size_t i = 0; i < count; ++i) found.push_back(parse_member(from, path, names[i], options));
  return found;
}

#else

raw_array parse_npz(char const* name, std::string_view, char const*, array_options const&) {
  (message(844) << name
                << ": is an archive, and this build of Wellformed has no libzip; install libzip (libzip-dev) "
                   "and configure again, or save each array with numpy.save")
      .raise();
}

std::vector<raw_array> read_npz_arrays(char const* path, std::string const* names, std::size_t,
                                       array_options const& options) {
  return {parse_npz(path, {}, names->c_str(), options)};
}

#endif

}  // namespace wellformed::data
