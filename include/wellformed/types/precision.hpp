// SPDX-License-Identifier: Apache-2.0
// How products of floats are computed on a GPU: in full precision, unless a type says otherwise.
#pragma once

namespace wellformed {

/// Inputs rounded to 10 bits of fraction instead of 23, for tensor cores; sums stay float. Only by this name.
struct tf32 {};

}  // namespace wellformed
