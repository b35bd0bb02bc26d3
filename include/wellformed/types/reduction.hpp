// SPDX-License-Identifier: Apache-2.0
// How a loss becomes one number, as types: the result's type says which it was.
#pragma once

namespace wellformed::reduction {

struct none {};  ///< one loss a row
struct sum {};   ///< the sum over all counted rows
struct mean {};  ///< sum and count, divided once, after accumulation

}  // namespace wellformed::reduction
