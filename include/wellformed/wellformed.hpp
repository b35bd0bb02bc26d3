// SPDX-License-Identifier: Apache-2.0
// Everything. The refusals come first: compilers print the include stack of the sentence.
#pragma once

#if __cplusplus < 202002L
#error "[WF001] Wellformed is C++20: compile with -std=c++20; with CMake, link wellformed::wellformed"
#else

// clang-format off
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/axis_use.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/data.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/domain.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/loss.hpp>
#include <wellformed/refuse/loss_sum.hpp>
#include <wellformed/refuse/loss_target.hpp>
#include <wellformed/refuse/mode.hpp>
// clang-format on

#include <wellformed/backend/count.hpp>
#include <wellformed/data/csv.hpp>
#include <wellformed/data/from_memory.hpp>
#include <wellformed/data/idx.hpp>
#include <wellformed/data/move_to.hpp>
#include <wellformed/data/npy.hpp>
#include <wellformed/data/zip.hpp>
#include <wellformed/expr/share.hpp>
#include <wellformed/loss/binary_cross_entropy.hpp>
#include <wellformed/loss/combine.hpp>
#include <wellformed/loss/cross_entropy.hpp>
#include <wellformed/loss/kl_div.hpp>
#include <wellformed/loss/loss_of.hpp>
#include <wellformed/loss/nll_loss.hpp>
#include <wellformed/loss/regression.hpp>
#include <wellformed/metrics/accuracy.hpp>
#include <wellformed/metrics/calibration.hpp>
#include <wellformed/metrics/confusion.hpp>
#include <wellformed/metrics/evaluate.hpp>
#include <wellformed/metrics/ranking.hpp>
#include <wellformed/metrics/regression_errors.hpp>
#include <wellformed/nn/activation.hpp>
#include <wellformed/nn/batch_norm.hpp>
#include <wellformed/nn/dropout.hpp>
#include <wellformed/nn/embedding.hpp>
#include <wellformed/nn/flatten.hpp>
#include <wellformed/nn/heads.hpp>
#include <wellformed/nn/initialise.hpp>
#include <wellformed/nn/layer_norm.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/move_to.hpp>
#include <wellformed/nn/parameters.hpp>
#include <wellformed/nn/replace_head.hpp>
#include <wellformed/nn/residual.hpp>
#include <wellformed/nn/sequential.hpp>
#include <wellformed/nn/softmax.hpp>
#include <wellformed/nn/tied.hpp>
#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/assume.hpp>
#include <wellformed/op/broadcast.hpp>
#include <wellformed/op/cast.hpp>
#include <wellformed/op/gather.hpp>
#include <wellformed/op/label.hpp>
#include <wellformed/op/masked_fill.hpp>
#include <wellformed/op/matmul.hpp>
#include <wellformed/op/permute.hpp>
#include <wellformed/op/print.hpp>
#include <wellformed/op/reduce.hpp>
#include <wellformed/op/relabel.hpp>
#include <wellformed/op/reshape.hpp>
#include <wellformed/op/slice.hpp>
#include <wellformed/op/softmax.hpp>
#include <wellformed/op/unary.hpp>
#include <wellformed/optim/adam.hpp>
#include <wellformed/optim/schedule.hpp>
#include <wellformed/optim/sgd.hpp>
#include <wellformed/train/run.hpp>
#include <wellformed/train/step.hpp>
#include <wellformed/types/cuda_device.hpp>
#include <wellformed/types/launch_shape.hpp>

#endif
