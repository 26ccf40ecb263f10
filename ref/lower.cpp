#include "ref/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/error.h"
#include "ref/bound.h"
#include "ref/swizzle.h"

namespace lockstep::ref {

namespace {

struct Seen {
  NodeId node;
  ShapeTracker st;
  bool operator==(const Seen&) const = default;
};

struct HashSeen {
  std::size_t operator()(const Seen& s) const { return s.st.hash() * 31 + s.node.value; }
};

// SPEC R25. Items that need no AST of their own.
bool is_item_of_its_own(Op op) {
  return op == Op::Custom || op == Op::Copy || op == Op::Empty || op == Op::BufferView;
}

class Lowering {
 public:
  Lowering(const Decisions& d, const OutputGroups& groups, const std::vector<NodeId>& outputs)
      : d_(d),
        g_(d.graph),
        groups_(groups),
        outputs_(outputs),
        is_output_(outputs.begin(), outputs.end()),
        bound_(d.graph, "lowering a kernel") {}

  LoweredKernel run() {
    for (NodeId out : outputs_) {
      collect_variables(ShapeTracker::of_shape(g_[out].shape));
      if (g_[out].op == Op::Assign) assigned_here_.insert(g_[out].src[1].node);
    }
    Sources stores;
    for (NodeId out : outputs_) stores.push_back(store(out));
    const UOp* sink = arena_.make(UOpKind::Sink, Scalar::Void, std::move(stores));
    if (d_.options.ast_rewrite) sink = push_swizzles(sink, arena_);
    result_.kernel.outputs = outputs_;
    result_.kernel.ast = canonical(sink, places());
    result_.kernel.metadata = metadata();
    return std::move(result_);
  }

 private:
  // A node being lowered under a view; `src` fills up as its sources are.
  struct Frame {
    NodeId node;
    ShapeTracker st;
    Sources src;
  };

  DType dtype_of(NodeId node) const {
    auto plain = groups_.no_images.find(node);
    return plain == groups_.no_images.end() ? g_[node].dtype : plain->second;
  }

  void collect_variables(const ShapeTracker& st) {
    for (const auto& [name, value] : st.bindings()) {
      auto [known, fresh] = result_.variables.emplace(name, value);
      if (!fresh && known->second != value)
        throw Failure(ErrorKind::Symbolic, fmt::format("SPEC R26: variable {} is bound to {} and to {}", name,
                                                       known->second, value));
    }
  }

  // SPEC R26.
  ShapeTracker unbound(const ShapeTracker& st) {
    ShapeTracker simple = st.simplify();
    collect_variables(simple);
    return simple.unbound();
  }

  const UOp* view(const ShapeTracker& st) { return arena_.make(UOpKind::ShapeTracker, Scalar::Void, {}, st); }

  // SPEC R32. Nodes that share a buffer have one number: an ASSIGN and its target, BUFFERs over the same bytes.
  std::int64_t buffer_of(NodeId id) const {
    const Node& node = g_[id];
    if (node.op == Op::Assign) return buffer_of(node.src[1].node);
    if (!node.memory) return id.value;
    for (std::uint32_t other = 0; other < id.value; ++other) {
      const Node& o = g_.nodes[other];
      if (o.memory == node.memory && o.dtype == node.dtype && o.size() == node.size()) return other;
    }
    return id.value;
  }

  const UOp* buffer(NodeId node) {
    DType dtype = dtype_of(node);
    return arena_.make(UOpKind::DefineGlobal, dtype.image ? dtype : DType::pointer_to(dtype), {},
                       buffer_of(node));
  }

  // SPEC R24.
  const UOp* store(NodeId out) {
    const Node& node = g_[out];
    ShapeTracker whole = ShapeTracker::of_shape(node.shape);
    const UOp* value = value_of({out}, whole);
    if (node.assign_view && node.assign_view->shape() != node.shape)
      throw Failure(ErrorKind::Shape,
                    fmt::format("SPEC R24: ASSIGN node {} writes its shape {} through a view of {}", out.value,
                                text_of(node.shape), text_of(node.assign_view->shape())));
    const UOp* to = view(unbound(node.assign_view ? *node.assign_view : whole));
    return arena_.make(UOpKind::Store, Scalar::Void, {buffer(out), to, value});
  }

  const UOp* value_of(const Ref& ref, const ShapeTracker& st) {
    const UOp* value = enter(ref, st);
    while (!stack_.empty()) {
      Frame& top = stack_.back();
      if (value != nullptr) top.src.push_back(std::exchange(value, nullptr));
      const Node& node = g_[top.node];
      if (top.src.size() == node.src.size()) {
        value = leave(top);
        stack_.pop_back();
        continue;
      }
      // A reduce starts afresh below: its view goes on top of it, as a SWIZZLE (SPEC R21).
      const Ref source = node.src[top.src.size()];
      value = is_reduce(node.op) ? enter(source, ShapeTracker::of_shape(g_.shape_of(source)))
                                 : enter(source, ShapeTracker(top.st));  // SPEC R22
    }
    return value;
  }

  // The value, if it is at hand; null after pushing the frame that will make it.
  const UOp* enter(const Ref& ref, ShapeTracker st) {
    if (!ref.plain()) st = *ref.view + st;
    const Node& node = g_[ref.node];
    if (node.realized() || (d_.realizes.contains(ref.node) && !is_output_.contains(ref.node)))
      return node.op == Op::Const ? constant(node, unbound(st)) : load(ref.node, unbound(st));
    auto known = lowered_.find({ref.node, st});
    if (known != lowered_.end()) return known->second;
    bound_.count(ref.node);
    stack_.push_back({ref.node, std::move(st), {}});
    return nullptr;
  }

  const UOp* leave(Frame& frame) {
    const Node& node = g_[frame.node];
    DType dtype = computed_dtype(dtype_of(frame.node));
    switch (node.op) {
      case Op::Contiguous:
        if (!is_output_.contains(frame.node))
          throw Failure(ErrorKind::Unrealized,
                        fmt::format("SPEC R22: CONTIGUOUS node {} is written by no kernel", frame.node.value));
        return frame.src[0];
      case Op::Assign:
        return keep(frame, arena_.make(UOpKind::Assign, dtype, {frame.src[1]->src[0], frame.src[0]}));
      case Op::Cast:
        return keep(frame, arena_.make(UOpKind::Cast, dtype, frame.src));
      case Op::Bitcast:
        return keep(frame, arena_.make(UOpKind::Bitcast, dtype, frame.src));
      default:
        break;
    }
    if (!is_reduce(node.op)) return keep(frame, arena_.make(UOpKind::Alu, dtype, frame.src, node.op));
    const UOp* reduced =
        arena_.make(UOpKind::ReduceAxis, dtype, frame.src, ReduceArg{reduce_alu(node.op), node.axis});
    return keep(frame, arena_.make(UOpKind::Swizzle, dtype, {reduced}, frame.st));
  }

  const UOp* keep(Frame& frame, const UOp* value) {
    if (!g_[frame.node].metadata.empty()) annotated_.push_back(frame.node);
    lowered_.emplace(Seen{frame.node, frame.st}, value);
    return value;
  }

  // SPEC R20.
  const UOp* constant(const Node& node, const ShapeTracker& st) {
    DType dtype = computed_dtype(node.dtype);
    auto literal = [&](ConstValue v) { return arena_.make(UOpKind::Const, dtype, {}, v.as(dtype)); };
    const UOp* value = nullptr;
    if (const Variable* v = std::get_if<Variable>(&node.constant)) {
      collect_variables(ShapeTracker::of_shape({Sint::variable(*v)}));
      value = arena_.make(UOpKind::DefineVar, dtype, {}, DefineVar{v->name, v->min, v->max});
    } else {
      value = literal(std::get<ConstValue>(node.constant));
    }
    const UOp* valid = arena_.make(UOpKind::Valid, Scalar::Bool, {view(st)});
    return arena_.make(UOpKind::Alu, dtype, {valid, value, literal(ConstValue::of_int(0))}, Op::Where);
  }

  // SPEC R19.
  const UOp* load(NodeId id, const ShapeTracker& st) {
    if (assigned_here_.contains(id))
      require_own_place(id, st);
    else if (is_input_.insert(id).second)
      result_.kernel.inputs.push_back(id);
    return arena_.make(UOpKind::Load, computed_dtype(dtype_of(id)), {buffer(id), view(st)});
  }

  // SPEC R23. Each element that an assign reads of its target must be the one that it writes: a contiguous
  // view, or one that is contiguous where its mask keeps it.
  void require_own_place(NodeId id, const ShapeTracker& st) const {
    if (st.contiguous()) return;
    const View& only = st.views().front();
    if (st.views().size() == 1 && only.mask() &&
        ShapeTracker::of_shape(st.shape()).shrink(*only.mask()) == st.shrink(*only.mask()))
      return;
    throw Failure(
        ErrorKind::Assign,
        fmt::format("SPEC R23: an assign to node {} reads it through the view {}", id.value, st.text()),
        "put a CONTIGUOUS before the operand");
  }

  std::map<std::int64_t, std::int64_t> places() const {
    std::map<std::int64_t, std::int64_t> place_of;
    std::int64_t place = 0;
    for (NodeId node : outputs_) place_of.emplace(buffer_of(node), place++);
    for (NodeId node : result_.kernel.inputs) place_of.emplace(buffer_of(node), place++);
    return place_of;
  }

  std::vector<std::string> metadata() const {
    std::vector<std::string> texts;
    for (NodeId node : annotated_) {
      const std::string& text = g_[node].metadata;
      if (!is_input_.contains(node) && std::find(texts.begin(), texts.end(), text) == texts.end())
        texts.push_back(text);
    }
    return texts;
  }

  const Decisions& d_;
  const Graph& g_;
  const OutputGroups& groups_;
  const std::vector<NodeId>& outputs_;
  std::unordered_set<NodeId> is_output_;
  std::unordered_set<NodeId> is_input_;
  std::unordered_set<NodeId> assigned_here_;  // the targets of this kernel's ASSIGNs
  std::unordered_map<Seen, const UOp*, HashSeen> lowered_;
  std::vector<NodeId> annotated_;
  std::vector<Frame> stack_;
  ViewBound bound_;
  UOpArena arena_;
  LoweredKernel result_;
};

LoweredKernel item_of_its_own(const Decisions& d, NodeId out) {
  const Node& node = d.graph[out];
  LoweredKernel item;
  item.kernel.outputs = {out};
  for (const Ref& source : node.src) item.kernel.inputs.push_back(source.node);
  item.kernel.ast = {{UOpKind::Ext, node.dtype, {}, node.op}};
  return item;
}

}  // namespace

LoweredKernel lower(const Decisions& d, const OutputGroups& groups, const std::vector<NodeId>& outputs) {
  if (is_item_of_its_own(d.graph[outputs[0]].op)) return item_of_its_own(d, outputs[0]);
  return Lowering(d, groups, outputs).run();
}

}  // namespace lockstep::ref
