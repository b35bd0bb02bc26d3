// SPDX-License-Identifier: Apache-2.0
// File output of a run with its errors.
#include "train/folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <wellformed/core/error.hpp>

namespace wellformed::train {

namespace {

[[noreturn]] void raise_unwritable(std::string const& path, char const* reason) {
  message text(840);
  text << "train::run: " << path.c_str() << " cannot be written: " << reason
       << "; give a folder that you may write, such as train::run run(\"my-run\")";
  text.raise();
}

[[noreturn]] void raise_lost(std::string const& path, char const* reason) {
  message text(841);
  text << "train::run: writing " << path.c_str() << " failed: " << reason << "; make room, then run again";
  text.raise();
}

}  // namespace

text_file::text_file(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "w")) {
  if (file_ == nullptr) raise_unwritable(path_, std::strerror(errno));
}

text_file::~text_file() { std::fclose(file_); }

void text_file::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) raise_lost(path_, std::strerror(errno));
}

void text_file::flush() {
  if (std::fflush(file_) != 0) raise_lost(path_, std::strerror(errno));
}

void make_folder(std::string const& path) {
  if (path.empty()) raise_unwritable("\"\"", "the name is empty");
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (problem) raise_unwritable(path, problem.message().c_str());
  if (!std::filesystem::is_directory(path, problem)) raise_unwritable(path, "it is a file, not a folder");
}

void write_file(std::string const& path, std::string_view text) {
  text_file file(path);
  file.write(text);
  file.flush();
}

}  // namespace wellformed::train
