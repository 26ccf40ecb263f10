// Two views as one: the outer view's steps, seen in the inner view's dimensions.

#include <algorithm>

#include "core/error.h"
#include "core/view.h"

namespace lockstep {

namespace {

// A flat position in the dimensions of a row-major shape.
Dims split_flat(const Dims& shape, Sint flat) {
  Dims index;
  for (const Sint& stride : row_major_strides(shape)) {
    Sint here = stride.maybe_nonzero() ? floor_div(flat, stride) : Sint(0);
    flat = flat - here * stride;
    index.push_back(std::move(here));
  }
  return index;
}

// Where outer dimension `dim` moves inner dimension: by `step` for each index.
struct Term {
  std::size_t dim;
  Sint step;
};

struct Extent {
  Sint size;      // of one or more inner dimensions, joined
  Sint position;  // within it, over the indices of the outer view
};

class Merger {
 public:
  Merger(const View& inner, const View& outer)
      : inner_(inner), outer_(outer), origin_(split_flat(inner.shape(), outer.offset())) {}

  std::optional<View> run() {
    project_steps();
    if (!join_dims()) return std::nullopt;
    Dims joined;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) joined.push_back(extent->size);
    if (joined != inner_.shape()) {
      std::optional<View> reshaped = inner_.reshape(joined);
      return reshaped ? merge(*reshaped, outer_) : std::nullopt;
    }
    if (inner_.mask()) {
      bool unclear = project_mask();
      if (Ranges keep = projected_mask(); !(keep == whole()))
        return merge(inner_, View::create(outer_.shape(), outer_.strides(), outer_.offset(), keep));
      if (unclear) return std::nullopt;
    }
    Sint offset = 0;
    for (std::size_t i = 0; i < origin_.size(); ++i) offset = offset + origin_[i] * inner_.strides()[i];
    return View::create(outer_.shape(), strides_, offset + inner_.offset());
  }

 private:
  void project_steps() {
    terms_.resize(origin_.size());
    strides_.assign(outer_.shape().size(), Sint(0));
    for (std::size_t dim = 0; dim < outer_.strides().size(); ++dim) {
      const Sint& stride = outer_.strides()[dim];
      if (stride == Sint(0)) continue;
      Dims moved = split_flat(inner_.shape(), outer_.offset() + stride);
      for (std::size_t i = 0; i < moved.size(); ++i) {
        Sint step = moved[i] - origin_[i];
        if (step == Sint(0)) continue;
        strides_[dim] = strides_[dim] + step * inner_.strides()[i];
        terms_[i].push_back({dim, std::move(step)});
      }
    }
  }

  // Joins inner dimensions, innermost first, until each stretch holds its own position. False if one never
  // does.
  bool join_dims() {
    Dims indices;
    for (std::size_t dim = 0; dim < outer_.shape().size(); ++dim)
      indices.push_back(Sint::index(dim, outer_.shape()[dim]));
    Sint size = 1, position = 0;
    for (std::size_t i = terms_.size(); i-- > 0;) {
      std::vector<Sint> moves = {position};
      for (const Term& term : terms_[i]) moves.push_back(indices[term.dim] * (term.step * size));
      moves.push_back(origin_[i] * size);
      position = sum_of(moves);
      size = size * inner_.shape()[i];
      if (maybe_ge(position, size) || maybe_lt(position, 0)) continue;
      extents_.push_back({size, position});
      size = 1;
      position = 0;
    }
    return !position.maybe_nonzero();
  }

  // Narrows begin_ and end_ to the outer indices that the inner mask keeps. True if it could not tell.
  bool project_mask() {
    begin_.assign(outer_.shape().size(), Sint(0));
    end_ = outer_.shape();
    bool unclear = false;
    for (std::size_t i = 0; i < origin_.size(); ++i) {
      const auto& [b, e] = (*inner_.mask())[i];
      const Sint& position = extents_[origin_.size() - 1 - i].position;
      if (maybe_lt(position.min(), b) || maybe_ge(position.max(), e)) unclear |= !project_range(i, b, e);
    }
    return unclear;
  }

  bool project_range(std::size_t i, const Sint& b, const Sint& e) {
    const Sint& o = origin_[i];
    if (!o.is_int() || !b.is_int() || !e.is_int()) return false;
    if (terms_[i].empty() && !end_.empty()) {
      end_[0] = 0;  // it never moves into the mask: nothing is kept
      return true;
    }
    if (terms_[i].size() != 1) return false;
    const auto& [dim, step] = terms_[i][0];
    if (!step.is_int() || !end_[dim].is_int()) return false;
    const std::int64_t s = step.value(), to_begin = (b - o).value(), to_last = (e - o - 1).value();
    const std::int64_t first = -floor_div(-(s > 0 ? to_begin : to_last), s).value();  // rounded up
    const std::int64_t last = floor_div(s < 0 ? to_begin : to_last, s).value();
    begin_[dim] = std::max(begin_[dim].value(), first);
    end_[dim] = std::min(end_[dim].value(), checked_add(last, 1));
    return true;
  }

  Ranges projected_mask() const {
    Ranges keep;
    for (std::size_t i = 0; i < begin_.size(); ++i) keep.emplace_back(begin_[i], end_[i]);
    return keep;
  }

  Ranges whole() const {
    Ranges keep;
    for (const Sint& d : outer_.shape()) keep.emplace_back(0, d);
    return keep;
  }

  const View& inner_;
  const View& outer_;
  Dims origin_;                           // of the outer view, in the inner dimensions
  std::vector<std::vector<Term>> terms_;  // per inner dimension
  Dims strides_;                          // per outer dimension, in the inner view's buffer
  std::vector<Extent> extents_;           // innermost first
  Dims begin_, end_;
};

bool has_zero(const View& view) {
  return std::find(view.shape().begin(), view.shape().end(), Sint(0)) != view.shape().end();
}

// The outer mask aside: merge what it keeps, then pad back.
std::optional<View> merge_masked(const View& inner, const View& outer) {
  const Ranges& mask = *outer.mask();
  Ranges padding;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const auto& [begin, end] = mask[i];
    if (!maybe_lt(begin, end)) {
      std::size_t rank = mask.size();
      return View::create(outer.shape(), Dims(rank, Sint(0)), 0, Ranges(rank, {0, 0}));
    }
    padding.emplace_back(begin, outer.shape()[i] - end);
  }
  std::optional<View> merged = merge(inner, outer.shrink(mask));
  return merged ? std::optional(merged->pad(padding)) : std::nullopt;
}

}  // namespace

std::optional<View> merge(const View& inner, const View& outer) {
  if (inner.contiguous()) return outer;
  if (has_zero(outer)) return outer;
  if (outer.contiguous()) {
    if (outer.shape() == inner.shape()) return inner;
    if (outer.size() == inner.size())
      if (std::optional<View> reshaped = inner.reshape(outer.shape())) return reshaped;
  }
  if (outer.mask()) return merge_masked(inner, outer);
  return Merger(inner, outer).run();
}

}  // namespace lockstep
