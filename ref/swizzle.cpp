#include "ref/swizzle.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_set>

#include "core/error.h"
#include "ref/matcher.h"
#include "ref/uop_view.h"

namespace lockstep::ref {

namespace {

[[noreturn]] void refuse(Rule rule, std::string why) {
  throw Failure(ErrorKind::Shape, fmt::format("SPEC R{}: {}", static_cast<int>(rule), why));
}

// The view with its reduced axes moved to the end, and the sizes of these.
struct ReducedLast {
  ShapeTracker st;
  Dims reduced;
};

ReducedLast reduced_last(const ShapeTracker& st, const Axes& axis) {
  Axes order;
  for (int i = 0; i < static_cast<int>(st.shape().size()); ++i)
    if (std::find(axis.begin(), axis.end(), i) == axis.end()) order.push_back(i);
  order.insert(order.end(), axis.begin(), axis.end());
  ShapeTracker moved = st.permute(order);
  // Without axes all dimensions count as reduced, as in the seed.
  auto first =
      axis.empty() ? moved.shape().begin() : moved.shape().end() - static_cast<std::ptrdiff_t>(axis.size());
  return {moved, Dims(first, moved.shape().end())};
}

// The view of a reduce's result, widened by the reduced dimensions: each of its steps covers a whole reduction.
ShapeTracker widened(const ShapeTracker& st, const Dims& reduced) {
  Sint elements = product(reduced);
  Dims inner_strides = row_major_strides(reduced);
  std::vector<View> views;
  for (const View& v : st.views()) {
    Dims shape = v.shape(), strides;
    for (const Sint& s : v.strides()) strides.push_back(s * elements);
    shape.insert(shape.end(), reduced.begin(), reduced.end());
    strides.insert(strides.end(), inner_strides.begin(), inner_strides.end());
    std::optional<Ranges> mask = v.mask();
    if (mask)
      for (const Sint& d : reduced) mask->emplace_back(0, d);
    views.push_back(View::create(std::move(shape), std::move(strides), v.offset() * elements, std::move(mask)));
  }
  return ShapeTracker(std::move(views));
}

class SwizzleRules {
 public:
  explicit SwizzleRules(UOpArena& arena) : arena_(arena) {}

  std::vector<RewriteRule> table() {
    using K = UOpKind;
    return {
        {Rule::R28, {{K::Swizzle}, K::ReduceAxis}, [this](const UOp* u) { return up_through_reduce(u); }},
        {Rule::R29, {{K::ReduceAxis}, K::Swizzle}, [this](const UOp* u) { return down_through_reduce(u); }},
        {Rule::R30,
         {{K::Alu, K::Cast, K::Bitcast, K::Assign, K::Store}},
         [this](const UOp* u) { return down_through_elementwise(u); }},
        {Rule::R31, {{K::ReduceAxis}, K::ReduceAxis}, [this](const UOp* u) { return merge_reduces(u); }},
    };
  }

 private:
  const UOp* swizzle(const UOp* uop, ShapeTracker st) {
    return arena_.make(UOpKind::Swizzle, uop->dtype, {uop}, std::move(st));
  }

  // SPEC R28. A view of a reduce that is more than a reshape becomes a view of what is reduced.
  const UOp* up_through_reduce(const UOp* root) {
    const ShapeTracker& st = root->st();
    if (st.contiguous()) return nullptr;
    const UOp* reduce = root->src[0];
    const UOp* source = reduce->src[0];
    ReducedLast inner = reduced_last(ShapeTracker::of_shape(views_.shape_of(source)), reduce->reduce().axis);
    ShapeTracker wide = inner.st + widened(st, inner.reduced);
    std::size_t rank = wide.shape().size(), count = reduced_last(wide, reduce->reduce().axis).reduced.size();
    Axes axis(count);
    std::iota(axis.begin(), axis.end(), static_cast<int>(rank - count));
    ViewChange change(arena_, views_, [&](const ShapeTracker& old) { return old + wide; });
    const UOp* moved = arena_.make(UOpKind::ReduceAxis, reduce->dtype, {change.apply(source)},
                                   ReduceArg{reduce->reduce().alu, axis});
    return swizzle(moved, ShapeTracker::of_shape(st.shape()));
  }

  // SPEC R29. A reshape below a reduce moves above it.
  const UOp* down_through_reduce(const UOp* root) {
    const UOp* below = root->src[0];
    const ShapeTracker& st = below->st();
    if (!st.contiguous())
      refuse(Rule::R29, "a view that is no reshape cannot move down through a reduce: " + st.text());
    const Dims& from = views_.shape_of(below->src[0]);
    if (!(product(st.shape()) == product(from)))
      refuse(Rule::R29, fmt::format("a view from {} to {} cannot move down through a reduce", text_of(from),
                                    text_of(st.shape())));
    const UOp* moved = arena_.make(UOpKind::ReduceAxis, root->dtype, below->src, root->arg);
    return swizzle(moved, ShapeTracker::of_shape(st.reduced_shape(root->reduce().axis)));
  }

  // SPEC R30. Reshapes below an elementwise op move above it; its other sources take the shape below the
  // reshape.
  const UOp* down_through_elementwise(const UOp* root) {
    const UOp* first = nullptr;
    for (const UOp* source : root->src) {
      if (source->kind != UOpKind::Swizzle) continue;
      if (first == nullptr) first = source;
      require_alike(first, source);
    }
    if (first == nullptr) return nullptr;
    const Dims inner = views_.shape_of(first->src[0]);
    ViewChange change(arena_, views_, [&](const ShapeTracker& old) { return old.reshape(inner); });
    Sources src;
    for (const UOp* source : root->src)
      src.push_back(source->kind == UOpKind::Swizzle ? source->src[0] : change.apply(source));
    const UOp* moved = arena_.make(root->kind, root->dtype, std::move(src), root->arg);
    return root->kind == UOpKind::Store ? moved : swizzle(moved, ShapeTracker::of_shape(first->st().shape()));
  }

  void require_alike(const UOp* a, const UOp* b) {
    bool alike = a->st().shape() == b->st().shape() &&
                 product(views_.shape_of(a->src[0])) == product(views_.shape_of(b->src[0]));
    if (!alike)
      refuse(Rule::R30, fmt::format("reshapes to {} and {} below one op", text_of(a->st().shape()),
                                    text_of(b->st().shape())));
  }

  // SPEC R31.
  const UOp* merge_reduces(const UOp* root) {
    const UOp* inner = root->src[0];
    if (root->reduce().alu != inner->reduce().alu)
      refuse(Rule::R31, "two reduces of different kinds in one kernel");
    if (holds_reduce(inner->src[0])) refuse(Rule::R31, "more than two reduces of one kind in one kernel");
    Axes axis = root->reduce().axis;
    axis.insert(axis.end(), inner->reduce().axis.begin(), inner->reduce().axis.end());
    return arena_.make(UOpKind::ReduceAxis, inner->dtype, inner->src, ReduceArg{inner->reduce().alu, axis});
  }

  static bool holds_reduce(const UOp* root) {
    std::unordered_set<const UOp*> met = {root};
    std::vector<const UOp*> stack = {root};
    while (!stack.empty()) {
      const UOp* uop = stack.back();
      stack.pop_back();
      if (uop->kind == UOpKind::ReduceAxis) return true;
      for (const UOp* source : uop->src)
        if (met.insert(source).second) stack.push_back(source);
    }
    return false;
  }

  UOpArena& arena_;
  UOpViews views_;
};

}  // namespace

const UOp* push_swizzles(const UOp* sink, UOpArena& arena) {
  SwizzleRules rules(arena);
  std::vector<RewriteRule> table = rules.table();
  return Rewriter(arena, table).rewrite(sink);
}

}  // namespace lockstep::ref
