// SPDX-License-Identifier: Apache-2.0
// Reading arrays that NumPy saved, alone (.npy) or several in an archive (.npz). Nothing is loaded in part.
// The format: NumPy, "A simple file format for NumPy arrays" (numpy.lib.format).
#pragma once

#include <wellformed/data/raw_array.hpp>

namespace wellformed::data {

/// The array of a .npy file's bytes: little-endian floats of 4 or 8 bytes and integers of 1 to 8, in C order.
/// Throws WF838 with the offset of the byte where the file is malformed, WF839 arrays of other kinds, WF834
/// beyond the budget.
raw_array parse_npy(char const* name, std::string_view bytes, array_options const& options = {});
raw_array read_npy_array(char const* path, array_options const& options);

/// The named array of a .npz archive's bytes. Throws, besides, WF845 if there is no such array, WF844 in a
/// build without libzip.
raw_array parse_npz(char const* name, std::string_view bytes, char const* array,
                    array_options const& options = {});
/// One read of the file serves all arrays.
std::vector<raw_array> read_npz_arrays(char const* path, std::string const* names, std::size_t count,
                                       array_options const& options);

/// A table from .npy files, one for each column of the schema, rows along the first axis of each:
/// `read_npy<columns<features<4>, class_index<iris>>>({"x.npy", "y.npy"})`.
/// Refuses: WF822 another number of files than columns. Errors: those of `refine` and parse_npy; WF830 a file
/// that cannot be read; WF821 arrays of different numbers of rows; WF837 rows of another size than the
/// column.
template <class Schema, ComputingElement E = float, std::size_t N>
result<table<Schema, E>> read_npy(std::string const (&paths)[N], array_options const& options = {}) {
  using verdict = decltype(verdict_of_arrays<Schema, N>());
  if constexpr (verdict::ok) {
    return read_arrays<Schema, E, N>(
        [&](std::size_t i) { return read_npy_array(paths[i].c_str(), options); });
  } else {
    verdict::report();
    return refuse::stand_in<result<table<Schema, E>>>();
  }
}

/// The same from the named arrays of one archive: `read_npz<schema>("iris.npz", {"x", "y"})`.
template <class Schema, ComputingElement E = float, std::size_t N>
result<table<Schema, E>> read_npz(std::string const& path, std::string const (&names)[N],
                                  array_options const& options = {}) {
  using verdict = decltype(verdict_of_arrays<Schema, N>());
  if constexpr (verdict::ok) {
    std::vector<raw_array> all;
    return read_arrays<Schema, E, N>([&](std::size_t i) {
      if (i == 0) all = read_npz_arrays(path.c_str(), names, N, options);
      return std::move(all[i]);
    });
  } else {
    verdict::report();
    return refuse::stand_in<result<table<Schema, E>>>();
  }
}

}  // namespace wellformed::data
