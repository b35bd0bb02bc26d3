// SPDX-License-Identifier: Apache-2.0
// Recording of a stream into a CUDA graph.
#include <wellformed/backend/graph.hpp>

#include <vector>

#include "context.cuh"

namespace wellformed::backend {

struct graph::body {
  cuda where;
  cudaGraphExec_t executable = nullptr;
  std::vector<block_pool::recorded> blocks;
};

graph::~graph() {
  if (body_ == nullptr) return;
  auto& on = context_of(body_->where);
  cudaGraphExecDestroy(body_->executable);
  on.pool().release_recorded(body_->blocks);
  delete body_;
}

void graph::launch() const {
  check(cudaGraphLaunch(body_->executable, context_of(body_->where).stream()), "launching a graph");
}

namespace {

/// The stream takes notes from begin to end; whatever happens, it ends.
class notes {
 public:
  explicit notes(context& on) : on_(on) {
    on_.pool().begin_recording();
    on_.set_recording(true);
    auto const status = cudaStreamBeginCapture(on_.stream(), cudaStreamCaptureModeThreadLocal);
    if (status != cudaSuccess) {
      on_.set_recording(false);
      on_.pool().release_recorded(on_.pool().end_recording());
      check(status, "recording a graph");
    }
  }
  notes(notes const&) = delete;
  notes& operator=(notes const&) = delete;

  cudaGraph_t end(std::vector<block_pool::recorded>& blocks) {
    cudaGraph_t noted = nullptr;
    auto const status = cudaStreamEndCapture(on_.stream(), &noted);
    cudaGetLastError();
    on_.set_recording(false);
    blocks = on_.pool().end_recording();
    ended_ = true;
    return status == cudaSuccess ? noted : nullptr;
  }
  ~notes() {
    if (ended_) return;
    std::vector<block_pool::recorded> blocks;
    if (cudaGraph_t const noted = end(blocks)) cudaGraphDestroy(noted);
    on_.pool().release_recorded(blocks);
  }

 private:
  context& on_;
  bool ended_ = false;
};

}  // namespace

namespace {

/// Takes the notes, or null if the work cannot be recorded. Memory that is missing is brought, and the work
/// done once more: it has asked for nothing yet that stays.
cudaGraph_t take_notes(context& on, void (*work)(void*), void* argument,
                       std::vector<block_pool::recorded>& blocks) {
  constexpr int most_attempts = 256;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    std::size_t missing = 0;
    {
      notes taken(on);
      try {
        work(argument);
        return taken.end(blocks);
      } catch (recording_refused const& refusal) {
        missing = refusal.capacity;
      }
    }
    if (missing == 0) return nullptr;
    on.pool().add_free(missing);
  }
  return nullptr;
}

}  // namespace

graph record(cuda where, void (*work)(void*), void* argument) {
  auto& on = context_of(where);
  graph made;
  std::vector<block_pool::recorded> blocks;
  cudaGraph_t const noted = take_notes(on, work, argument, blocks);
  cudaGraphExec_t executable = nullptr;
  auto const status = noted == nullptr ? cudaErrorUnknown : cudaGraphInstantiate(&executable, noted, 0);
  if (noted != nullptr) cudaGraphDestroy(noted);
  if (status != cudaSuccess) {
    cudaGetLastError();
    on.pool().release_recorded(blocks);
    return made;
  }
  made.body_ = new graph::body{where, executable, std::move(blocks)};
  return made;
}

}  // namespace wellformed::backend
