// SPDX-License-Identifier: Apache-2.0
// Work of a GPU that is recorded once and launched again at the cost of one launch.
#pragma once

#include <utility>

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// A recorded piece of work, or none. The memory that it uses stays its own as long as it exists.
class graph {
 public:
  graph() noexcept = default;
  graph(graph&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  graph& operator=(graph&& other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~graph();

  explicit operator bool() const noexcept { return body_ != nullptr; }
  /// Runs it, in the stream of its GPU. Throws WF654.
  void launch() const;

 private:
  struct body;
  friend graph record(cuda, void (*)(void*), void*);
  body* body_ = nullptr;
};

/// Records what `work(argument)` asks of the GPU, without doing it. No graph comes of work that reads from
/// the GPU, waits for it, brings data from the host or needs more memory than was freed before: it has to be
/// done step by step. What `work` throws is passed on.
graph record(cuda where, void (*work)(void*), void* argument);

}  // namespace wellformed::backend
