// fold.h: stage 4. Takes back realizes: a reduce of a reduce (FUSE_CONV_BW), a reduce of a constant
// (FUSE_ARANGE).
//
// Seed: the two loops after the reduces in _get_output_groups. SPEC R15, R16.
#pragma once

#include "ref/decisions.h"

namespace lockstep::ref {

// Failure(Unrealized) where something to be taken back is not realized.
void fuse_double_reduces(Decisions& d);
void fold_reduces_of_constants(Decisions& d);

}  // namespace lockstep::ref
