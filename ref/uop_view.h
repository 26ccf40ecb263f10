// uop_view.h: through which ShapeTracker a UOp of an AST is seen, and how to change it for all below it.
//
// Seed: UOp.st and st_fixup. SPEC R27.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "core/uop.h"

namespace lockstep::ref {

// Remembers what it has worked out: one object for one AST's rewriting.
class UOpViews {
 public:
  // Absent for buffers, constants and variables. Failure(Shape) where sources differ in shape.
  const std::optional<ShapeTracker>& of(const UOp* uop);
  const Dims& shape_of(const UOp* uop);  // Failure(Shape) where there is none

 private:
  std::optional<ShapeTracker> from_sources(const UOp* uop);
  std::unordered_map<const UOp*, std::optional<ShapeTracker>> known_;
};

// Applies a change of view to every SHAPETRACKER at or below a UOp, through reduces too. UOps whose view the
// change leaves as it is stay as they are. Call it on several UOps to share what it has made.
class ViewChange {
 public:
  using Change = std::function<ShapeTracker(const ShapeTracker&)>;
  ViewChange(UOpArena& arena, UOpViews& views, Change change)
      : arena_(arena), views_(views), change_(std::move(change)) {}
  const UOp* apply(const UOp* root);

 private:
  struct Frame {
    const UOp* uop;
    Sources src = {};
  };
  const UOp* at_hand(const UOp* uop);  // null if its sources must be changed first

  UOpArena& arena_;
  UOpViews& views_;
  Change change_;
  std::unordered_map<const UOp*, const UOp*> changed_;
};

}  // namespace lockstep::ref
