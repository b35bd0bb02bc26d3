// SPDX-License-Identifier: Apache-2.0
// The error record of a GPU and how the host says what stands in it.
#pragma once

#include <wellformed/core/offence.hpp>
#include <wellformed/cuda/error_record.cuh>

namespace wellformed::backend {

char const* text_of(kernel_name kernel) noexcept;

/// As the CPU's errors say it. Throws the text of raise_offence.
[[noreturn]] void raise_record(error_record const& record);

}  // namespace wellformed::backend
