#include "cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

namespace lockstep {

Progress::Progress(std::size_t total) : total_(total), on_terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::show(std::size_t done, std::size_t failed) {
  auto now = std::chrono::steady_clock::now();
  if (!on_terminal_ || now - last_ < std::chrono::milliseconds(100)) return;
  fmt::print(stderr, "\r{} of {}, {} failed", done, total_, failed);
  std::fflush(stderr);
  last_ = now;
  visible_ = true;
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
  visible_ = false;
}

}  // namespace lockstep
