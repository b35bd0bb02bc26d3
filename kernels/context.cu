// SPDX-License-Identifier: Apache-2.0
// Contexts: one a GPU, made under a lock at first use.
#include "context.cuh"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include <cublasLt.h>

#include <wellformed/tensor/transfer.hpp>

namespace wellformed::backend {

namespace {

constexpr int most_devices = 64;
constexpr int least_compute = 75;  // what the toolkit's oldest target is

/// Shows whether the program holds code for the device.
__global__ void probe() {}

struct context_table {
  std::mutex lock;
  std::array<std::atomic<context*>, most_devices> at{};
  static context_table& get() {
    static context_table& one = *new context_table;  // handles may outlive static objects
    return one;
  }
};

std::atomic<bool>& launches_are_synchronous() {
  static std::atomic<bool> on = [] {
    char const* const value = std::getenv("WELLFORMED_SYNCHRONOUS");
    return value != nullptr && value[0] != '\0' && value[0] != '0';
  }();
  return on;
}

/// Number of devices, or the reason why there is none.
int count_devices() {
  int count = 0, driver = 0, runtime = 0;
  auto const status = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (status == cudaSuccess && count > 0) return count;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  raise_no_device(status, driver, runtime);
}

int attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, ordinal), "asking for a GPU's properties");
  return value;
}

/// Throws WF652 for a device that has no code in this program.
void check_code(int ordinal) {
  int const compute = attribute(cudaDevAttrComputeCapabilityMajor, ordinal) * 10 +
                      attribute(cudaDevAttrComputeCapabilityMinor, ordinal);
  cudaFuncAttributes found{};
  auto const status = cudaFuncGetAttributes(&found, reinterpret_cast<void const*>(&probe));
  cudaGetLastError();
  if (compute < least_compute || status == cudaErrorNoKernelImageForDevice ||
      status == cudaErrorInvalidDeviceFunction || status == cudaErrorUnsupportedPtxVersion) {
    raise_no_code(ordinal, compute);
  }
  check(status, "loading the kernels");
}

cudaStream_t make_stream() {
  cudaStream_t made = nullptr;
  check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "making a stream");
  return made;
}

void close_all() {
  for (auto& entry : context_table::get().at) {
    if (auto* const open = entry.load()) open->close();
  }
}

context& make_context(int ordinal) {
  int const count = count_devices();
  if (ordinal < 0 || ordinal >= count || ordinal >= most_devices) raise_no_ordinal(ordinal, count);
  auto& table = context_table::get();
  std::lock_guard const guard(table.lock);
  auto& entry = table.at[static_cast<std::size_t>(ordinal)];
  if (auto* const found = entry.load()) return *found;
  static bool const closes = std::atexit(close_all) == 0;
  static_cast<void>(closes);
  check(cudaSetDevice(ordinal), "choosing a GPU");
  check_code(ordinal);
  auto* const made = new context(ordinal);
  entry.store(made);
  return *made;
}

}  // namespace

struct context::landing {
  static constexpr std::size_t small = 4096;
  error_record found;
  error_record free;
  unsigned char bytes[small];
};

context::context(int of_ordinal)
    : ordinal_(of_ordinal),
      multiprocessors_(attribute(cudaDevAttrMultiProcessorCount, of_ordinal)),
      shared_bytes_(static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, of_ordinal))),
      stream_(make_stream()),
      staging_(stream_) {
  void* pinned = nullptr;
  check(cudaMalloc(&word_, sizeof *word_), "making the error record");
  check(cudaMallocHost(&pinned, sizeof(landing)), "making the error record");
  landing_ = ::new (pinned) landing;
  memory_ = new block_pool(of_ordinal, stream_);
  clear_record();
  check(cudaStreamSynchronize(stream_), "making the error record");
}

void context::clear_record() {
  check(cudaMemcpyAsync(word_, &landing_->free, sizeof *word_, cudaMemcpyHostToDevice, stream_),
        "clearing an error");
}

void context::copy_out(void* to, void const* from, std::size_t bytes) {
  constexpr char const* what = "waiting for a GPU";
  if (records_) throw recording_refused{};
  std::lock_guard const guard(lock_);
  bool const lands = bytes <= landing::small;
  if (bytes > 0) {
    check(cudaMemcpyAsync(lands ? landing_->bytes : to, from, bytes, cudaMemcpyDeviceToHost, stream_), what);
  }
  check(cudaMemcpyAsync(&landing_->found, word_, sizeof *word_, cudaMemcpyDeviceToHost, stream_), what);
  check(cudaStreamSynchronize(stream_), what);
  if (landing_->found.state != 0) {
    error_record const found = landing_->found;
    clear_record();
    raise_record(found);
  }
  if (lands && bytes > 0) std::memcpy(to, landing_->bytes, bytes);
}

cublasLtContext* context::blas() const {
  static std::mutex lock;
  std::lock_guard const guard(lock);
  if (blas_ == nullptr && cublasLtCreate(&blas_) != CUBLAS_STATUS_SUCCESS) {
    (message(654) << "cuBLASLt cannot be used on GPU " << ordinal_
                  << "; see that its library fits the driver")
        .raise();
  }
  return blas_;
}

void* context::workspace() const {
  static std::mutex lock;
  std::lock_guard const guard(lock);
  if (workspace_ == nullptr) workspace_ = memory_->allocate(*memory_, workspace_bytes());
  return workspace_;
}

void context::close() noexcept {
  if (workspace_ != nullptr) memory_->release(*memory_, workspace_, workspace_bytes());
  workspace_ = nullptr;
  memory_->close();
  if (blas_ != nullptr) cublasLtDestroy(blas_);
  blas_ = nullptr;
  staging_.close();
  cudaFree(word_);
  cudaFreeHost(landing_);
}

context& context_of(cuda where) {
  auto const at = static_cast<unsigned>(where.ordinal);
  auto* const found =
      at < most_devices ? context_table::get().at[at].load(std::memory_order_acquire) : nullptr;
  if (found == nullptr) return make_context(where.ordinal);
  int current = -1;
  if (cudaGetDevice(&current) != cudaSuccess || current != where.ordinal) {
    check(cudaSetDevice(where.ordinal), "choosing a GPU");
  }
  return *found;
}

void check_launch(char const* kernel) {
  check(cudaGetLastError(), kernel);
  if (!launches_are_synchronous().load(std::memory_order_relaxed)) return;
  int ordinal = 0;
  check(cudaGetDevice(&ordinal), kernel);
  auto& here = context_of(cuda{ordinal});
  auto capturing = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(here.stream(), &capturing), kernel);
  if (capturing != cudaStreamCaptureStatusNone) return;  // nothing runs yet
  check(cudaStreamSynchronize(here.stream()), kernel);   // so that a fault is named after the kernel
  here.synchronise();
}

void copy_in(cuda where, void* to, void const* from, std::size_t bytes) {
  if (bytes != 0) context_of(where).copy_in(to, from, bytes);
}
void copy_out(cuda where, void* to, void const* from, std::size_t bytes) {
  context_of(where).copy_out(to, from, bytes);
}

}  // namespace wellformed::backend

namespace wellformed {

device_memory* cuda::memory() const { return &backend::context_of(*this).memory(); }

int cuda_device_count() noexcept {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();
  return 0;
}

void synchronise(cuda where) { backend::context_of(where).synchronise(); }
pool_figures device_pool(cuda where) { return backend::context_of(where).pool().figures(); }
void release_device_pool(cuda where) { backend::context_of(where).pool().release_kept(); }
void synchronous_launches(bool on) noexcept { backend::launches_are_synchronous() = on; }
bool synchronous_launches() noexcept { return backend::launches_are_synchronous(); }

}  // namespace wellformed
