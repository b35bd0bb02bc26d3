// SPDX-License-Identifier: Apache-2.0
// WF8xx: where data enters. Only what types decide; what data decides is an error of src/data.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf810 {
  template <class... Values>
  struct refusal : broken<810> {
    static void report() {
      static_assert(
          broken<810>::forced<Values...>,
          "[WF810] refine: the raw values are no contiguous container of numbers; pass a std::vector, "
          "std::span or std::array of an arithmetic type (std::vector<std::uint8_t> for bool)");
    }
  };
};

struct wf811 {
  template <class... Values>
  struct refusal : broken<811> {
    static void report() {
      static_assert(broken<811>::forced<Values...>,
                    "[WF811] refine: the element type cannot hold every id of the label, the ignored one "
                    "included; use std::int64_t, or the narrowest integer that holds them");
    }
  };
};

struct wf813 {
  template <class... Values>
  struct refusal : broken<813> {
    static void report() {
      static_assert(broken<813>::forced<Values...>,
                    "[WF813] refine: index_into an axis without a bound, so nothing says which indices are "
                    "in range; pass within{extent of the axis} after the extents");
    }
  };
};

struct wf822 {
  template <class... Values>
  struct refusal : broken<822> {
    static void report() {
      static_assert(
          broken<822>::forced<Values...>,
          "[WF822] the number of containers, files or arrays is not that of the columns; give one for each "
          "column of the schema");
    }
  };
};

struct wf816 {
  template <class... Values>
  struct refusal : broken<816> {
    static void report() {
      static_assert(broken<816>::forced<Values...>,
                    "[WF816] a loader keeps its place as it is read, so a const one or a temporary cannot be "
                    "walked; declare it `auto test = loader<...>(...)`, and pass it by reference");
    }
  };
};

struct wf817 {
  template <class... Values>
  struct refusal : broken<817> {
    static void report() {
      static_assert(broken<817>::forced<Values...>,
                    "[WF817] this is the result of reading, a table or an error, and no table yet; write "
                    ".value() behind it, which throws the error");
    }
  };
};

struct wf836 {
  template <class... Values>
  struct refusal : broken<836> {
    static void report() {
      static_assert(broken<836>::forced<Values...>,
                    "[WF836] stratified_split: the second column is no class id; use a schema with "
                    "class_index<S> second, or data::split");
    }
  };
};

struct wf815 {
  template <class... Values>
  struct refusal : broken<815> {
    static constexpr void report() {
      static_assert(broken<815>::forced<Values...>,
                    "[WF815] pixels<N, Max>: the greatest pixel is at least 1, since all are divided by it; "
                    "give 255 for bytes, 16 for the digits");
    }
  };
};

}  // namespace wellformed::refuse
