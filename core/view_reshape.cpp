// Reshaping one view, where one view is enough.

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/view.h"

namespace lockstep {

namespace {

[[noreturn]] void refuse(std::string why) { throw Failure(ErrorKind::View, std::move(why)); }

// Neighbouring dimensions that one stride walks. `size` is their product; `stepped` the part of it that the
// stride moves through (0 where the stride is 0).
struct MergedDim {
  Sint size;
  Sint stride;
  Sint stepped;
};

std::vector<MergedDim> merge_dims(const View& view) {
  const Dims &shape = view.shape(), &strides = view.strides();
  if (shape.empty()) return {};
  auto keeps_one = [&](std::size_t i) {
    if (!view.mask()) return shape[i] == Sint(1);
    const auto& [begin, end] = (*view.mask())[i];
    return end - begin == Sint(1);
  };
  auto stepped = [](const Sint& size, const Sint& stride) { return stride.maybe_nonzero() ? size : Sint(0); };
  std::vector<MergedDim> merged = {{shape[0], strides[0], stepped(shape[0], strides[0])}};
  bool joins = keeps_one(0);
  for (std::size_t i = 1; i < shape.size(); ++i) {
    if (shape[i] == Sint(1)) continue;
    MergedDim& last = merged.back();
    if (joins || last.stride == shape[i] * strides[i]) {
      Sint walked = joins ? shape[i] : last.stepped * shape[i];
      last = {last.size * shape[i], strides[i], stepped(walked, strides[i])};
    } else {
      merged.push_back({shape[i], strides[i], stepped(shape[i], strides[i])});
    }
    joins = keeps_one(i);
  }
  return merged;
}

Ranges whole(const Dims& shape) {
  Ranges ranges;
  for (const Sint& d : shape) ranges.emplace_back(0, d);
  return ranges;
}

bool is_int(const Range& r) { return r.first.is_int() && r.second.is_int(); }

// Walks old and new dimensions from the innermost outwards, splitting or joining the mask's ranges as it goes.
class MaskReshaper {
 public:
  MaskReshaper(const Ranges& mask, const Dims& old_shape, const Dims& new_shape)
      : mask_(mask), old_shape_(old_shape), new_shape_(new_shape) {}

  std::optional<Ranges> run() {
    next_old();
    next_new();
    while (result_.size() < new_shape_.size())
      if (!step()) return std::nullopt;
    // Leading dimensions of size 1 that are left over must be kept, or nothing is.
    for (; masks_taken_ < mask_.size(); ++masks_taken_)
      if (!(mask_[mask_.size() - 1 - masks_taken_] == Range{0, 1})) return Ranges(new_shape_.size(), {0, 0});
    std::reverse(result_.begin(), result_.end());
    return std::move(result_);
  }

 private:
  static Sint from_back(const Dims& dims, std::size_t taken) {
    return taken < dims.size() ? dims[dims.size() - 1 - taken] : Sint(1);
  }
  Range next_mask() {
    Range next = masks_taken_ < mask_.size() ? mask_[mask_.size() - 1 - masks_taken_] : Range{0, 1};
    ++masks_taken_;
    return next;
  }
  void next_old() {
    walked_ = 1;
    old_dim_ = from_back(old_shape_, olds_taken_++);
    range_ = next_mask();
  }
  void next_new() { new_dim_ = from_back(new_shape_, news_taken_++); }

  bool step() {
    Sint next_walked = new_dim_ * walked_;
    if (old_dim_ == next_walked) return copy();
    return maybe_ge(old_dim_, next_walked) ? split(next_walked) : join();
  }

  // The new dimension ends where the old one does.
  bool copy() {
    const auto& [l, r] = range_;
    result_.emplace_back(floor_div(l, walked_), floor_div(r - 1, walked_) + 1);
    next_old();
    next_new();
    return true;
  }

  // The old dimension goes on; its range must not be cut by the new boundary.
  bool split(const Sint& next_walked) {
    const auto& [l, r] = range_;
    bool cut = (floor_mod(l, next_walked).maybe_nonzero() || floor_mod(r, next_walked).maybe_nonzero()) &&
               !(floor_div(l, next_walked) == floor_div(r - 1, next_walked));
    if (cut || floor_mod(old_dim_, next_walked).maybe_nonzero()) return false;
    result_.emplace_back(floor_div(floor_mod(l, next_walked), walked_),
                         floor_div(floor_mod(r - 1, next_walked), walked_) + 1);
    walked_ = next_walked;
    next_new();
    return true;
  }

  // The new dimension needs the next old one too; together their ranges must be one.
  bool join() {
    Range outer = next_mask();
    if (!(range_ == Range{0, old_dim_}) && !(outer.second - outer.first == Sint(1))) return false;
    range_ = {outer.first * old_dim_ + range_.first, (outer.second - 1) * old_dim_ + range_.second};
    old_dim_ = old_dim_ * from_back(old_shape_, olds_taken_++);
    return true;
  }

  const Ranges& mask_;
  const Dims& old_shape_;
  const Dims& new_shape_;
  Ranges result_;
  Sint walked_ = 1, old_dim_ = 1, new_dim_ = 1;
  Range range_;
  std::size_t masks_taken_ = 0, olds_taken_ = 0, news_taken_ = 0;
};

std::optional<Ranges> reshape_mask(const View& view, const Dims& new_shape) {
  if (!view.mask()) return whole(new_shape);
  const Ranges& mask = *view.mask();
  if (!std::all_of(mask.begin(), mask.end(), is_int)) return std::nullopt;
  auto empty = [](const Range& r) { return r.second.value() - r.first.value() < 1; };
  if (std::any_of(mask.begin(), mask.end(), empty)) return Ranges(new_shape.size(), {0, 0});
  return MaskReshaper(mask, view.shape(), new_shape).run();
}

// The strides of `new_shape`, innermost first, if each merged dimension is a product of new ones.
std::optional<Dims> reshape_strides(const View& view, const Dims& new_shape) {
  Dims strides;
  std::size_t taken = 0;
  std::vector<MergedDim> merged = merge_dims(view);
  for (auto dim = merged.rbegin(); dim != merged.rend(); ++dim) {
    Sint stride = dim->stride, walked = 1;
    while (maybe_le(walked, dim->size) && !(walked == dim->size) && taken < new_shape.size()) {
      const Sint& next = new_shape[new_shape.size() - 1 - taken++];
      if (!next.maybe_nonzero()) break;
      strides.push_back(stride);
      if (next == Sint(1)) continue;
      walked = walked * next;
      stride = stride * (maybe_lt(walked, dim->stepped) ? next : Sint(0));
    }
    if (!(walked == dim->size)) return std::nullopt;
  }
  strides.resize(new_shape.size(), Sint(0));
  std::reverse(strides.begin(), strides.end());
  return strides;
}

std::int64_t bound_size(const Sint& d) {
  if (d.is_int()) return d.value();
  const Variable* v = d.as_variable();
  if (v == nullptr || !v->value)
    refuse(fmt::format("cannot reshape to the dimension {}: it is no bound variable", d.text()));
  return *v->value;
}

void require_same_size(const Dims& shape, const Dims& new_shape) {
  std::int64_t size = 1, new_size = 1;
  for (const Sint& d : shape) size = checked_mul(size, d.value());
  for (const Sint& d : new_shape) new_size = checked_mul(new_size, bound_size(d));
  if (size != new_size)
    refuse(fmt::format("cannot reshape {} to {}: {} elements are not {}", text_of(shape), text_of(new_shape),
                       size, new_size));
}

// A plain shape that is not contiguous becomes symbolic only dimension by dimension.
void require_same_dims(const Dims& shape, const Dims& new_shape) {
  bool same = shape.size() == new_shape.size();
  for (std::size_t i = 0; same && i < shape.size(); ++i) same = shape[i].value() == new_shape[i].bound_value();
  if (!same)
    refuse(fmt::format("cannot reshape {} to the symbolic {}: it is not contiguous", text_of(shape),
                       text_of(new_shape)));
}

Sint start_of(const Ranges& mask, const Dims& strides) {
  Sint start = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) start = start + mask[i].first * strides[i];
  return start;
}

}  // namespace

std::optional<View> View::reshape(const Dims& new_shape) const {
  if (shape_ == new_shape) return *this;
  for (const Sint& d : new_shape)
    if (!maybe_ge(d, 0))
      refuse(fmt::format("negative dimension in the shape {}", lockstep::text_of(new_shape)));
  auto has_zero = [](const Dims& dims) { return std::find(dims.begin(), dims.end(), Sint(0)) != dims.end(); };
  if (has_zero(shape_)) {
    if (!has_zero(new_shape))
      refuse(fmt::format("cannot reshape {} to {}: it has no elements", lockstep::text_of(shape_),
                         lockstep::text_of(new_shape)));
    return create(new_shape);
  }
  const bool plain = all_int(shape_);
  if (plain) require_same_size(shape_, new_shape);
  auto empty = [](const Range& r) { return r.first == r.second; };
  if (new_shape.empty() && mask_ && std::any_of(mask_->begin(), mask_->end(), empty)) return std::nullopt;
  if (contiguous_) return create(new_shape);
  if (plain && !all_int(new_shape)) {
    require_same_dims(shape_, new_shape);
    return View(new_shape, strides_, offset_, mask_, contiguous_);
  }

  std::optional<Dims> strides = reshape_strides(*this, new_shape);
  if (!strides) return std::nullopt;
  std::optional<Ranges> mask = reshape_mask(*this, new_shape);
  if (!mask) return std::nullopt;
  for (std::size_t i = 0; i < strides->size(); ++i)
    if ((*mask)[i].second - (*mask)[i].first == Sint(1)) (*strides)[i] = 0;
  Sint offset = offset_ + ((mask_ ? start_of(*mask_, strides_) : Sint(0)) - start_of(*mask, *strides));
  return create(new_shape, std::move(*strides), std::move(offset), std::move(mask));
}

View View::minify() const {
  Dims merged;
  for (const MergedDim& dim : merge_dims(*this)) merged.push_back(dim.size);
  return reshape(merged).value_or(*this);
}

// SPEC V10. Where this view reads every place of [0, elements) once, its |strides| are 1 and then, in some
// order, the running products of its sizes. Each place is then split row-major over the dimensions, the largest
// stride first.
std::optional<View> View::invert(const Dims& out_shape) const {
  View read = mask_ ? shrink(*mask_) : *this;
  View ret = create(shape_);
  if (mask_) ret = ret.shrink(*mask_);
  if (product(read.shape_) != product(out_shape)) return std::nullopt;
  if (product(read.shape_) == Sint(0)) return ret;
  Axes rising, ones, left;
  std::vector<std::int64_t> flips(shape_.size(), 1);
  Sint first = 0;  // where the reading starts if it fills [0, elements)
  for (int i = 0; i < static_cast<int>(shape_.size()); ++i) {
    auto at = static_cast<std::size_t>(i);
    (read.shape_[at] == Sint(1) ? ones : left).push_back(i);
    if (!maybe_lt(read.strides_[at], 0)) continue;
    flips[at] = -1;
    first = first - read.strides_[at] * (read.shape_[at] - 1);
  }
  if (read.offset_ != first) return std::nullopt;
  for (Sint size = 1; !left.empty();) {
    auto next = std::find_if(left.begin(), left.end(), [&](int i) {
      auto at = static_cast<std::size_t>(i);
      return read.strides_[at] * flips[at] == size;
    });
    if (next == left.end()) return std::nullopt;
    size = size * read.shape_[static_cast<std::size_t>(*next)];
    rising.push_back(*next);
    left.erase(next);
  }
  Axes falling(rising.rbegin(), rising.rend());
  falling.insert(falling.end(), ones.begin(), ones.end());
  return ret.stride(flips).permute(falling);
}

}  // namespace lockstep
