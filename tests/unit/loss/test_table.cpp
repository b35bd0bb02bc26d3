// SPDX-License-Identifier: Apache-2.0
// The loss table: each of its cells, by static_assert through the verdict of the call itself; and the text of
// the table in README.md. `loss_table --no-skip -tc="print the table"` prints that text.
#include <doctest/doctest.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
using namespace wf::loss_table;  // NOLINT

namespace {

struct pair : wf::label_set<2> {};
struct source;
using rows = wf::batch<source, 1, 8>;
using by_class = wf::axes<rows, wf::classes<pair>>;

template <class... T>
struct types {};
using all_losses = types<wf::losses::cross_entropy, wf::losses::nll_loss, wf::losses::kl_div,
                         wf::losses::binary_cross_entropy_with_logits, wf::losses::binary_cross_entropy,
                         wf::losses::mse_loss, wf::losses::l1_loss, wf::losses::huber_loss>;
using all_predictions = types<wf::real, wf::logits, wf::log_prob, wf::simplex, wf::unit_interval,
                              wf::signed_unit, wf::nonnegative, wf::half_line, wf::boolean, wf::unspecified,
                              wf::narrowed<wf::simplex>, wf::class_index<pair>>;
using all_targets = types<wf::class_index<pair>, wf::class_probs<pair>, wf::one_hot<pair>,
                          wf::multi_hot<pair>, wf::binary<pair>, wf::signed_label, wf::regression<2>,
                          wf::token_id<pair>, wf::position<8>, wf::index_into<rows>, wf::real, wf::logits,
                          wf::log_prob, wf::simplex, wf::unit_interval, wf::signed_unit, wf::nonnegative,
                          wf::half_line, wf::boolean, wf::unspecified, wf::narrowed<wf::simplex>>;

char const* const prediction_names[prediction_kinds] = {
    "real",        "logits",    "log_prob", "simplex",     "unit_interval", "signed_unit",
    "nonnegative", "half_line", "boolean",  "unspecified", "narrowed",      "labels"};
char const* const target_names[target_kinds] = {
    "class_index<S>", "class_probs<S>", "one_hot<S>",    "multi_hot<S>", "binary<S>",   "signed_label",
    "regression<D>",  "token_id<V>",    "position<N>",   "index_into",   "real",        "logits",
    "log_prob",       "simplex",        "unit_interval", "signed_unit",  "nonnegative", "half_line",
    "boolean",        "unspecified",    "narrowed"};

/// The lists above are in the order of the enumerators, so that a new kind cannot be forgotten here.
template <class... P>
constexpr bool are_predictions(types<P...>) {
  int i = 0;
  return ((prediction_of<P> == i++) && ...) && sizeof...(P) == prediction_kinds;
}
template <class... T>
constexpr bool are_targets(types<T...>) {
  int i = 0;
  return ((target_of<T> == i++) && ...) && sizeof...(T) == target_kinds;
}
static_assert(are_predictions(all_predictions{}));
static_assert(are_targets(all_targets{}));

template <class M>
struct labels_with {
  using type = wf::tensor<float, M, by_class>;
};
template <class S, class I>
struct labels_with<wf::class_index<S, I>> {
  using type = wf::tensor<std::int64_t, wf::class_index<S, I>, wf::axes<rows>>;
};

/// A call whose axes, batch, elements and device fit says what the table says.
template <class Loss, class P, class T>
constexpr bool cell_holds() {
  using prediction = wf::tensor<float, P, by_class>;
  constexpr int says =
      decltype(wf::loss_check::verdict<Loss, prediction, typename labels_with<T>::type>())::code;
  constexpr int written = code<Loss>(prediction_of<P>, target_of<T>);
  static_assert(written >= 0, "the table has a hole");
  static_assert(says == written, "the call and the table differ");
  static_assert(wf::LossAccepts<Loss, P, T> == (written == 0));
  return says == written;
}
template <class Loss, class P, class... T>
constexpr bool row_holds(types<T...>) {
  return (cell_holds<Loss, P, T>() && ...);
}
template <class Loss, class... P>
constexpr bool loss_holds(types<P...>) {
  return (row_holds<Loss, P>(all_targets{}) && ...);
}
template <class... Loss>
constexpr bool table_holds(types<Loss...>) {
  return (loss_holds<Loss>(all_predictions{}) && ...);
}
static_assert(table_holds(all_losses{}));

/// What the design's table has, counted by hand: predictions times targets.
template <class Loss>
constexpr int accepted() {
  int count = 0;
  for (int p = 0; p < prediction_kinds; ++p) {
    for (int t = 0; t < target_kinds; ++t) count += code<Loss>(p, t) == 0 ? 1 : 0;
  }
  return count;
}
static_assert(accepted<wf::losses::cross_entropy>() == 3 * 4);
static_assert(accepted<wf::losses::nll_loss>() == 1);
static_assert(accepted<wf::losses::kl_div>() == 3);
static_assert(accepted<wf::losses::binary_cross_entropy_with_logits>() == 3 * 3);
static_assert(accepted<wf::losses::binary_cross_entropy>() == 3);
static_assert(accepted<wf::losses::mse_loss>() == 6 * 7 - 1 + 3);

std::string read(char const* path) {
  std::ifstream file(std::string(WELLFORMED_SOURCE) + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What the sentence of a rule says to do: its part after the first semicolon, with literals joined, for
/// Markdown.
std::string fix_of(int rule) {
  std::string text;
  for (auto const* path :
       {"/include/wellformed/refuse/loss.hpp", "/include/wellformed/refuse/loss_target.hpp"}) {
    std::string const header = read(path);
    auto const begin = header.find("[WF" + std::to_string(rule) + "]");
    if (begin == std::string::npos) continue;
    bool inside = true;
    for (auto i = begin; inside || header[i] != ')'; ++i) {
      if (header[i] == '"')
        inside = !inside;
      else if (inside)
        text += header[i];
    }
  }
  auto const at = text.find("; ");
  REQUIRE(at != std::string::npos);
  std::string fix;
  for (char const c : text.substr(at + 2)) fix += c == '<' ? std::string("&lt;") : std::string(1, c);
  return fix;
}

std::string list(wf::loss_table::kinds wanted, char const* const* names, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if ((wanted >> i & 1u) != 0) text += (text.empty() ? "`" : ", `") + std::string(names[i]) + "`";
  }
  return text;
}

/// One line a row of the table: what is taken, or under which code it is refused and what to do instead.
template <class Loss>
void describe(std::ostream& out, std::string const& names) {
  for (auto const& r : flat<Loss>) {
    out << "| " << names << " | "
        << (r.predictions == any ? "any other" : list(r.predictions, prediction_names, prediction_kinds))
        << " | "
        << (r.targets == any              ? "any"
            : r.targets == given::numbers ? "other numbers"
                                          : list(r.targets, target_names, target_kinds))
        << " | " << (r.code == 0 ? "**yes**" : "WF" + std::to_string(r.code) + ": " + fix_of(r.code))
        << " |\n";
  }
}

/// The losses of a difference have one set of rows, which is printed once.
std::string markdown() {
  std::ostringstream out;
  out << "| loss | prediction | target | taken, or what to do instead |\n|---|---|---|---|\n";
  describe<wf::losses::cross_entropy>(out, "`cross_entropy`");
  describe<wf::losses::nll_loss>(out, "`nll_loss`");
  describe<wf::losses::kl_div>(out, "`kl_div`");
  describe<wf::losses::binary_cross_entropy_with_logits>(out, "`binary_cross_entropy_with_logits`");
  describe<wf::losses::binary_cross_entropy>(out, "`binary_cross_entropy`");
  describe<wf::losses::mse_loss>(out, "`mse_loss`, `l1_loss`, `huber_loss`");
  return out.str();
}

}  // namespace

TEST_CASE("the loss table of README.md is the one in the code") {
  std::string const text = read("/README.md"), begin = "<!-- loss table -->\n",
                    end = "<!-- end of loss table -->";
  auto const from = text.find(begin);
  REQUIRE(from != std::string::npos);
  auto const first = from + begin.size();
  CHECK(text.substr(first, text.find(end, first) - first) == markdown());
}

TEST_CASE("print the table" * doctest::skip()) { std::cout << markdown(); }
