// SPDX-License-Identifier: Apache-2.0
// Which loss takes which prediction with which target: the one table from which code, documentation and tests
// come. A cell is an implementation or the rule that says what to use instead; the first row that covers it
// decides.
#pragma once

#include <wellformed/core/meta.hpp>
#include <wellformed/loss/kinds.hpp>
#include <wellformed/refuse/loss.hpp>
#include <wellformed/refuse/loss_target.hpp>

namespace wellformed::loss_table {

/// The rule of a cell with an implementation.
struct implemented {
  template <class...>
  using refusal = refuse::accepted;
};

/// The type names the rule, so that a refusal can speak with it.
template <class Rule>
struct row {
  using rule = Rule;
  kinds predictions;
  kinds targets;
};

template <class Rule>
constexpr row<Rule> with(kinds predictions, kinds targets) {
  return {predictions, targets};
}

// clang-format off
using namespace refuse;

template <class Works>
constexpr auto rows_of(losses::cross_entropy*) {
  return meta::list(
    with<Works>(made::real | made::logits | made::signed_unit, given::class_index | given::class_probs | given::one_hot | given::simplex),
    with<wf101>(made::simplex,       any),
    with<wf102>(made::unit_interval, any),
    with<wf103>(made::log_prob,      any),
    with<wf104>(made::nonnegative | made::half_line, any),
    with<wf105>(made::boolean,       any),
    with<wf106>(made::unspecified,   any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf110>(any, given::multi_hot),
    with<wf111>(any, given::binary),
    with<wf112>(any, given::regression),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf116>(any, given::log_prob),
    with<wf109>(any, given::numbers));
}

template <class Works>
constexpr auto rows_of(losses::nll_loss*) {
  return meta::list(
    with<Works>(made::log_prob,      given::class_index),
    with<wf120>(made::real | made::logits | made::signed_unit | made::nonnegative | made::half_line | made::unspecified, any),
    with<wf121>(made::simplex,       any),
    with<wf122>(made::unit_interval, any),
    with<wf105>(made::boolean,       any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf125>(any, given::class_probs | given::one_hot | given::simplex | given::log_prob),
    with<wf110>(any, given::multi_hot),
    with<wf111>(any, given::binary),
    with<wf112>(any, given::regression),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf109>(any, given::numbers));
}

template <class Works>
constexpr auto rows_of(losses::kl_div*) {
  return meta::list(
    with<Works>(made::log_prob,      given::class_probs | given::simplex | given::log_prob),
    with<wf130>(made::real | made::logits | made::signed_unit | made::nonnegative | made::half_line | made::unspecified, any),
    with<wf131>(made::simplex,       any),
    with<wf132>(made::unit_interval, any),
    with<wf105>(made::boolean,       any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf133>(any, given::class_index | given::one_hot),
    with<wf110>(any, given::multi_hot),
    with<wf111>(any, given::binary),
    with<wf112>(any, given::regression),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf135>(any, given::numbers));
}

template <class Works>
constexpr auto rows_of(losses::binary_cross_entropy_with_logits*) {
  return meta::list(
    with<Works>(made::real | made::logits | made::signed_unit, given::multi_hot | given::binary | given::unit_interval),
    with<wf140>(made::unit_interval, any),
    with<wf141>(made::simplex,       any),
    with<wf142>(made::log_prob,      any),
    with<wf143>(made::nonnegative | made::half_line, any),
    with<wf105>(made::boolean,       any),
    with<wf106>(made::unspecified,   any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf144>(any, given::class_index),
    with<wf145>(any, given::class_probs | given::one_hot | given::simplex | given::log_prob),
    with<wf112>(any, given::regression),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf149>(any, given::numbers));
}

template <class Works>
constexpr auto rows_of(losses::binary_cross_entropy*) {
  return meta::list(
    with<Works>(made::unit_interval, given::multi_hot | given::binary | given::unit_interval),
    with<wf150>(made::real | made::logits | made::signed_unit | made::nonnegative | made::half_line | made::unspecified, any),
    with<wf151>(made::simplex,       any),
    with<wf152>(made::log_prob,      any),
    with<wf105>(made::boolean,       any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf144>(any, given::class_index),
    with<wf145>(any, given::class_probs | given::one_hot | given::simplex | given::log_prob),
    with<wf112>(any, given::regression),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf149>(any, given::numbers));
}

/// mse_loss, l1_loss and huber_loss: a target may be any quantity; logits meet logits (distillation).
template <class Works>
constexpr auto rows_of(void*) {
  return meta::list(
    with<wf167>(made::signed_unit,   given::unit_interval),
    with<Works>(made::real | made::signed_unit | made::nonnegative | made::half_line | made::unit_interval |
                    made::unspecified,
                given::regression | given::real | given::signed_unit | given::nonnegative | given::half_line |
                    given::unit_interval | given::unspecified),
    with<Works>(made::real | made::logits, given::real | given::logits),
    with<wf161>(made::log_prob,      any),
    with<wf162>(made::simplex,       any),
    with<wf105>(made::boolean,       any),
    with<wf107>(made::narrowed,      any),
    with<wf108>(made::label,         any),
    with<wf164>(any, given::class_index),
    with<wf165>(any, given::class_probs | given::one_hot | given::simplex | given::log_prob),
    with<wf166>(any, given::multi_hot | given::binary),
    with<wf113>(any, given::signed_label),
    with<wf114>(any, given::token_id),
    with<wf115>(any, given::places),
    with<wf160>(made::logits, given::regression | given::signed_unit | given::nonnegative | given::half_line |
                    given::unit_interval | given::unspecified),
    with<wf160>(any, given::logits),
    with<wf168>(any, given::numbers));
}
// clang-format on

/// The rows of one loss as a Hana list, and without names as a plain array.
template <class Loss>
inline constexpr auto rows = rows_of<implemented>(static_cast<Loss*>(nullptr));

struct flat_row {
  int code;
  kinds predictions;
  kinds targets;
};
template <class Loss>
inline constexpr auto flat = meta::flatten(rows<Loss>, []<class Rule>(row<Rule> const& r) {
  return flat_row{Rule::template refusal<>::code, r.predictions, r.targets};
});

/// Number of the row that decides, or -1 if the table has a hole.
template <class Loss>
constexpr int find(int prediction, int target) {
  int i = 0;
  for (auto const& r : flat<Loss>) {
    if ((r.predictions >> prediction & 1u) != 0 && (r.targets >> target & 1u) != 0) return i;
    ++i;
  }
  return -1;
}

/// 0: implemented; else the code of the rule that names what to use instead.
template <class Loss>
constexpr int code(int prediction, int target) {
  int const row = find<Loss>(prediction, target);
  return row < 0 ? -1 : flat<Loss>[static_cast<std::size_t>(row)].code;
}

/// The rule that decides about meanings P and T.
template <class Loss, class P, class T>
using rule_of = typename meta::item<find<Loss>(prediction_of<P>, target_of<T>), decltype(rows<Loss>)>::rule;

/// Whether the table has an implementation of Loss for a prediction P with a target T.
template <class Loss, class P, class T>
inline constexpr bool works = code<Loss>(prediction_of<P>, target_of<T>) == 0;

}  // namespace wellformed::loss_table

namespace wellformed {

/// Whether Loss takes these meanings: `LossAccepts<losses::cross_entropy, logits, class_index<digit>>`.
template <class Loss, class Prediction, class Label>
concept LossAccepts = loss_table::works<Loss, Prediction, Label>;

}  // namespace wellformed
