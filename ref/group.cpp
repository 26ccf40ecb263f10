#include "ref/group.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ref/bound.h"

namespace lockstep::ref {

namespace {

struct SeenThrough {
  NodeId node;
  ShapeTracker st;
  bool operator==(const SeenThrough&) const = default;
};

struct HashSeenThrough {
  std::size_t operator()(const SeenThrough& s) const { return s.st.hash() * 31 + s.node.value; }
};

// The different references by which `user` reads `node`.
std::vector<const Ref*> references_to(const Node& user, NodeId node) {
  std::vector<const Ref*> refs;
  for (const Ref& r : user.src) {
    if (r.node != node) continue;
    if (std::none_of(refs.begin(), refs.end(), [&](const Ref* known) { return *known == r; }))
      refs.push_back(&r);
  }
  return refs;
}

// SPEC R10. Looks down the users of `start` for realized nodes that may share its kernel: read contiguously, of
// its size, without a reduce on the way or one of their own. If any user cannot share, `start` itself joins.
class GroupSearch {
 public:
  GroupSearch(const Decisions& d, NodeId start)
      : d_(d),
        start_(start),
        size_(d.graph[start].size()),
        bound_(d.graph, "looking for the users of a reduce") {}

  void run(NodeSet& group) {
    group_ = &group;
    enter(start_, ShapeTracker::of_shape(d_.graph[start_].shape));
    while (!stack_.empty()) step();
  }

 private:
  struct Frame {
    NodeId node;
    ShapeTracker st;
    std::size_t next;
  };

  void enter(NodeId node, ShapeTracker st) {
    if (!seen_.insert({node, st}).second) return;
    bound_.count(node);
    if (!d_.realizes.contains(node) || node == start_) {
      stack_.push_back({node, std::move(st), 0});
      return;
    }
    bool shares = st.contiguous() && st.size() == size_ && !d_.reduce_of.contains(node);
    if (!shares) group_->insert(start_);
    group_->insert(node);
  }

  void step() {
    Frame& top = stack_.back();
    const std::vector<NodeId>& users = d_.users[top.node.value];
    if (top.next == users.size()) {
      stack_.pop_back();
      return;
    }
    NodeId user = users[top.next++];
    std::vector<const Ref*> refs = references_to(d_.graph[user], top.node);
    if (is_reduce(d_.graph[user].op) || refs.size() > 1) {
      group_->insert(start_);
      stack_.pop_back();
      return;
    }
    enter(user, top.st + d_.graph.view_of(*refs[0]));
  }

  const Decisions& d_;
  NodeId start_;
  std::int64_t size_;
  ViewBound bound_;
  NodeSet* group_ = nullptr;
  std::vector<Frame> stack_;
  std::unordered_set<SeenThrough, HashSeenThrough> seen_;
};

class Grouping {
 public:
  explicit Grouping(Decisions& d) : d_(d), g_(d.graph), visited_(g_.size(), 0) {}

  void pair(NodeId reduce) {
    NodeSet group;
    GroupSearch(d_, reduce).run(group);
    bool can_chase = none_has_reduce(group);
    std::optional<NodeId> cause;
    bool forced = group.contains(reduce);
    if (!forced && group.size() > 1) group = isolated(reduce, group);
    if (!forced && reads_foreign_assign(reduce, group, cause)) {
      forced = true;
      can_chase = false;
      note(d_.recorder, Rule::R12, reduce, {*cause});
    }
    if (forced || group.empty()) {
      realize_alone(reduce, can_chase);
    } else {
      for (NodeId node : group.in_order()) d_.reduce_of.insert_or_assign(node, reduce);
      note(d_.recorder, Rule::R10, reduce, group.in_order());
    }
    if (d_.options.fuse_arange && sums_constant(reduce)) d_.reduces_of_constants.push_back(reduce);
  }

 private:
  bool none_has_reduce(const NodeSet& group) const {
    std::vector<NodeId> nodes = group.in_order();
    return std::none_of(nodes.begin(), nodes.end(), [&](NodeId n) { return d_.reduce_of.contains(n); });
  }

  bool sums_constant(NodeId reduce) const {
    return g_[reduce].op == Op::ReduceSum && g_[g_[reduce].src[0].node].op == Op::Const;
  }

  // Starts a walk in which visit() is true once for each node.
  void new_walk() { ++walk_; }
  bool visit(NodeId node) { return std::exchange(visited_[node.value], walk_) != walk_; }

  // SPEC R11. Several users share the kernel only if no reduce lies above them, `reduce` aside; then what they
  // in turn can share joins, unless one of them cannot.
  NodeSet isolated(NodeId reduce, const NodeSet& group) {
    if (reads_another_reduce(reduce, group)) {
      note(d_.recorder, Rule::R11, reduce, group.in_order());
      return {};
    }
    NodeSet descendants, all = group;
    for (NodeId node : group.in_order()) GroupSearch(d_, node).run(descendants);
    std::vector<NodeId> below = descendants.in_order();
    if (std::any_of(below.begin(), below.end(), [&](NodeId n) { return group.contains(n); })) return group;
    for (NodeId node : below) all.insert(node);
    return all;
  }

  bool reads_another_reduce(NodeId reduce, const NodeSet& group) {
    std::vector<NodeId> above = group.in_order();
    new_walk();
    while (!above.empty()) {
      NodeId node = above.back();
      above.pop_back();
      if (!visit(node)) continue;
      if (is_reduce(g_[node].op)) return true;
      for (const Ref& r : g_[node].src)
        if (!g_[r.node].realized() && r.node != reduce) above.push_back(r.node);
    }
    return false;
  }

  // SPEC R12. A kernel that assigns may read the buffers that it assigns, and no other assigned buffer.
  bool reads_foreign_assign(NodeId reduce, const NodeSet& group, std::optional<NodeId>& cause) {
    std::vector<NodeId> above = group.in_order();
    auto assigns = [&](NodeId n) { return g_[n].op == Op::Assign; };
    if (std::none_of(above.begin(), above.end(), assigns)) return false;
    above.push_back(reduce);
    new_walk();
    while (!above.empty()) {
      NodeId node = above.back();
      above.pop_back();
      if (!visit(node)) continue;
      if (!g_[node].realized() && !d_.realizes.contains(node)) {
        for (const Ref& r : g_[node].src) above.push_back(r.node);
        continue;
      }
      auto assign = d_.assign_to.find(node);
      if (assign == d_.assign_to.end() || group.contains(assign->second)) continue;
      cause = node;
      return true;
    }
    return false;
  }

  void realize_alone(NodeId reduce, bool can_chase) {
    NodeId realized = reduce;
    if (can_chase) {
      realized = chase(reduce);
      const Node& last = g_[realized];
      bool widens = last.op == Op::Cast && item_size(last.dtype) > item_size(g_[last.src[0].node].dtype);
      if (widens) {  // SPEC R14
        note(d_.recorder, Rule::R14, realized, {reduce});
        realized = last.src[0].node;
      }
      d_.reduce_of.insert_or_assign(realized, reduce);
    }
    d_.realizes.insert(realized);
    note(d_.recorder, Rule::R13, realized, {reduce});
  }

  // SPEC R13. The last node down a chain of single users that all read contiguously.
  NodeId chase(NodeId reduce) const {
    NodeId node = reduce;
    ShapeTracker st = ShapeTracker::of_shape(g_[reduce].shape);
    while (d_.users[node.value].size() == 1) {
      NodeId next = d_.users[node.value][0];
      std::vector<const Ref*> refs = references_to(g_[next], node);
      if (refs.size() > 1) break;
      ShapeTracker view = g_.view_of(*refs[0]);
      if (st.size() != view.size()) break;
      st = st + view;
      if (!st.contiguous() || is_reduce(g_[next].op)) break;
      node = next;
    }
    return node;
  }

  Decisions& d_;
  const Graph& g_;
  std::vector<std::uint32_t> visited_;  // node → the last walk that visited it
  std::uint32_t walk_ = 0;
};

}  // namespace

void group_reduces(Decisions& d) {
  Grouping grouping(d);
  for (NodeId node : d.reached)
    if (is_reduce(d.graph[node].op) && !d.realizes.contains(node)) grouping.pair(node);
}

}  // namespace lockstep::ref
