// SPDX-License-Identifier: Apache-2.0
// Runs a model in evaluation mode over a loader and counts what it says.
#pragma once

#include <wellformed/metrics/confusion.hpp>
#include <wellformed/tensor/move_to.hpp>

namespace wellformed::metrics {

/// The counts of one evaluation over label set S.
template <LabelSet S>
struct report {
  using set = S;
  metrics::confusion<S> confusion;

  index_t rows() const { return confusion.rows(); }
  ratio accuracy() const { return confusion.accuracy(); }
  template <index_t K>
  ratio top_k() const {
    return confusion.template top_k<K>();
  }
};

/// False for a loader that says that it drops or repeats rows.
template <class Loader>
inline constexpr bool covers_data = true;
template <class Loader>
  requires requires { Loader::yields_each_row_once; }
inline constexpr bool covers_data<Loader> = Loader::yields_each_row_once;

template <class Loader>
using batch_in = std::remove_cvref_t<decltype(*std::declval<Loader&>().begin())>;

/// The prediction for rows in the host's memory, there; a model on a GPU gets and gives copies.
template <class Net, class X>
auto eval_from_host(Net const& net, X&& x) {
  if constexpr (requires { net.where().memory(); }) {
    using device = decltype(net.where());
    return move_to<host>(net.eval(move_to<device>(x, net.where())));
  } else {
    return net.eval(x);
  }
}

/// Computes: net.eval over every batch of `loader`, compared with its labels. Ignored and padded rows do not
/// count. Batches have x and y. Refuses: as accuracy(); WF428 a loader
/// that drops or repeats rows. Example: `auto const report = metrics::evaluate(net,
/// test); double const share = report.accuracy().value();`
template <class Net, class Loader>
auto evaluate(Net const& net, Loader&& loader) {
  using label = std::remove_cvref_t<decltype(std::declval<batch_in<Loader>&>().y)>;
  using prediction = decltype(eval_from_host(net, std::declval<batch_in<Loader>&>().x));
  using comparison = decltype(metrics::verdict<prediction, label>());
  using verdict = std::conditional_t<comparison::ok && !covers_data<std::remove_cvref_t<Loader>>,
                                     refuse::refused<refuse::wf428, refuse::got<std::remove_cvref_t<Loader>>>,
                                     comparison>;
  if constexpr (verdict::ok) {
    report<set_of<label>> result;
    for (auto& b : loader) result.confusion.add(eval_from_host(net, b.x), b.y);
    return result;
  } else {
    verdict::report();
    return refuse::stand_in<report<set_of<label>>>();
  }
}

}  // namespace wellformed::metrics
