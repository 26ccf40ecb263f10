// decisions.h: what the stages before lowering decide, and hand on to each other.
//
// Seed: the tables that _get_output_groups passes round. realize.cpp fills all but reduce_of; pad.cpp adds to
// realizes; group.cpp fills reduce_of and adds to realizes; fold.cpp takes from realizes.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/graph.h"
#include "core/options.h"
#include "core/reason.h"
#include "ref/node_set.h"

namespace lockstep::ref {

struct Decisions {
  const Graph& graph;
  const Options& options;
  Recorder* recorder = nullptr;

  NodeSet realizes;                              // what gets a buffer, in the order of decision
  std::vector<NodeId> reached;                   // every unrealized node under the outputs, users first
  NodeSet masked;                                // nodes read through a mask: their padding must be safe
  std::vector<std::vector<NodeId>> users;        // node → the reached nodes that read it, each once
  std::unordered_map<NodeId, NodeId> assign_to;  // assigned BUFFER → the last ASSIGN reached
  std::vector<NodeId> double_reduces;            // a reduce of a view of a reduce of the same kind
  std::unordered_map<NodeId, NodeId> reduce_of;  // realized node → the reduce that its kernel holds
  std::vector<NodeId> reduces_of_constants;      // sums of a CONST: candidates for folding

  Decisions(const Graph& g, const Options& o, Recorder* r)
      : graph(g), options(o), recorder(r), users(g.size()) {}
};

}  // namespace lockstep::ref
