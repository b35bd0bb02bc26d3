// SPDX-License-Identifier: Apache-2.0
// How a refusal is made: a rule holds a code and a sentence; its report() holds the only static_assert.
// The sentences stand in the other files of this folder, one file per family of codes.
#pragma once

#include <wellformed/core/config.hpp>

/// Code of the rule that a mutation run forces true: some case of tests/refuse must notice.
#ifndef WF_MUTATE
#define WF_MUTATE 0
#endif

/// One rule. A function template reports, since a class template made clang print two errors and 38 lines; the
/// offending values are its arguments, since a C++20 static_assert takes a literal only.
#define WF_RULE(Code, Sentence)                                             \
  struct wf##Code {                                                         \
    static constexpr int code = Code;                                       \
    static constexpr char const* sentence = Sentence;                       \
    template <class... Values>                                              \
    static consteval void report() {                                        \
      static_assert(sizeof...(Values) == 9999 || WF_MUTATE == Code, "[WF" #Code "] " Sentence); \
    }                                                                       \
  }

namespace wellformed::refuse {

/// Words that give a printed value its meaning; clang hides the names of parameters.
template <class...> struct got;
template <class...> struct required;
template <class...> struct prediction;
template <class...> struct label;
template <index_t...> struct got_extent;
template <index_t...> struct required_extent;
template <index_t> struct loader_minimum;
template <index_t> struct at_least;
template <index_t> struct data_set_rows;
template <index_t> struct last_batch;
template <index_t...> struct batch_sizes_without_such_a_tail;
template <index_t> struct at_layer;

/// Verdict of a call that is well-formed.
struct accepted {
  static constexpr bool ok = true;
  static constexpr int code = 0;
};

/// Verdict of a call that is not: the first broken rule, with what it shows.
template <class Rule, class... Values>
struct refused {
  static constexpr bool ok = false;
  static constexpr int code = Rule::code;
  static consteval void report() { Rule::template report<Values...>(); }
};

/// A value of the type that the right call would have had, so that nothing cascades. Never evaluated.
template <class T>
[[noreturn]] T stand_in() {
  __builtin_unreachable();
}

}  // namespace wellformed::refuse
