#include "core/graph.h"

#include <fmt/format.h>

#include "core/error.h"

namespace lockstep {

std::int64_t Node::size() const {
  std::int64_t total = 1;
  for (const Sint& d : shape) {
    Sint most = d.max();
    if (!most.is_number())
      throw Failure(ErrorKind::Symbolic, fmt::format("the dimension {} has no number for a maximum", d.text()));
    total = checked_mul(total, most.value());
  }
  return total;
}

ShapeTracker Graph::view_of(const Ref& ref) const {
  return ref.view ? *ref.view : ShapeTracker::of_shape((*this)[ref.node].shape);
}

const Dims& Graph::shape_of(const Ref& ref) const {
  return ref.view ? ref.view->shape() : (*this)[ref.node].shape;
}

}  // namespace lockstep
