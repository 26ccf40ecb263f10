// pad.h: stage 2. Realizes what is read through a mask but may not be fused under it.
//
// Seed: _is_padding_okay and the loop over simple_pads. SPEC R4.
#pragma once

#include "ref/decisions.h"

namespace lockstep::ref {

// Ops that do not map zeros to zero, as far as the seed knows: EXP2, LOG2, RECIP, IDIV.
bool is_unsafe_under_padding(Op op);

void realize_unsafe_pads(Decisions& d);

}  // namespace lockstep::ref
