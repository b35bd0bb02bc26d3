// SPDX-License-Identifier: Apache-2.0
// The names of kernels in printed errors.
#include "error_record.cuh"

namespace wellformed::backend {

namespace {

/// In the order of kernel_name.
constexpr char const* names[] = {"none",
                                 "cross_entropy",
                                 "nll_loss",
                                 "kl_div",
                                 "binary_cross_entropy",
                                 "binary_cross_entropy_with_logits",
                                 "mse_loss",
                                 "l1_loss",
                                 "huber_loss",
                                 "gather",
                                 "embedding",
                                 "one_hot",
                                 "argmax",
                                 "confusion",
                                 "softmax",
                                 "layer_norm",
                                 "batch_norm",
                                 "dropout",
                                 "matmul",
                                 "assume",
                                 "sgd",
                                 "adam",
                                 "adamw",
                                 "check_finite",
                                 "a kernel of the program"};
static_assert(sizeof names / sizeof *names == static_cast<unsigned>(kernel_name::count), "a name each");

}  // namespace

char const* text_of(kernel_name kernel) noexcept {
  auto const at = static_cast<unsigned>(kernel);
  return at < static_cast<unsigned>(kernel_name::count) ? names[at] : "an unknown kernel";
}

void raise_record(error_record const& record) {
  raise_offence({record.code, text_of(static_cast<kernel_name>(record.kernel)), record.row, record.value,
                 record.limit});
}

}  // namespace wellformed::backend
