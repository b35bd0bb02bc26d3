// SPDX-License-Identifier: Apache-2.0
// Where progress goes (terminal or not, colours or not) and how often.
#include "train/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace wellformed::train {

namespace {

constexpr double terminal_interval = 0.1;
constexpr double plain_interval = 30.0;
constexpr std::size_t bar_width = 20;

// A line that the terminal would break could not be rewritten.
std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  char const* const told = std::getenv("COLUMNS");
  auto const columns = told == nullptr ? 0 : std::strtoul(told, nullptr, 10);
  return columns > 1 ? columns : 80;
}

bool stdout_is_terminal() {
  char const* kind = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && kind != nullptr && std::strcmp(kind, "dumb") != 0;
}

// https://no-color.org: present and not empty switches colours off.
bool wants_colour() {
  char const* off = std::getenv("NO_COLOR");
  return off == nullptr || *off == '\0';
}

}  // namespace

std::string duration_text(double seconds) {
  auto const all = static_cast<long>(std::ceil(seconds));
  char text[48];
  if (all >= 3600) {
    std::snprintf(text, sizeof(text), "%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
  } else {
    std::snprintf(text, sizeof(text), "%ld:%02ld", all / 60, all % 60);
  }
  return text;
}

std::string progress_text(progress_figures const& figures, bool on_terminal) {
  char piece[96];
  std::string text = "epoch " + std::to_string(figures.epoch), rest;
  if (figures.epochs > 0) text += "/" + std::to_string(figures.epochs);
  auto const done = std::min(figures.batch, figures.batches);
  if (figures.batches > 0) {
    std::snprintf(piece, sizeof(piece), "  %3d %%", static_cast<int>(100 * done / figures.batches));
  } else {
    std::snprintf(piece, sizeof(piece), "  batch %lld", static_cast<long long>(figures.batch));
  }
  rest += piece;
  std::snprintf(piece, sizeof(piece), "  loss %.4f  %.0f rows/s", figures.loss, figures.rows_per_second);
  rest += piece;
  if (figures.seconds_left >= 0) rest += "  left " + duration_text(figures.seconds_left);
  // The bar is left out where it would cost the end of the line.
  if (on_terminal && figures.batches > 0 && text.size() + bar_width + 3 + rest.size() < terminal_columns()) {
    auto const filled = static_cast<std::size_t>(static_cast<index_t>(bar_width) * done / figures.batches);
    text += " [" + std::string(filled, '=') + std::string(bar_width - filled, ' ') + ']';
  }
  return text + rest;
}

progress::progress(display how, double now)
    : visible_(how != display::silent),
      terminal_(how == display::terminal || (how == display::automatic && stdout_is_terminal())),
      colour_(terminal_ && wants_colour()),
      last_(terminal_ ? now - terminal_interval : now) {}

bool progress::is_due(double now) const {
  return visible_ && now - last_ >= (terminal_ ? terminal_interval : plain_interval);
}

void progress::show(std::string const& text, double now) {
  last_ = now;
  if (!terminal_) {
    std::printf("%s\n", text.c_str());
  } else if (colour_) {
    std::printf("\r\x1b[2m%s\x1b[0m\x1b[K", text.substr(0, terminal_columns() - 1).c_str());
  } else {
    std::printf("\r%s\x1b[K", text.substr(0, terminal_columns() - 1).c_str());
  }
  drawn_ = terminal_;
  std::fflush(stdout);
}

void progress::clear() {
  if (drawn_) std::printf("\r\x1b[K");
  drawn_ = false;
}

void progress::print(std::string const& text) {
  if (!visible_) return;
  clear();
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace wellformed::train
