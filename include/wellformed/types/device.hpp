// SPDX-License-Identifier: Apache-2.0
// Where the elements of a tensor live. Operands of two devices do not meet.
#pragma once

namespace wellformed {

struct host {};  ///< memory of the process
struct cuda {};  ///< memory of an NVIDIA GPU; the ordinal is in the handle

}  // namespace wellformed
