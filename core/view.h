// view.h: one affine window on a row-major array: shape, strides, offset and mask.
//
// The element at index i lies at flat position offset + Σ i·strides; it is 0 where the mask excludes i.
//   V1  shape, strides and mask have the same length; no dimension is negative
//   V2  the stride of a dimension of size 1 is 0
//   V3  a view with a dimension of size 0 has offset 0, no mask, and counts as contiguous
//   V4  a mask that excludes nothing is absent; a dimension of which the mask keeps one index has stride 0;
//       a mask that keeps nothing is all [0, 0)
//   V5  contiguous: offset 0, no mask, row-major strides
// V1 to V5 are made by View::create. The rule of each operation is SPEC V-n; all are proved against the
// definition above in props/view_exhaustive_test.cpp. Source: the view module at the seed's commit.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/sint.h"

namespace lockstep {

using Dims = boost::container::small_vector<Sint, 4>;  // few dimensions need no allocation
using Axes = std::vector<int>;
using Range = std::pair<Sint, Sint>;  // [begin, end)
using Ranges = std::vector<Range>;

class View {
 public:
  // Failure(View) on a negative dimension. Absent strides mean row-major.
  static View create(Dims shape);
  static View create(Dims shape, Dims strides, Sint offset = 0, std::optional<Ranges> mask = {});

  const Dims& shape() const { return shape_; }
  const Dims& strides() const { return strides_; }
  const Sint& offset() const { return offset_; }
  const std::optional<Ranges>& mask() const { return mask_; }
  bool contiguous() const { return contiguous_; }
  std::int64_t size() const;  // elements, each variable at its maximum

  // Each throws Failure(View) where the arguments do not fit.
  View pad(const Ranges& amounts) const;     // {before, after} per dimension, both >= 0
  View shrink(const Ranges& keep) const;     // [begin, end) per dimension
  View expand(const Dims& new_shape) const;  // only dimensions of size 1 grow
  View permute(const Axes& axis) const;
  View stride(const std::vector<std::int64_t>& step) const;  // not 0; a negative one flips
  // Absent if no single view addresses the same elements. Failure(View) if the sizes differ.
  std::optional<View> reshape(const Dims& new_shape) const;
  // SPEC V10. The view that undoes this one onto `out_shape`; absent unless this one reads each of its places
  // exactly once (where symbolic: unless that shows from how the numbers are spelled).
  std::optional<View> invert(const Dims& out_shape) const;
  View minify() const;  // the same elements in as few dimensions as merge

  View unbound() const;   // every variable without its binding, if it had one
  bool symbolic() const;  // does any number of it hold a variable?
  std::vector<Variable> variables() const;
  std::string text() const;
  std::size_t hash() const;
  bool operator==(const View&) const = default;

 private:
  View(Dims shape, Dims strides, Sint offset, std::optional<Ranges> mask, bool contiguous);
  View resize(const Ranges& window, std::optional<Ranges> mask) const;

  Dims shape_;
  Dims strides_;
  Sint offset_;
  std::optional<Ranges> mask_;
  bool contiguous_ = true;
};

// `inner` seen through `outer` as one view, where one exists: inner + outer, as upstream spells it.
std::optional<View> merge(const View& inner, const View& outer);

Dims row_major_strides(const Dims& shape);  // 0 on dimensions of size 1
Sint product(const Dims& dims);             // 1 where there are none
bool all_int(const Dims& dims);
std::string text_of(const Dims& dims);

}  // namespace lockstep
