#include "core/schedule.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

namespace {

// Every UOp below the root, each once, in first-visit post-order, sources left to right. No recursion: an AST
// is as deep as its graph.
std::vector<const UOp*> post_order(const UOp* root) {
  struct Frame {
    const UOp* uop;
    std::size_t next;
  };
  std::vector<const UOp*> order;
  std::unordered_set<const UOp*> met = {root};
  std::vector<Frame> stack = {{root, 0}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next < top.uop->src.size()) {
      const UOp* source = top.uop->src[top.next++];
      if (met.insert(source).second) stack.push_back({source, 0});
      continue;
    }
    order.push_back(top.uop);
    stack.pop_back();
  }
  return order;
}

bool is_symbolic(const UOp* uop) {
  const ShapeTracker* st = std::get_if<ShapeTracker>(&uop->arg);
  return st != nullptr &&
         std::any_of(st->views().begin(), st->views().end(), [](const View& view) { return view.symbolic(); });
}

ShapeTracker without_bindings(const ShapeTracker& st) {
  std::vector<View> views;
  for (const View& view : st.views()) views.push_back(view.unbound());
  return ShapeTracker(std::move(views));
}

// The same AST in another arena, where views that differ only in what their variables are bound to are one.
const UOp* unbound(const std::vector<const UOp*>& order, UOpArena& arena) {
  std::unordered_map<const UOp*, const UOp*> made;
  for (const UOp* uop : order) {
    Sources src;
    for (const UOp* source : uop->src) src.push_back(made.at(source));
    UOpArg arg = is_symbolic(uop) ? UOpArg(without_bindings(uop->st())) : uop->arg;
    made[uop] = arena.make(uop->kind, uop->dtype, std::move(src), std::move(arg));
  }
  return made.at(order.back());
}

}  // namespace

Ast canonical(const UOp* root, const std::map<std::int64_t, std::int64_t>& place_of) {
  std::vector<const UOp*> order = post_order(root);
  UOpArena arena;
  if (std::any_of(order.begin(), order.end(), is_symbolic)) order = post_order(unbound(order, arena));
  std::unordered_map<const UOp*, std::uint32_t> places;
  Ast ast;
  for (const UOp* uop : order) {
    AstNode node{uop->kind, uop->dtype, {}, uop->arg};
    for (const UOp* source : uop->src) node.src.push_back(places.at(source));
    if (uop->kind == UOpKind::DefineGlobal) node.arg = place_of.at(std::get<std::int64_t>(uop->arg));
    places[uop] = static_cast<std::uint32_t>(ast.size());
    ast.push_back(std::move(node));
  }
  return ast;
}

std::string_view name_of(const AstNode& node) {
  return node.kind == UOpKind::Alu ? name_of(std::get<Op>(node.arg)) : name_of(node.kind);
}

std::size_t Schedule::compute_kernels() const {
  return static_cast<std::size_t>(
      std::count_if(kernels.begin(), kernels.end(), [](const Kernel& k) { return k.computes(); }));
}

}  // namespace lockstep
