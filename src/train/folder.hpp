// SPDX-License-Identifier: Apache-2.0
// The folder of a run: made if missing, written with errors that name the file and the system's reason.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace wellformed::train {

/// A text file opened for writing. Throws WF840 if it cannot be opened, WF841 if a write fails.
class text_file {
 public:
  explicit text_file(std::string path);
  text_file(text_file const&) = delete;
  text_file& operator=(text_file const&) = delete;
  ~text_file();

  void write(std::string_view text);
  void flush();

 private:
  std::string path_;
  std::FILE* file_;
};

/// Makes `path` and its parents. Throws WF840 if that fails.
void make_folder(std::string const& path);
/// Replaces the file's content.
void write_file(std::string const& path, std::string_view text);

}  // namespace wellformed::train
