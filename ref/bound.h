// bound.h: how often nodes may be met through differing views before a stage gives up (SPEC R37).
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/graph.h"

namespace lockstep::ref {

// Counts (node, view) pairs of one kernel or one search. A node is met through one view, or a few; a diamond of
// differing views doubles them at every level.
class ViewBound {
 public:
  ViewBound(const Graph& graph, const char* where) : limit_(limit_of(graph)), where_(where) {}

  void count(NodeId node) {
    if (++met_ <= limit_) return;
    throw Failure(
        ErrorKind::TooLarge,
        fmt::format("SPEC R37: more than {} views of nodes while {} (at node {})", limit_, where_, node.value),
        "realize a node that is read through many different views");
  }

  static std::size_t limit_of(const Graph& graph) { return std::max<std::size_t>(1 << 16, 64 * graph.size()); }

 private:
  std::size_t limit_;
  const char* where_;
  std::size_t met_ = 0;
};

}  // namespace lockstep::ref
