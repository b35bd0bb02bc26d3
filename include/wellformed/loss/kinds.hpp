// SPDX-License-Identifier: Apache-2.0
// Rows and columns of the loss table: what a prediction can be, what a target can be, the losses, and sets of
// these.
#pragma once

#include <wellformed/types/domain.hpp>

namespace wellformed {

/// The losses as types, for the table and for what is printed.
namespace losses {
struct cross_entropy;
struct nll_loss;
struct kl_div;
struct binary_cross_entropy_with_logits;
struct binary_cross_entropy;
struct mse_loss;
struct l1_loss;
struct huber_loss;
}  // namespace losses

namespace loss_table {

/// A prediction is of a domain, or holds labels. A target is of a label kind, or numbers of a domain.
inline constexpr int label_kinds = static_cast<int>(label_kind::count_) - 1;
inline constexpr int domain_kinds = static_cast<int>(domain_kind::label);
inline constexpr int prediction_kinds = domain_kinds + 1;
inline constexpr int target_kinds = label_kinds + domain_kinds;

constexpr int target_number(label_kind kind) { return static_cast<int>(kind) - 1; }
constexpr int target_number(domain_kind domain) { return label_kinds + static_cast<int>(domain); }

template <class M>
inline constexpr int prediction_of = static_cast<int>(domain_of<M>);
template <class M>
inline constexpr int target_of =
    kind_of<M> == label_kind::none ? target_number(domain_of<M>) : target_number(kind_of<M>);

/// A set of predictions or of targets, as bits.
using kinds = unsigned;
inline constexpr kinds any = ~0u;

namespace made {
constexpr kinds bit(domain_kind domain) { return 1u << static_cast<int>(domain); }
inline constexpr kinds real = bit(domain_kind::real), logits = bit(domain_kind::logits);
inline constexpr kinds log_prob = bit(domain_kind::log_prob), simplex = bit(domain_kind::simplex);
inline constexpr kinds unit_interval = bit(domain_kind::unit_interval);
inline constexpr kinds signed_unit = bit(domain_kind::signed_unit);
inline constexpr kinds nonnegative = bit(domain_kind::nonnegative), half_line = bit(domain_kind::half_line);
inline constexpr kinds boolean = bit(domain_kind::boolean);
inline constexpr kinds unspecified = bit(domain_kind::unspecified), narrowed = bit(domain_kind::narrowed);
inline constexpr kinds label = bit(domain_kind::label);
}  // namespace made

namespace given {
template <class Kind>
constexpr kinds bit(Kind kind) {
  return 1u << target_number(kind);
}
inline constexpr kinds class_index = bit(label_kind::class_index), class_probs = bit(label_kind::class_probs);
inline constexpr kinds one_hot = bit(label_kind::one_hot), multi_hot = bit(label_kind::multi_hot);
inline constexpr kinds binary = bit(label_kind::binary), signed_label = bit(label_kind::signed_label);
inline constexpr kinds regression = bit(label_kind::regression), token_id = bit(label_kind::token_id);
inline constexpr kinds places = bit(label_kind::position) | bit(label_kind::index_into);
inline constexpr kinds real = bit(domain_kind::real), logits = bit(domain_kind::logits);
inline constexpr kinds log_prob = bit(domain_kind::log_prob), simplex = bit(domain_kind::simplex);
inline constexpr kinds unit_interval = bit(domain_kind::unit_interval);
inline constexpr kinds signed_unit = bit(domain_kind::signed_unit);
inline constexpr kinds nonnegative = bit(domain_kind::nonnegative), half_line = bit(domain_kind::half_line);
inline constexpr kinds unspecified = bit(domain_kind::unspecified);
inline constexpr kinds numbers = ~((1u << label_kinds) - 1u);  ///< of any domain
}  // namespace given

}  // namespace loss_table
}  // namespace wellformed
