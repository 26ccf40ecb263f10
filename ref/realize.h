// realize.h: stage 1. Walks down from the outputs and marks what must be realized.
//
// Seed: _recurse_lb. SPEC R1 to R9. Without recursion: a graph may be a million nodes deep.
#pragma once

#include "ref/decisions.h"

namespace lockstep::ref {

// Fills realizes, reached, masked, users, assign_to and double_reduces. Failure(View) for a COPY of a view.
void mark_realizes(Decisions& d);

}  // namespace lockstep::ref
