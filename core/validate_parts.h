// validate_parts.h: the parts of validate.h that stand in files of their own. Private to the validate*.cpp
// files.
#pragma once

#include "core/graph.h"
#include "core/place.h"

namespace lockstep {

// G2. Every view of the stack reads inside the one before it, the first inside a buffer of `elements`.
void validate_reads(const ShapeTracker& st, std::int64_t elements, const Place& place);
// A reference to one of the first `before` nodes: it exists, its view reads inside it and is no plain one.
void validate_reference(const Graph& graph, const Ref& ref, std::size_t before, const Place& place);
// How many and which shapes and dtypes an op takes (G4).
void validate_shapes(const Graph& graph, const Node& node, const Place& place);
void validate_dtypes(const Graph& graph, const Node& node, const Place& place);
// The target of an ASSIGN: a plain BUFFER, each place of it written at most once.
void validate_target(const Graph& graph, const Node& assign, const Place& place);
// G5.
void validate_hazards(const Graph& graph);

}  // namespace lockstep
