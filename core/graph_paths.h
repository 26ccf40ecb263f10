// graph_paths.h: is there a path from one node to another, asked about many pairs at once.
#pragma once

#include <utility>
#include <vector>

#include "core/graph.h"

namespace lockstep {

using NodePair = std::pair<NodeId, NodeId>;  // the smaller id first

// Those pairs whose second node depends on the first by no path, ascending, each once.
std::vector<NodePair> without_path(const Graph& graph, std::vector<NodePair> pairs);

}  // namespace lockstep
