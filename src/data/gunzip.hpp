// SPDX-License-Identifier: Apache-2.0
// Unpacking of gzip, with a cap.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wellformed::data {

constexpr bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// How long a file will be, from its first bytes; SIZE_MAX as long as they do not say.
using promised_size = std::size_t (*)(std::string_view begin);

/// The unpacked bytes. Stops one byte behind what the content promises, so that the caller sees that there is
/// more. Throws WF838 on damage, WF834 beyond the budget, WF844 in a build without zlib.
std::string gunzip(char const* name, std::string_view packed, std::size_t budget, promised_size promised);

}  // namespace wellformed::data
