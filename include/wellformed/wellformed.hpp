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
#include <wellformed/loss/cross_entropy.hpp>
#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/unary.hpp>
