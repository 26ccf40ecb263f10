#include "ref/matcher.h"

#include <algorithm>

namespace lockstep::ref {

bool Pattern::matches(const UOp* uop) const {
  if (std::find(kinds.begin(), kinds.end(), uop->kind) == kinds.end()) return false;
  return !source || (uop->src.size() == 1 && uop->src[0]->kind == *source);
}

const UOp* Rewriter::known(const UOp* uop) const {
  auto found = result_of_.find(uop);
  return found == result_of_.end() ? nullptr : found->second;
}

const UOp* Rewriter::apply_rules(const UOp* uop) const {
  for (const RewriteRule& rule : rules_) {
    if (!rule.pattern.matches(uop)) continue;
    if (const UOp* replaced = rule.apply(uop)) return replaced;
  }
  return nullptr;
}

const UOp* Rewriter::finish(Frame& frame, const UOp*& next) {
  const UOp* uop = frame.uop;
  frame.rebuilt =
      frame.src == uop->src ? uop : arena_.make(uop->kind, uop->dtype, std::move(frame.src), uop->arg);
  if (const UOp* done = known(frame.rebuilt)) return done;
  next = apply_rules(frame.rebuilt);
  return next == nullptr ? frame.rebuilt : nullptr;
}

const UOp* Rewriter::rewrite(const UOp* root) {
  std::vector<Frame> stack = {{root}};
  const UOp* result = known(root);
  if (result != nullptr) return result;
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (result != nullptr && top.rebuilt == nullptr) top.src.push_back(std::exchange(result, nullptr));
    const UOp* next = nullptr;
    if (top.rebuilt == nullptr) {
      if (top.src.size() < top.uop->src.size())
        next = top.uop->src[top.src.size()];
      else
        result = finish(top, next);
    }
    if (result == nullptr) {
      result = known(next);
      if (result == nullptr) stack.push_back({next});
      continue;
    }
    result_of_[top.uop] = result_of_[top.rebuilt] = result;
    stack.pop_back();
  }
  return result;
}

}  // namespace lockstep::ref
