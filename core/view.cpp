#include "core/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"

namespace lockstep {

namespace {

[[noreturn]] void refuse(std::string why) { throw Failure(ErrorKind::View, std::move(why)); }

Sint smaller(const Sint& a, const Sint& b) { return maybe_lt(b, a) ? b : a; }
Sint larger(const Sint& a, const Sint& b) { return maybe_gt(b, a) ? b : a; }

bool has_zero(const Dims& dims) { return std::find(dims.begin(), dims.end(), Sint(0)) != dims.end(); }

std::string text_of(const Ranges& ranges) {
  std::vector<std::string> parts;
  for (const auto& [begin, end] : ranges) parts.push_back(fmt::format("[{},{}]", begin.text(), end.text()));
  return fmt::format("[{}]", fmt::join(parts, ","));
}

void require_rank(std::size_t got, const View& view, const char* what) {
  if (got != view.shape().size())
    refuse(fmt::format("{} of {} dimensions on the shape {}", what, got, text_of(view.shape())));
}

// V2.
Dims canonical_strides(const Dims& shape, Dims strides) {
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == Sint(1)) strides[i] = 0;
  return strides;
}

bool keeps_everything(const Ranges& mask, const Dims& shape) {
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (!(mask[i].first == Sint(0) && mask[i].second == shape[i])) return false;
  return true;
}

bool surely_one_index(const Range& r) { return !maybe_lt(r.first + 1, r.second); }
bool surely_no_index(const Range& r) { return !maybe_lt(r.first, r.second); }

// V4: where the mask surely keeps at most one index, the stride goes into the offset. Whether it keeps none is
// asked only then: an empty range of symbolic ends (n to n) may be known as empty and not as at most one.
void canonicalize_mask(Ranges& mask, Dims& strides, Sint& offset) {
  if (!std::any_of(mask.begin(), mask.end(), surely_one_index)) return;
  if (std::any_of(mask.begin(), mask.end(), surely_no_index)) {
    strides.assign(strides.size(), Sint(0));
    offset = 0;
    mask.assign(mask.size(), {0, 0});
  }
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (!surely_one_index(mask[i])) continue;
    offset = offset + strides[i] * mask[i].first;
    strides[i] = 0;
  }
}

}  // namespace

Sint product(const Dims& dims) {
  Sint total = 1;
  for (const Sint& d : dims) total = total * d;
  return total;
}

bool all_int(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](const Sint& d) { return d.is_int(); });
}

std::string text_of(const Dims& dims) {
  std::vector<std::string> parts;
  for (const Sint& d : dims) parts.push_back(d.text());
  return fmt::format("[{}]", fmt::join(parts, ","));
}

Dims row_major_strides(const Dims& shape) {
  Dims strides(shape.size(), Sint(1));
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return canonical_strides(shape, std::move(strides));
}

View::View(Dims shape, Dims strides, Sint offset, std::optional<Ranges> mask, bool contiguous)
    : shape_(std::move(shape)),
      strides_(std::move(strides)),
      offset_(std::move(offset)),
      mask_(std::move(mask)),
      contiguous_(contiguous) {}

View View::create(Dims shape) {
  Dims strides = row_major_strides(shape);
  return create(std::move(shape), std::move(strides));
}

View View::create(Dims shape, Dims strides, Sint offset, std::optional<Ranges> mask) {
  check(shape.size() == strides.size() && (!mask || mask->size() == shape.size()), "V1: one rank");
  for (const Sint& d : shape)
    if (!maybe_ge(d, 0)) refuse(fmt::format("negative dimension in the shape {}", text_of(shape)));
  strides = canonical_strides(shape, std::move(strides));
  if (has_zero(shape)) {
    Dims zeros(shape.size(), Sint(0));
    return View(std::move(shape), std::move(zeros), 0, {}, true);
  }
  if (mask && keeps_everything(*mask, shape)) mask.reset();
  if (mask) canonicalize_mask(*mask, strides, offset);
  bool contiguous = offset == Sint(0) && !mask && strides == row_major_strides(shape);
  return View(std::move(shape), std::move(strides), std::move(offset), std::move(mask), contiguous);
}

std::int64_t View::size() const {
  std::int64_t total = 1;
  for (const Sint& d : shape_) {
    Sint most = d.max();
    if (!most.is_number()) refuse(fmt::format("the dimension {} has no number for a maximum", d.text()));
    total = checked_mul(total, most.value());
  }
  return total;
}

// The window [begin, end) of each dimension, which may reach outside; `mask` in the window's coordinates.
View View::resize(const Ranges& window, std::optional<Ranges> mask) const {
  Dims shape;
  Sint offset = offset_;
  const bool given = mask.has_value();
  for (std::size_t i = 0; i < window.size(); ++i) {
    const auto& [begin, end] = window[i];
    Sint size = end - begin;
    offset = offset + strides_[i] * begin;
    if (mask_) {
      Range moved = {larger(0, smaller((*mask_)[i].first - begin, size)),
                     larger(0, smaller((*mask_)[i].second - begin, size))};
      if (!mask) mask = Ranges(window.size(), {0, size});
      Range& both = (*mask)[i];
      both = given ? Range{larger(moved.first, both.first), smaller(moved.second, both.second)} : moved;
    }
    shape.push_back(size.is_number() ? Sint(size.value()) : size);
  }
  return create(std::move(shape), strides_, std::move(offset), std::move(mask));
}

View View::pad(const Ranges& amounts) const {
  require_rank(amounts.size(), *this, "padding");
  Ranges window, mask;
  bool any = false;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const auto& [before, after] = amounts[i];
    if (!maybe_ge(before, 0) || !maybe_ge(after, 0)) refuse("negative padding " + text_of(amounts));
    any = any || before.maybe_nonzero() || after.maybe_nonzero();
    window.emplace_back(-before, shape_[i] + after);
    mask.emplace_back(before, shape_[i] + before);
  }
  return any ? resize(window, std::move(mask)) : *this;
}

View View::shrink(const Ranges& keep) const {
  require_rank(keep.size(), *this, "a shrink");
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const auto& [begin, end] = keep[i];
    if (!maybe_le(0, begin) || !maybe_le(begin, end) || !maybe_le(end, shape_[i]))
      refuse(fmt::format("cannot shrink {} to {}", lockstep::text_of(shape_), text_of(keep)));
  }
  return resize(keep, {});
}

View View::expand(const Dims& new_shape) const {
  auto cannot = [&] {
    refuse(fmt::format("cannot expand {} to {}", lockstep::text_of(shape_), lockstep::text_of(new_shape)));
  };
  require_rank(new_shape.size(), *this, "an expansion");
  bool empty = has_zero(shape_);
  std::optional<Ranges> mask = mask_;
  for (std::size_t i = 0; i < new_shape.size(); ++i) {
    const Sint &from = shape_[i], &to = new_shape[i];
    if (empty) {
      bool fits = from == Sint(0) ? to == Sint(0) : maybe_gt(from, 0) && floor_mod(to, from) == Sint(0);
      if (!fits) cannot();
    } else if (!(from == to) && !(from == Sint(1) && strides_[i] == Sint(0))) {
      cannot();
    }
    if (mask && !(from == to)) (*mask)[i] = (*mask)[i] == Range{0, 1} ? Range{0, to} : Range{0, 0};
  }
  return empty ? create(new_shape) : create(new_shape, strides_, offset_, std::move(mask));
}

View View::permute(const Axes& axis) const {
  require_rank(axis.size(), *this, "a permutation");
  std::vector<bool> seen(axis.size());
  Dims shape, strides;
  std::optional<Ranges> mask;
  if (mask_) mask.emplace();
  for (int a : axis) {
    std::size_t i = static_cast<std::size_t>(a);
    if (a < 0 || i >= axis.size() || seen[i])
      refuse(fmt::format("[{}] is no permutation", fmt::join(axis, ",")));
    seen[i] = true;
    shape.push_back(shape_[i]);
    strides.push_back(strides_[i]);
    if (mask) mask->push_back((*mask_)[i]);
  }
  return create(std::move(shape), std::move(strides), offset_, std::move(mask));
}

View View::stride(const std::vector<std::int64_t>& step) const {
  require_rank(step.size(), *this, "a stride");
  Dims shape, strides;
  Sint offset = offset_;
  std::optional<Ranges> mask;
  if (mask_) mask.emplace();
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] == 0) refuse(fmt::format("a step of 0 on the shape {}", lockstep::text_of(shape_)));
    std::int64_t size = step[i] > 0 ? step[i] : checked_sub(0, step[i]);
    auto rounded_up = [&](const Sint& x) { return floor_div(x + (size - 1), size); };
    shape.push_back(rounded_up(shape_[i]));
    strides.push_back(strides_[i] * step[i]);
    if (step[i] < 0) offset = offset + (shape_[i] - 1) * strides_[i];
    if (!mask) continue;
    const auto& [begin, end] = (*mask_)[i];
    if (step[i] > 0)
      mask->emplace_back(rounded_up(begin), rounded_up(end));
    else
      mask->emplace_back(rounded_up(shape_[i] - end), rounded_up(shape_[i] - begin));
  }
  return create(std::move(shape), std::move(strides), std::move(offset), std::move(mask));
}

View View::unbound() const {
  auto free = [](const Dims& dims) {
    Dims result;
    for (const Sint& d : dims) result.push_back(d.unbound());
    return result;
  };
  if (!symbolic()) return *this;
  std::optional<Ranges> mask;
  if (mask_) {
    mask.emplace();
    for (const auto& [begin, end] : *mask_) mask->emplace_back(begin.unbound(), end.unbound());
  }
  return create(free(shape_), free(strides_), offset_.unbound(), std::move(mask));
}

bool View::symbolic() const {
  auto is_symbolic = [](const Sint& x) { return !x.is_number(); };
  if (is_symbolic(offset_) || std::any_of(shape_.begin(), shape_.end(), is_symbolic) ||
      std::any_of(strides_.begin(), strides_.end(), is_symbolic))
    return true;
  return mask_ && std::any_of(mask_->begin(), mask_->end(),
                              [&](const Range& r) { return is_symbolic(r.first) || is_symbolic(r.second); });
}

std::vector<Variable> View::variables() const {
  if (!symbolic()) return {};
  std::vector<Variable> found;
  auto collect = [&](const Sint& x) {
    if (x.is_int()) return;
    for (const Variable& v : x.variables())
      if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
  };
  for (const Sint& x : shape_) collect(x);
  for (const Sint& x : strides_) collect(x);
  collect(offset_);
  if (mask_)
    for (const auto& [begin, end] : *mask_) collect(begin), collect(end);
  return found;
}

std::string View::text() const {
  std::string text = fmt::format("shape={} strides={} offset={}", lockstep::text_of(shape_),
                                 lockstep::text_of(strides_), offset_.text());
  return mask_ ? text + " mask=" + text_of(*mask_) : text;
}

std::size_t View::hash() const {
  std::size_t h = shape_.size();
  auto mix = [&](const Sint& x) { h = h * 0x9E3779B97F4A7C15ULL + x.hash() + 1; };
  for (const Sint& x : shape_) mix(x);
  for (const Sint& x : strides_) mix(x);
  mix(offset_);
  if (mask_)
    for (const auto& [begin, end] : *mask_) mix(begin), mix(end);
  return h;
}

}  // namespace lockstep
