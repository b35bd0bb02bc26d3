// SPDX-License-Identifier: Apache-2.0
// What all losses share once their arguments are accepted: extents around the class axis, room for a
// gradient, and the result: a loss, or with reduction::none one number a row.
#pragma once

#include <optional>

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/expr/attach.hpp>
#include <wellformed/loss/loss.hpp>
#include <wellformed/loss/option.hpp>
#include <wellformed/loss/target.hpp>

namespace wellformed {

/// Node of one loss a row: each row's gradient by its own part of the prediction is scaled by what comes
/// back.
template <class T, class Child>
struct row_loss_node {
  using element = typename T::element;
  using sets = typename Child::sets;
  static constexpr int applications = Child::applications;
  static constexpr bool tracked = true;

  Child child;
  with_meaning<T, real> gradient;  // (outer, count, inner)
  index_t outer, count, inner;

  template <class Sink, class G>
  void backward(Sink& sink, G const& upstream) {
    backend::scale_rows(gradient.where(), gradient.unchecked_data(), upstream.address(), outer, count, inner);
    child.backward(sink, std::move(gradient));
  }
  void check_complete() const { child.check_complete(); }
};

namespace loss_run {

/// Default of label_smoothing.
struct no_smoothing {
  double value = 0;
};

/// Runs `kernel`, which returns what it added up, or on a GPU writes it where its argument points.
template <class Kernel>
figures<host> add_up(host, settle_loss settle, char const* loss, Kernel kernel) {
  return {kernel(), settle, loss};
}
template <class Kernel>
figures<cuda> add_up(cuda where, settle_loss settle, char const* loss, Kernel kernel) {
  slab record(sizeof(backend::loss_sum), where.memory());
  kernel(static_cast<backend::loss_sum*>(record.data()));
  return {std::move(record), settle, loss};
}
/// The same where divisor and rows are known beforehand, and a kernel on the host returns the sum alone.
template <class Kernel>
figures<host> add_up(host, double divisor, index_t rows, Kernel kernel) {
  return loss_figures{kernel(), divisor, rows};
}
template <class Kernel>
figures<cuda> add_up(cuda where, double divisor, index_t rows, Kernel kernel) {
  slab record(sizeof(backend::loss_sum), where.memory());
  kernel(static_cast<backend::loss_sum*>(record.data()));
  return {std::move(record), divisor, rows};
}

/// Extents around an axis: a tensor is (outer, count, inner).
struct around {
  index_t outer = 1, count = 1, inner = 1;
};
template <class T>
around around_classes(T const& x) {
  constexpr int at = axis_list::class_axis<typename T::axes_type>;
  around result;
  for (int i = 0; i < T::rank; ++i) {
    auto const extent = x.extents()[static_cast<std::size_t>(i)];
    (i < at ? result.outer : i == at ? result.count : result.inner) *= extent;
  }
  return result;
}

/// Extents without one axis.
template <int At, std::size_t Rank>
auto without(std::array<index_t, Rank> const& extents) {
  std::array<index_t, Rank - 1> rest{};
  for (std::size_t i = 0; i + 1 < Rank; ++i) rest[i] = extents[i < static_cast<std::size_t>(At) ? i : i + 1];
  return rest;
}

/// Throws WF402 or WF410 if the target is not of the prediction's rows. Axis `Without` of the prediction is
/// one that the target lacks; -1: none.
template <int Without = -1, class P, class T>
void check_rows(P const& prediction, T const& target, char const* loss) {
  join_serials(prediction.serial(), target.serial(), loss);
  if constexpr (Without < 0) {
    check_same_extents(prediction.extents(), target.extents(), loss);
  } else {
    check_same_extents(without<Without>(prediction.extents()), target.extents(), loss);
  }
}

/// A stored number in the element type of the loss.
template <class E>
struct as_number {
  template <class T>
  WF_HD E value(T x) const {
    return static_cast<E>(x);
  }
};

/// Yes and no, stored in anything, as numbers.
template <class E, class T>
auto numbers_of(T const& labels) {
  using stored = typename T::element;
  if constexpr (std::is_same_v<E, stored>) {
    return labels;
  } else {
    using result = tensor<E, typename T::meaning, typename T::axes_type, typename T::device>;
    auto numbers = result::uninitialised(labels.where(), labels.extents(), labels.serial());
    using cast = backend::apply<as_number<E>, backend::load<stored>>;
    backend::map(labels.where(), numbers.unchecked_data(), cast{{}, {{{labels.address()}}}}, labels.size());
    return numbers;
  }
}

/// Weights in the element type of the loss; null if there are none.
template <class E>
class weight_row {
 public:
  /// Each of `count` weights, `repeat` times, in the memory of `where`.
  template <class Device>
  weight_row(Device where, double const* from, index_t count, index_t repeat = 1) {
    if (from == nullptr) return;
    auto const bytes = static_cast<std::size_t>(count * repeat) * sizeof(E);
    slab const written(bytes);
    auto* out = static_cast<E*>(written.data());
    for (index_t i = 0; i < count * repeat; ++i) out[i] = static_cast<E>(from[i / repeat]);
    values_ = slab(bytes, where.memory());
    backend::copy_constants(where, values_.data(), out, bytes);
  }
  E const* data() const noexcept { return values_ ? static_cast<E const*>(values_.data()) : nullptr; }

 private:
  slab values_;
};

/// The mask of a batch, repeated for each of the `repeat` rows of a batch member.
class row_mask {
 public:
  template <class Device>
  row_mask(Device where, bool const* batch, index_t members, index_t repeat) : plain_(batch) {
    if (batch == nullptr || repeat == 1) return;
    repeated_ = slab(static_cast<std::size_t>(members * repeat), where.memory());
    auto* out = static_cast<bool*>(repeated_.data());
    using steps = backend::steps<2>;
    backend::map(where, out,
                 backend::load_repeated<bool, steps>{batch, nullptr, steps{{members, repeat}, {1, 0}}},
                 members * repeat);
    plain_ = out;
  }
  bool const* data() const noexcept { return plain_; }

 private:
  slab repeated_;
  bool const* plain_;
};

template <class T>
row_mask mask_of_rows(bool const* batch, T const& x, around const& shape) {
  index_t members = 1;
  if constexpr (axis_list::class_axis<typename T::axes_type> > 0) members = x.extents()[0];
  return row_mask(x.where(), batch, members, members == 0 ? 1 : shape.outer * shape.inner / members);
}

/// Room for what a loss gives besides its sum: the gradient, if there is a tape, and one number a row, if
/// asked for.
template <class Reduction, class P, class Rows>
struct room {
  using T = tensor_of<P>;
  using E = typename T::element;
  using row_tensor = tensor<E, nonnegative, Rows, typename T::device>;
  static constexpr bool tracked = tracks<P>;
  static constexpr bool by_row = std::is_same_v<Reduction, reduction::none>;
  std::optional<with_meaning<T, real>> gradient{};
  std::optional<row_tensor> rows{};

  /// `always`: the rows are needed to leave some out.
  room(P const& prediction, extents_of<Rows> const& extents, bool always = false) {
    auto const& x = value_of(prediction);
    if (tracked) gradient.emplace(with_meaning<T, real>::uninitialised(x.where(), x.extents(), x.serial()));
    if (by_row || always) rows.emplace(row_tensor::uninitialised(x.where(), extents, x.serial()));
  }
  E* slope() { return gradient ? gradient->unchecked_data() : nullptr; }
  E* row() { return rows ? rows->unchecked_data() : nullptr; }
};

/// The result of a loss whose sums and room are filled. A prediction is (outer, spread, inner) around a row.
template <class Reduction, class P, class Rows>
auto finish(P&& prediction, room<Reduction, P, Rows>& filled,
            figures<typename tensor_of<P>::device> const& sums, around const& shape) {
  if constexpr (!std::is_same_v<Reduction, reduction::none>) {
    if constexpr (tracks<P>) {
      return make_loss<Reduction>(static_cast<P&&>(prediction), sums, *std::move(filled.gradient));
    } else {
      return make_loss<Reduction>(prediction, sums);
    }
  } else if constexpr (tracks<P>) {
    using T = typename P::tensor_type;
    using node = row_loss_node<T, typename P::node_type>;
    return tracked_value<typename room<Reduction, P, Rows>::row_tensor, node>(
        *std::move(filled.rows), node{std::move(prediction).take_node(), *std::move(filled.gradient),
                                      shape.outer, shape.count, shape.inner});
  } else {
    return *std::move(filled.rows);
  }
}

/// What a sum over counted rows of this weight is divided by.
template <class Reduction>
constexpr double divisor_of(double weight) {
  return std::is_same_v<Reduction, reduction::sum> ? 1.0 : weight;
}

/// Throws WF184 if a mean has nothing to divide by, WF185 if only weights of zero.
inline void check_divisor(double divisor, index_t rows, char const* loss) {
  if (rows == 0) {
    (message(184) << loss
                  << ": no row counts (all are ignored, masked or there is none), so the mean has no value; "
                  << "use reduction::sum{}, or all_ignored::is_zero{} for labels with an ignored id")
        .raise();
  }
  if (!(divisor > 0)) {
    (message(185) << loss << ": the class weights of the " << rows
                  << " counted rows add up to zero; give each class that occurs a positive weight")
        .raise();
  }
}

/// What a refused call gives: the type of the right one, so that nothing cascades.
template <class P, class... Options>
auto refused() {
  using reduction = loss_option::reduction_of<Options...>;
  if constexpr (!Value<P>) {
    return refuse::stand_in<loss<float, reduction, constant_node<float>>>();
  } else {
    using given = tensor_of<P>;
    using E = std::conditional_t<ComputingElement<typename given::element>, typename given::element, float>;
    if constexpr (std::is_same_v<reduction, wellformed::reduction::none>) {
      return refuse::stand_in<tensor<E, nonnegative, typename given::axes_type, typename given::device>>();
    } else if constexpr (tracks<P>) {
      using node = typename evaluated<std::remove_cvref_t<P>>::node_type;
      return refuse::stand_in<loss<E, reduction, term_node<given, node>>>();
    } else {
      return refuse::stand_in<loss<E, reduction, constant_node<E, typename given::device>>>();
    }
  }
}

}  // namespace loss_run
}  // namespace wellformed
