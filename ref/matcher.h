// matcher.h: rules that rewrite a UOp, and their use on a whole AST until none applies.
//
// Seed: PatternMatcher and graph_rewrite. SPEC R27.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/reason.h"
#include "core/uop.h"

namespace lockstep::ref {

// Matches a UOp of one of `kinds`; where `source` is given, one with a single source of that kind.
struct Pattern {
  std::vector<UOpKind> kinds;
  std::optional<UOpKind> source = {};
  bool matches(const UOp* uop) const;
};

struct RewriteRule {
  Rule number;
  Pattern pattern;
  std::function<const UOp*(const UOp*)> apply;  // null: does not apply after all
};

// Rewrites sources before users. Each UOp is offered to the rules in order; the first that answers replaces it,
// and the replacement is rewritten in turn. Equal UOps are rewritten once.
class Rewriter {
 public:
  Rewriter(UOpArena& arena, const std::vector<RewriteRule>& rules) : arena_(arena), rules_(rules) {}
  const UOp* rewrite(const UOp* root);

 private:
  struct Frame {
    const UOp* uop;
    Sources src = {};
    const UOp* rebuilt = nullptr;  // set once the sources are done, while its replacement is rewritten
  };
  const UOp* known(const UOp* uop) const;
  const UOp* apply_rules(const UOp* uop) const;
  // The result for the frame; null after setting `rebuilt` and leaving a replacement to rewrite in `next`.
  const UOp* finish(Frame& frame, const UOp*& next);

  UOpArena& arena_;
  const std::vector<RewriteRule>& rules_;
  std::unordered_map<const UOp*, const UOp*> result_of_;
};

}  // namespace lockstep::ref
