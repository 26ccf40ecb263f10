// swizzle.h: stage 7. Moves the views that lowering left on top of reduces up to the loads and down to the
// stores.
//
// Seed: reduceop_fusor and its four rules. SPEC R28 to R31.
#pragma once

#include "core/uop.h"

namespace lockstep::ref {

// The AST with its SWIZZLEs pushed. Failure(Shape, View) where one can be pushed neither way.
const UOp* push_swizzles(const UOp* sink, UOpArena& arena);

}  // namespace lockstep::ref
