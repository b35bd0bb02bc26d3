// SPDX-License-Identifier: Apache-2.0
// A whole file into memory: regular files only, so that a FIFO or a directory is an error and never a wait.
#include "read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <wellformed/core/error.hpp>

namespace wellformed::data {

namespace {

[[noreturn]] void cannot_read(char const* path, char const* why) {
  (message(830) << path << ": " << why).raise();
}

/// Closes the file on every way out.
struct open_file {
  int descriptor;
  ~open_file() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

void check_kind(char const* path, mode_t mode) {
  if (S_ISREG(mode)) return;
  cannot_read(path, S_ISDIR(mode)    ? "is a directory; give the path of a file"
                    : S_ISFIFO(mode) ? "is a pipe and no regular file; write its content to a file first"
                                     : "is no regular file; give the path of a file");
}

}  // namespace

std::string read_file(char const* path, std::size_t budget) {
  open_file const file{
      ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};  // a FIFO without a writer must not block
  if (file.descriptor < 0) cannot_read(path, std::strerror(errno));
  struct stat about{};
  if (::fstat(file.descriptor, &about) != 0) cannot_read(path, std::strerror(errno));
  check_kind(path, about.st_mode);
  auto const size = static_cast<std::size_t>(about.st_size);
  if (size > budget) {
    (message(834) << path << ": has " << size << " bytes, the memory budget is " << budget
                  << "; raise memory_budget of the options")
        .raise();
  }
  std::string text(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    auto const got = ::read(file.descriptor, text.data() + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(path, std::strerror(errno));
    if (got == 0) cannot_read(path, "became shorter while it was read; try again");
    have += static_cast<std::size_t>(got);
  }
  return text;
}

}  // namespace wellformed::data
