// shapetracker.h: a stack of views from a node's buffer to the shape in which a user sees it.
//
// Innermost view first. The flat position that a view yields is split row-major by the shape of the view
// before it; after the first view it is the place in the buffer. A value; copies share their views.
#pragma once

#include <memory>
#include <vector>

#include "core/view.h"

namespace lockstep {

class ShapeTracker {
 public:
  explicit ShapeTracker(std::vector<View> views);  // at least one
  static ShapeTracker of_shape(const Dims& shape);

  const std::vector<View>& views() const { return *views_; }
  const Dims& shape() const { return views_->back().shape(); }
  std::int64_t size() const { return views_->back().size(); }
  bool contiguous() const { return views_->size() == 1 && views_->front().contiguous(); }
  bool consecutive() const;  // one view, no mask, row-major strides; any offset

  // Each acts on the outermost view; reshape adds a view where the outermost cannot be reshaped.
  ShapeTracker pad(const Ranges& amounts) const;
  ShapeTracker shrink(const Ranges& keep) const;
  ShapeTracker expand(const Dims& new_shape) const;
  ShapeTracker permute(const Axes& axis) const;
  ShapeTracker stride(const std::vector<std::int64_t>& step) const;
  ShapeTracker reshape(const Dims& new_shape) const;
  std::optional<ShapeTracker> invert(const Dims& out_shape) const;

  // This seen through `outer`, merged one view at a time.
  ShapeTracker operator+(const ShapeTracker& outer) const;
  ShapeTracker simplify() const;  // the last two views merged while they merge

  Dims reduced_shape(const Axes& axis) const;  // the shape with these axes at size 1
  // One past the highest buffer position that may be read; 0 if none is. Exact where one view is left after
  // simplify(), an upper bound otherwise. Variables at their bound values.
  std::int64_t real_size() const;
  std::vector<int> unit_stride_axes() const;  // the axes along which the outermost view steps by 1

  ShapeTracker unbound() const;
  // Name and value of every variable. Failure(Symbolic) if one is unbound or has two values.
  std::map<std::string, std::int64_t> bindings() const;
  std::string text() const;
  std::size_t hash() const;
  bool operator==(const ShapeTracker& other) const;

 private:
  std::shared_ptr<const std::vector<View>> views_;
};

}  // namespace lockstep

template <>
struct std::hash<lockstep::ShapeTracker> {
  std::size_t operator()(const lockstep::ShapeTracker& st) const { return st.hash(); }
};
