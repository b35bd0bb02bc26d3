// SPDX-License-Identifier: Apache-2.0
// Reading IDX files, as MNIST and its kin are shipped, plain or packed by gzip. Nothing is loaded in part.
// The format: Y. LeCun, C. Cortes, C. Burges, "The MNIST database", "File formats".
#pragma once

#include <wellformed/data/raw_array.hpp>

namespace wellformed::data {

/// The array of an IDX file's bytes, which may be packed by gzip. Throws WF838 with the offset of the byte
/// where the file is malformed, WF834 beyond the budget, WF844 packed ones in a build without zlib.
raw_array parse_idx(char const* name, std::string_view bytes, array_options const& options = {});
raw_array read_idx_array(char const* path, array_options const& options);

/// A table from IDX files, one for each column of the schema, rows along the first axis of each:
/// `read_idx<columns<pixels<784>, class_index<digit>>>({"train-images.gz", "train-labels.gz"})`.
/// Refuses: WF822 another number of files than columns. Errors: those of `refine` and parse_idx; WF830 a file
/// that cannot be read; WF821 files of different numbers of rows; WF837 rows of another size than the column.
template <class Schema, ComputingElement E = float, std::size_t N>
result<table<Schema, E>> read_idx(std::string const (&paths)[N], array_options const& options = {}) {
  using verdict = decltype(verdict_of_arrays<Schema, N>());
  if constexpr (verdict::ok) {
    return read_arrays<Schema, E, N>(
        [&](std::size_t i) { return read_idx_array(paths[i].c_str(), options); });
  } else {
    verdict::report();
    return refuse::stand_in<result<table<Schema, E>>>();
  }
}

}  // namespace wellformed::data
