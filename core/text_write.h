// text_write.h: the parts of the writers that cases share. Private to text_*.cpp.
#pragma once

#include <string>

#include "core/graph.h"
#include "core/schedule.h"

namespace lockstep {

std::string node_text(const Graph& graph, NodeId id);  // "n3 = add n1 n2", without the line's end
void append_graph(std::string& out, const Graph& graph);
void append_schedule(std::string& out, const Schedule& schedule);

}  // namespace lockstep
