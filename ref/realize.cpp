#include "ref/realize.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace lockstep::ref {

namespace {

class Walk {
 public:
  explicit Walk(Decisions& d) : d_(d), g_(d.graph), is_reached_(g_.size()) {}

  void from(NodeId output) {
    enter({output});
    while (!stack_.empty()) {
      Frame& top = stack_.back();
      const Node& node = g_[top.node];
      if (top.next == node.src.size()) {
        stack_.pop_back();
        continue;
      }
      const Ref& source = node.src[top.next];
      add_user(node, top.next, top.node);
      ++top.next;
      enter(source);
    }
  }

 private:
  struct Frame {
    NodeId node;
    std::size_t next;
  };

  void enter(const Ref& ref) {
    if (g_[ref.node].realized()) return;
    if (!ref.plain()) look_at_view(ref);
    if (is_reached_[ref.node.value]) return;
    is_reached_[ref.node.value] = true;
    d_.reached.push_back(ref.node);
    look_at_node(ref.node);
    stack_.push_back({ref.node, 0});
  }

  // Each user once, in the order in which it first reads the node.
  void add_user(const Node& node, std::size_t index, NodeId user) {
    NodeId source = node.src[index].node;
    if (g_[source].realized()) return;
    auto earlier = node.src.begin() + static_cast<std::ptrdiff_t>(index);
    bool known = std::any_of(node.src.begin(), earlier, [&](const Ref& r) { return r.node == source; });
    if (!known) d_.users[source.value].push_back(user);
  }

  // SPEC R2, R3, R9. A view that repeats elements realizes what it sees; a view with a mask needs a look at its
  // padding, and a mask that keeps no more than the base holds is a plain pad however much it grows the shape.
  void look_at_view(const Ref& ref) {
    const Node& base = g_[ref.node];
    const ShapeTracker& st = *ref.view;
    if (is_simple_pad(base, st)) {
      d_.masked.insert(ref.node);
    } else if (maybe_lt(product(base.shape), product(st.shape()))) {
      if (is_image_cast(base)) {
        d_.masked.insert(ref.node);
        note(d_.recorder, Rule::R9, ref.node);
      } else {
        realize(ref.node, Rule::R2);
      }
    } else if (std::any_of(st.views().begin(), st.views().end(),
                           [](const View& v) { return v.mask().has_value(); })) {
      d_.masked.insert(ref.node);
    }
  }

  static bool is_simple_pad(const Node& base, const ShapeTracker& st) {
    const View& last = st.views().back();
    if (st.views().size() != 1 || !last.mask() || !all_int(base.shape)) return false;
    Sint kept = 1;
    for (const auto& [begin, end] : *last.mask()) kept = kept * (end - begin);
    return maybe_ge(product(base.shape), kept);
  }

  bool is_image_cast(const Node& base) const {
    return base.op == Op::Cast && base.dtype.image && g_[base.src[0].node].dtype.image;
  }

  // SPEC R5 to R8.
  void look_at_node(NodeId id) {
    const Node& node = g_[id];
    if (is_double_reduce(node)) d_.double_reduces.push_back(id);
    if (node.forced_realize || is_meta(node.op)) realize(id, Rule::R5);
    if (node.op == Op::Assign) d_.assign_to.insert_or_assign(node.src[1].node, id);
    if (node.op == Op::Copy) {
      require_whole(node.src[0]);
      realize(node.src[0].node, Rule::R6, id);
    }
    if (node.op == Op::BufferView) realize(node.src[0].node, Rule::R7, id);
  }

  bool is_double_reduce(const Node& node) const {
    return is_reduce(node.op) && !node.src[0].plain() && g_[node.src[0].node].op == node.op;
  }

  void require_whole(const Ref& source) const {
    bool whole = g_.view_of(source).contiguous() && g_.view_of(source).size() == g_[source.node].size();
    if (!whole)
      throw Failure(ErrorKind::View,
                    fmt::format("SPEC R6: a COPY of node {} through a view", source.node.value),
                    "copy the whole buffer, or put a CONTIGUOUS before it");
  }

  void realize(NodeId node, Rule rule) {
    d_.realizes.insert(node);
    note(d_.recorder, rule, node);
  }

  void realize(NodeId node, Rule rule, NodeId because) {
    d_.realizes.insert(node);
    note(d_.recorder, rule, node, {because});
  }

  Decisions& d_;
  const Graph& g_;
  std::vector<bool> is_reached_;
  std::vector<Frame> stack_;
};

}  // namespace

void mark_realizes(Decisions& d) {
  for (const Ref& output : d.graph.outputs) {  // SPEC R1
    if (d.graph[output.node].realized()) continue;
    d.realizes.insert(output.node);
    note(d.recorder, Rule::R1, output.node);
  }
  Walk walk(d);
  for (const Ref& output : d.graph.outputs) walk.from(output.node);
}

}  // namespace lockstep::ref
