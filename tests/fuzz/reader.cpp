// SPDX-License-Identifier: Apache-2.0
// The libFuzzer target of one reader, named by READER: any bytes give numbers or an error of the library.
#include "../data/reading.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  reading::error_of(READER, {reinterpret_cast<char const*>(bytes), size});
  return 0;
}
