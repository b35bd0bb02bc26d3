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
  /// Prints "accuracy 0.98 (98 of 100)". The whole matrix: train::run::report.
  template <class Stream>
    requires requires(Stream& out, char const* words) { out << words << 1.5; }
  friend Stream& operator<<(Stream& out, report const& r) {
    out << "accuracy " << r.accuracy();
    return out;
  }
};

/// False for a loader that says that it drops or repeats rows.
template <class Loader>
inline constexpr bool covers_data = true;
template <class Loader>
  requires requires { Loader::yields_each_row_once; }
inline constexpr bool covers_data<Loader> = Loader::yields_each_row_once;

/// What can be iterated for batches of x and y, as a loader that is not const.
template <class Loader>
concept YieldsBatches = requires(Loader& loader) {
  loader.end();
  (*loader.begin()).x;
  (*loader.begin()).y;
};

template <class Loader>
using batch_in = std::remove_cvref_t<decltype(*std::declval<Loader&>().begin())>;
template <class Loader>
using label_in = std::remove_cvref_t<decltype(std::declval<batch_in<Loader>&>().y)>;

template <class Net>
inline constexpr bool is_on_device = requires(Net const& net) { net.where().memory(); };

/// Rows or labels where the model is.
template <class Net, class X>
decltype(auto) rows_for(Net const& net, X& x) {
  if constexpr (is_on_device<Net>) {
    return move_to<decltype(net.where())>(x, net.where());
  } else {
    return (x);
  }
}

/// What Net, in evaluation mode, says of a batch.
template <class Net, class Loader>
using said_of = decltype(std::declval<Net const&>().eval(
    rows_for(std::declval<Net const&>(), std::declval<batch_in<Loader>&>().x)));
/// The labels that it is compared with.
template <class Net, class Loader>
using target_of =
    std::remove_cvref_t<decltype(rows_for(std::declval<Net const&>(), std::declval<batch_in<Loader>&>().y))>;

template <class Net, class Loader>
constexpr auto evaluation() {
  using loader = std::remove_reference_t<Loader>;
  if constexpr (!YieldsBatches<loader>) {
    return refuse::refused<refuse::wf238,
                           refuse::got<std::remove_cvref_t<Net>, std::remove_cvref_t<Loader>>>{};
  } else if constexpr (!requires(Net const& net, batch_in<loader>& b) { net.eval(rows_for(net, b.x)); }) {
    return refuse::refused<refuse::wf238,
                           refuse::got<std::remove_cvref_t<Net>, std::remove_cvref_t<Loader>>>{};
  } else if constexpr (!Value<said_of<Net, loader>>) {
    return refuse::refused<refuse::wf239, refuse::label<typename label_in<loader>::meaning>>{};
  } else {
    using comparison = decltype(metrics::verdict<said_of<Net, loader>, target_of<Net, loader>>());
    if constexpr (comparison::ok && !covers_data<std::remove_cvref_t<Loader>>) {
      return refuse::refused<refuse::wf428, refuse::got<std::remove_cvref_t<Loader>>>{};
    } else {
      return comparison{};
    }
  }
}

/// The label set of the batches of Loader; a stand-in where there is none.
template <class Loader>
struct set_in {
  using type = no_set;
};
template <class Loader>
  requires YieldsBatches<std::remove_reference_t<Loader>>
struct set_in<Loader> {
  using type = set_of<label_in<Loader>>;
};

/// Computes: net.eval over every batch of `loader`, compared with its labels. Ignored and padded rows do not
/// count. Batches have x and y. A model on a GPU is counted there and read once, at the end. Refuses: as
/// accuracy(); WF238 what are no model and no loader, in this order; WF239 a model with several heads; WF428
/// a loader that drops or repeats rows. Example: `auto const report = metrics::evaluate(net, test); double
/// const share = report.accuracy().value();`
template <class Net, class Loader>
auto evaluate(Net const& net, Loader&& loader) {
  using verdict = decltype(evaluation<Net, Loader>());
  using result = report<typename set_in<Loader>::type>;
  if constexpr (verdict::ok) {
    result counts;
    if constexpr (counts_on_device<said_of<Net, std::remove_reference_t<Loader>>>) {
      constexpr index_t classes = class_count<typename result::set>;
      device_counts counted(net.where(), classes, classes);
      for (auto& b : loader) counted.add(eval(net.eval(rows_for(net, b.x))), rows_for(net, b.y));
      counts.confusion += counted;
    } else {
      for (auto& b : loader) counts.confusion.add(net.eval(b.x), b.y);
    }
    return counts;
  } else {
    verdict::report();
    return refuse::stand_in<result>();
  }
}

}  // namespace wellformed::metrics
