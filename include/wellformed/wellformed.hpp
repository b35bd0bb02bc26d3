// SPDX-License-Identifier: Apache-2.0
// Everything. The refusals come first: compilers print the include stack of the sentence.
#pragma once

#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/loss.hpp>
#include <wellformed/refuse/loss_target.hpp>
#include <wellformed/refuse/mode.hpp>
#include <wellformed/loss/binary_cross_entropy.hpp>
#include <wellformed/loss/cross_entropy.hpp>
#include <wellformed/loss/kl_div.hpp>
#include <wellformed/loss/loss_of.hpp>
#include <wellformed/loss/nll_loss.hpp>
#include <wellformed/loss/regression.hpp>
#include <wellformed/nn/activation.hpp>
#include <wellformed/nn/batch_norm.hpp>
#include <wellformed/nn/initialise.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/sequential.hpp>
#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/unary.hpp>
#include <wellformed/metrics/accuracy.hpp>
#include <wellformed/metrics/confusion.hpp>
#include <wellformed/metrics/evaluate.hpp>
#include <wellformed/optim/adam.hpp>
#include <wellformed/optim/schedule.hpp>
#include <wellformed/optim/sgd.hpp>
#include <wellformed/train/run.hpp>
#include <wellformed/train/step.hpp>
