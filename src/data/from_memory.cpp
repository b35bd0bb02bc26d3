// SPDX-License-Identifier: Apache-2.0
// Rows of in-memory columns, and their names in errors.
#include <wellformed/data/from_memory.hpp>

#include <cstdio>

namespace wellformed::data {

column_name::column_name(std::size_t at) {
  char const* const role = at == 0 ? " (x)" : at == 1 ? " (y)" : "";
  std::snprintf(text, sizeof text, "column %u%s", static_cast<unsigned>(at % 1000), role);
}

index_t row_count(index_t values, index_t fields, char const* where, findings& into) {
  if (fields == 0 || values % fields != 0) {
    into.add(message(807) << where << ": " << values << " values do not fill rows of " << fields
                          << "; check the number of columns of the schema");
  }
  return fields == 0 ? 0 : values / fields;
}

void check_same_rows(index_t rows, index_t first, char const* where, findings& into) {
  if (rows == first) return;
  into.add(message(821) << where << " has " << rows << " rows, column 0 (x) has " << first
                        << "; give every column the same rows");
}

}  // namespace wellformed::data
