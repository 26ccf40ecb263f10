#include "core/shapetracker.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace lockstep {

namespace {

// One past the highest position that the view reads, its variables at their bindings; 0 if it reads none.
std::int64_t highest_read(const View& view) {
  std::int64_t highest = view.offset().bound_value();
  for (std::size_t i = 0; i < view.shape().size(); ++i) {
    Range kept = view.mask() ? (*view.mask())[i] : Range{0, view.shape()[i]};
    std::int64_t begin = kept.first.bound_value(), end = kept.second.bound_value();
    if (begin >= end) return 0;
    std::int64_t stride = view.strides()[i].bound_value();
    highest = checked_add(highest, checked_mul(stride, stride > 0 ? end - 1 : begin));
  }
  return checked_add(highest, 1);
}

}  // namespace

ShapeTracker::ShapeTracker(std::vector<View> views)
    : views_(std::make_shared<const std::vector<View>>(std::move(views))) {
  check(!views_->empty(), "a ShapeTracker has a view");
}

ShapeTracker ShapeTracker::of_shape(const Dims& shape) { return ShapeTracker({View::create(shape)}); }

bool ShapeTracker::consecutive() const {
  const View& v = views_->front();
  return views_->size() == 1 && !v.mask() && v.strides() == row_major_strides(v.shape());
}

namespace {

ShapeTracker with_last(const ShapeTracker& st, View last) {
  std::vector<View> views(st.views().begin(), st.views().end() - 1);
  views.push_back(std::move(last));
  return ShapeTracker(std::move(views));
}

}  // namespace

ShapeTracker ShapeTracker::pad(const Ranges& amounts) const {
  return with_last(*this, views_->back().pad(amounts));
}
ShapeTracker ShapeTracker::shrink(const Ranges& keep) const {
  return with_last(*this, views_->back().shrink(keep));
}
ShapeTracker ShapeTracker::expand(const Dims& shape) const {
  return with_last(*this, views_->back().expand(shape));
}
ShapeTracker ShapeTracker::permute(const Axes& axis) const {
  return with_last(*this, views_->back().permute(axis));
}

ShapeTracker ShapeTracker::stride(const std::vector<std::int64_t>& step) const {
  return with_last(*this, views_->back().stride(step));
}

ShapeTracker ShapeTracker::reshape(const Dims& new_shape) const {
  if (std::optional<View> reshaped = views_->back().reshape(new_shape))
    return with_last(*this, std::move(*reshaped));
  std::vector<View> views = *views_;
  views.push_back(View::create(new_shape));
  return ShapeTracker(std::move(views));
}

std::optional<ShapeTracker> ShapeTracker::invert(const Dims& out_shape) const {
  std::vector<View> inverted;
  for (std::size_t i = views_->size(); i-- > 0;) {
    std::optional<View> view = (*views_)[i].invert(i > 0 ? (*views_)[i - 1].shape() : out_shape);
    if (!view) return std::nullopt;
    inverted.push_back(std::move(*view));
  }
  return ShapeTracker(std::move(inverted)).reshape(out_shape);
}

ShapeTracker ShapeTracker::operator+(const ShapeTracker& outer) const {
  ShapeTracker result = *this;
  for (const View& view : outer.views()) {
    const View& last = result.views().back();
    if (view.contiguous() && view.shape() == last.shape()) {  // it adds nothing
      result = result.simplify();
      continue;
    }
    std::vector<View> views = result.views();
    views.push_back(view);
    result = ShapeTracker(std::move(views)).simplify();
  }
  return result;
}

ShapeTracker ShapeTracker::simplify() const {
  if (views_->size() < 2) return *this;
  std::vector<View> views = *views_;
  while (views.size() >= 2) {
    std::optional<View> merged = merge(views[views.size() - 2], views.back());
    if (!merged) break;
    views.pop_back();
    views.back() = std::move(*merged);
  }
  return views.size() == views_->size() ? *this : ShapeTracker(std::move(views));
}

Dims ShapeTracker::reduced_shape(const Axes& axis) const {
  Dims reduced = shape();
  for (int a : axis)
    if (a >= 0 && static_cast<std::size_t>(a) < reduced.size()) reduced[static_cast<std::size_t>(a)] = 1;
  return reduced;
}

std::int64_t ShapeTracker::real_size() const {
  ShapeTracker merged = simplify();
  const auto& views = merged.views();
  for (const View& view : views)
    if (view.size() == 0 || highest_read(view) == 0) return 0;
  return highest_read(views.front());
}

std::vector<int> ShapeTracker::unit_stride_axes() const {
  std::vector<int> axes;
  const Dims& strides = views_->back().strides();
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] == Sint(1)) axes.push_back(static_cast<int>(i));
  return axes;
}

ShapeTracker ShapeTracker::unbound() const {
  if (std::none_of(views_->begin(), views_->end(), [](const View& v) { return v.symbolic(); })) return *this;
  std::vector<View> views;
  for (const View& view : *views_) views.push_back(view.unbound());
  return ShapeTracker(std::move(views));
}

std::map<std::string, std::int64_t> ShapeTracker::bindings() const {
  std::map<std::string, std::int64_t> values;
  for (const View& view : *views_)
    for (const Variable& v : view.variables()) {
      if (!v.value)
        throw Failure(ErrorKind::Symbolic, fmt::format("variable {} has no value", v.name),
                      "bind it, or use a number");
      auto [found, fresh] = values.emplace(v.name, *v.value);
      if (!fresh && found->second != *v.value)
        throw Failure(ErrorKind::Symbolic,
                      fmt::format("variable {} has two values, {} and {}", v.name, found->second, *v.value));
    }
  return values;
}

std::string ShapeTracker::text() const {
  std::string text;
  for (const View& view : *views_) text += fmt::format("{}({})", text.empty() ? "" : " ", view.text());
  return text;
}

std::size_t ShapeTracker::hash() const {
  std::size_t h = views_->size();
  for (const View& view : *views_) h = h * 31 + view.hash();
  return h;
}

bool ShapeTracker::operator==(const ShapeTracker& other) const {
  return views_ == other.views_ || *views_ == *other.views_;
}

}  // namespace lockstep
