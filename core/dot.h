// dot.h: pictures for Graphviz: a graph, and a graph with its kernels as clusters.
#pragma once

#include <string>

#include "core/graph.h"
#include "core/schedule.h"

namespace lockstep {

std::string to_dot(const Graph& graph);
std::string to_dot(const Graph& graph, const Schedule& schedule);

}  // namespace lockstep
