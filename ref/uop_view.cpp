#include "ref/uop_view.h"

#include <fmt/format.h>

#include "core/error.h"

namespace lockstep::ref {

namespace {

bool has_own_view(UOpKind kind) { return kind == UOpKind::ShapeTracker || kind == UOpKind::Swizzle; }

bool has_no_view(UOpKind kind) {
  return kind == UOpKind::DefineGlobal || kind == UOpKind::Const || kind == UOpKind::DefineVar;
}

// The SHAPETRACKER of a LOAD, STORE or VALID.
const UOp* view_operand(const UOp* uop) {
  switch (uop->kind) {
    case UOpKind::Load:
    case UOpKind::Store:
      return uop->src[1];
    case UOpKind::Valid:
      return uop->src[0];
    default:
      return nullptr;
  }
}

}  // namespace

std::optional<ShapeTracker> UOpViews::from_sources(const UOp* uop) {
  if (has_no_view(uop->kind)) return std::nullopt;
  if (has_own_view(uop->kind)) return uop->st();
  if (const UOp* operand = view_operand(uop)) return operand->st();
  const std::optional<ShapeTracker>* first = nullptr;
  for (const UOp* source : uop->src) {
    const std::optional<ShapeTracker>& st = known_.at(source);
    if (!st) continue;
    if (first == nullptr) first = &st;
    if ((*first)->shape() != st->shape())
      throw Failure(ErrorKind::Shape,
                    fmt::format("SPEC R27: the sources of {} have the shapes {} and {}", name_of(*uop),
                                text_of((*first)->shape()), text_of(st->shape())));
  }
  if (first == nullptr) return std::nullopt;
  if (uop->kind != UOpKind::ReduceAxis) return *first;
  return ShapeTracker::of_shape((*first)->reduced_shape(uop->reduce().axis));
}

const std::optional<ShapeTracker>& UOpViews::of(const UOp* root) {
  std::vector<const UOp*> stack = {root};
  while (!stack.empty()) {
    const UOp* uop = stack.back();
    bool complete = known_.contains(uop);
    if (!complete) {
      complete = true;
      bool asks_sources = !has_no_view(uop->kind) && !has_own_view(uop->kind) && view_operand(uop) == nullptr;
      if (asks_sources)
        for (const UOp* source : uop->src)
          if (!known_.contains(source)) stack.push_back(source), complete = false;
      if (complete) known_.emplace(uop, from_sources(uop));
    }
    if (complete) stack.pop_back();
  }
  return known_.at(root);
}

const Dims& UOpViews::shape_of(const UOp* uop) {
  const std::optional<ShapeTracker>& st = of(uop);
  if (!st) throw Failure(ErrorKind::Shape, fmt::format("SPEC R27: a {} has no shape", name_of(*uop)));
  return st->shape();
}

const UOp* ViewChange::at_hand(const UOp* uop) {
  auto found = changed_.find(uop);
  if (found != changed_.end()) return found->second;
  if (uop->kind == UOpKind::ShapeTracker) {
    ShapeTracker changed = change_(uop->st());
    return changed == uop->st() ? uop : arena_.make(uop->kind, uop->dtype, {}, std::move(changed));
  }
  if (uop->src.empty()) return uop;
  const std::optional<ShapeTracker>& st = views_.of(uop);
  return st && *st == change_(*st) ? uop : nullptr;
}

const UOp* ViewChange::apply(const UOp* root) {
  const UOp* result = at_hand(root);
  if (result != nullptr) return result;
  std::vector<Frame> stack = {{root}};
  while (true) {
    Frame& top = stack.back();
    if (result != nullptr) top.src.push_back(std::exchange(result, nullptr));
    if (top.src.size() < top.uop->src.size()) {
      const UOp* source = top.uop->src[top.src.size()];
      result = at_hand(source);
      if (result == nullptr) stack.push_back({source});
      continue;
    }
    const UOp* uop = top.uop;
    result = top.src == uop->src ? uop : arena_.make(uop->kind, uop->dtype, std::move(top.src), uop->arg);
    changed_.emplace(uop, result);
    stack.pop_back();
    if (stack.empty()) return result;
  }
}

}  // namespace lockstep::ref
