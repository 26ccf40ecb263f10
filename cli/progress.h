// progress.h: one line on stderr that tells how far long work is; nothing where stderr is no terminal.
#pragma once

#include <chrono>
#include <cstddef>

namespace lockstep {

class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, std::size_t failed);  // at most ten times a second
  void clear();                                     // before anything else is printed

 private:
  std::size_t total_;
  bool on_terminal_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point last_ = {};
};

}  // namespace lockstep
