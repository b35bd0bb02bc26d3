// SPDX-License-Identifier: Apache-2.0
// Packed files: IDX through zlib, archives of NumPy through libzip; without those libraries, what to install.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include <wellformed/data/idx.hpp>
#include <wellformed/data/npy.hpp>

namespace wf = wellformed;

namespace {

struct colour : wf::label_set<3> {};
using images = wf::data::columns<wf::pixels<4>, wf::class_index<colour>>;
using points = wf::data::columns<wf::features<2>, wf::class_index<colour>>;
std::string const seeds = WELLFORMED_SOURCE "/tests/fuzz/corpus/";

std::string content(std::string const& path) {
  std::ifstream from(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(from), {}};
}

/// True in a build without the library: every use is the error that names it.
bool is_without(char const* library, int code, std::string const& text) {
  if (code != 844) return false;
  CHECK(text.find("install " + std::string(library)) != text.npos);
  MESSAGE("built without " << library);
  return true;
}

}  // namespace

TEST_CASE("packed: IDX by gzip, in one member and in two") {
  for (auto const* x : {"idx/images.gz", "idx/two_members.gz", "idx/images"}) {
    auto const got = wf::data::read_idx<images>({seeds + x, seeds + "idx/labels.gz"});
    if (!got.has_value() && is_without("zlib", got.error().code(), got.error().what())) return;
    auto const& rows = got.value();
    CHECK(rows.column<0>()(0, 1) == 1);
    CHECK(rows.column<0>()(1, 3) == 5.f / 255);
    CHECK(rows.column<1>()(0) == 2);
  }
}

TEST_CASE("packed: a small file that unpacks to much stops at the budget") {
  auto const bytes = content(seeds + "idx/images.gz");
  try {
    wf::data::parse_idx("f", bytes, {.memory_budget = 10});
    FAIL("taken");
  } catch (wf::error const& why) {
    if (is_without("zlib", why.code(), why.what())) return;
    CHECK(
        std::string(why.what()) ==
        "[WF834] f: unpacks to more than the memory budget of 10 bytes; raise memory_budget of the options");
  }
}

TEST_CASE("packed: archives, stored and deflated") {
  for (auto const* path : {"npz/stored.npz", "npz/packed.npz"}) {
    auto const got = wf::data::read_npz<points>(seeds + path, {"x", "y"});
    if (!got.has_value() && is_without("libzip", got.error().code(), got.error().what())) return;
    auto const& rows = got.value();
    CHECK(rows.rows() == 3);
    CHECK(rows.column<0>()(2, 1) == 6);
    CHECK(rows.column<1>()(2) == 2);
    auto const other = wf::data::read_npz<points>(seeds + path, {"x", "z"});
    CHECK(std::string(other.error().what()) ==
          "[WF845] " + seeds + path + ": holds no array named z; it holds x, y");
    auto const small = wf::data::read_npz<points>(seeds + path, {"x", "y"}, {.memory_budget = 4});
    CHECK(small.error().code() == 834);
  }
}
