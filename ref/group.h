// group.h: stage 3. Pairs every reduce with the realized nodes that share its kernel, or realizes it.
//
// Seed: _recursive_group, _get_isolated_children and the loop over reduces. SPEC R10 to R14.
#pragma once

#include "ref/decisions.h"

namespace lockstep::ref {

// Fills reduce_of and reduces_of_constants and adds to realizes. Failure(TooLarge) past SPEC R37.
void group_reduces(Decisions& d);

}  // namespace lockstep::ref
