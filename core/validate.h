// validate.h: is this a graph? One Error, placed and hinted, for the first thing that is wrong.
//
// Checks G1 to G5 of graph.h. Every reader and the builder go through here, so a scheduler never sees a graph
// that contradicts itself. Each validate_* but the last throws a Failure placed at "node N", "variable NAME" or
// "output N"; its kind is BadInput, Overflow, View or Symbolic.
#pragma once

#include "core/error.h"
#include "core/graph.h"

namespace lockstep {

// Names, ranges and bindings; before any expression over them is read.
void validate_variables(const Graph& graph);
// One node against those before it (G1 to G4).
void validate_node(const Graph& graph, NodeId node);
// Variables, outputs and ASSIGN hazards (G5); every node is taken as checked.
void validate_whole(const Graph& graph);
// All of it, as a value.
Result<void> validate(const Graph& graph);

}  // namespace lockstep
