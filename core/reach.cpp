#include "core/reach.h"

#include <algorithm>

namespace lockstep {

namespace {

// Going through the elements one by one stops here: a quarter of a second.
constexpr std::int64_t kMostElements = std::int64_t{1} << 22;

struct Axis {
  std::int64_t size = 0;
  std::int64_t stride = 0;
  std::int64_t begin = 0;  // the mask's
  std::int64_t end = 0;
};

// A View in plain numbers.
struct Window {
  std::vector<Axis> axes;
  std::int64_t offset = 0;
  bool masked = false;
  std::int64_t size = 1;

  // The place of the element at row-major position `flat`; absent where the mask excludes it.
  std::optional<std::int64_t> place_of(std::int64_t flat) const {
    std::int64_t place = offset;
    for (std::size_t i = axes.size(); i-- > 0;) {
      const Axis& axis = axes[i];
      std::int64_t index = flat % axis.size;
      flat /= axis.size;
      if (index < axis.begin || index >= axis.end) return std::nullopt;
      place += index * axis.stride;
    }
    return place;
  }
};

Window window_of(const View& view) {
  Window window{{}, view.offset().bound_value()};
  for (std::size_t i = 0; i < view.shape().size(); ++i) {
    Axis axis{view.shape()[i].bound_value(), view.strides()[i].bound_value()};
    axis.end = axis.size;
    if (view.mask()) {
      axis.begin = (*view.mask())[i].first.bound_value();
      axis.end = (*view.mask())[i].second.bound_value();
    }
    window.masked = window.masked || axis.begin > 0 || axis.end < axis.size;
    window.size = checked_mul(window.size, axis.size);
    window.axes.push_back(axis);
  }
  return window;
}

View bound(const View& view) {
  auto numbers = [](const Dims& dims) {
    Dims bound;
    for (const Sint& d : dims) bound.push_back(d.bound_value());
    return bound;
  };
  std::optional<Ranges> mask;
  if (view.mask()) {
    mask.emplace();
    for (const auto& [begin, end] : *view.mask()) mask->emplace_back(begin.bound_value(), end.bound_value());
  }
  return View::create(numbers(view.shape()), numbers(view.strides()), view.offset().bound_value(),
                      std::move(mask));
}

// As few as merge, for an answer by arithmetic more often.
std::vector<Window> windows_of(const ShapeTracker& st) {
  std::vector<View> views;
  for (const View& view : st.views()) views.push_back(bound(view));
  ShapeTracker merged = ShapeTracker(std::move(views)).simplify();
  std::vector<Window> windows;
  for (const View& view : merged.views()) windows.push_back(window_of(view));
  return windows;
}

std::int64_t magnitude(std::int64_t stride) { return stride < 0 ? checked_sub(0, stride) : stride; }

// The axes that move, the smallest step first.
std::vector<Axis> by_step(const Window& window) {
  std::vector<Axis> axes;
  for (const Axis& axis : window.axes)
    if (axis.size > 1) axes.push_back(axis);
  std::sort(axes.begin(), axes.end(),
            [](const Axis& a, const Axis& b) { return magnitude(a.stride) < magnitude(b.stride); });
  return axes;
}

// Each axis steps over all that the smaller ones span: then no two indices meet. Enough, not needed.
bool nested(const Window& window) {
  std::int64_t extent = 0;
  for (const Axis& axis : by_step(window)) {
    if (magnitude(axis.stride) <= extent) return false;
    extent = checked_add(extent, checked_mul(axis.size - 1, magnitude(axis.stride)));
  }
  return true;
}

bool plainly_one_to_one(const std::vector<Window>& windows) {
  return std::all_of(windows.begin(), windows.end(), [](const Window& w) { return !w.masked && nested(w); });
}

bool expanded(const Window& window) {
  return std::any_of(window.axes.begin(), window.axes.end(),
                     [](const Axis& a) { return a.size > 1 && a.stride == 0; });
}

// The place of every element, ascending; absent if one has none.
std::optional<std::vector<std::int64_t>> sorted_places(const std::vector<Window>& windows) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < windows.back().size; ++i) {
    std::optional<std::int64_t> place = i;
    for (std::size_t w = windows.size(); w-- > 0 && place;) place = windows[w].place_of(*place);
    if (!place) return std::nullopt;
    places.push_back(*place);
  }
  std::sort(places.begin(), places.end());
  return places;
}

std::optional<std::vector<Span>> nested_spans(const Window& window, std::int64_t most) {
  std::int64_t lowest = window.offset, run = 1;
  std::vector<Axis> axes = by_step(window);
  for (const Axis& axis : axes) lowest += std::min<std::int64_t>(0, (axis.size - 1) * axis.stride);
  auto outer = axes.begin();
  for (; outer != axes.end() && magnitude(outer->stride) == run; ++outer) run *= outer->size;
  if (window.size / run > most) return std::nullopt;

  std::vector<Span> spans = {{lowest, lowest + run}};
  for (; outer != axes.end(); ++outer) {
    std::size_t inside = spans.size();
    for (std::int64_t i = 1; i < outer->size; ++i)
      for (std::size_t s = 0; s < inside; ++s) {
        std::int64_t shift = i * magnitude(outer->stride);
        spans.push_back({spans[s].begin + shift, spans[s].end + shift});
      }
  }
  return spans;
}

std::vector<Span> merged(const std::vector<std::int64_t>& sorted) {
  std::vector<Span> spans;
  for (std::int64_t place : sorted) {
    if (!spans.empty() && spans.back().end == place)
      ++spans.back().end;
    else
      spans.push_back({place, place + 1});
  }
  return spans;
}

}  // namespace

std::int64_t bound_product(const Dims& dims) {
  std::int64_t total = 1;
  for (const Sint& d : dims) total = checked_mul(total, d.bound_value());
  return total;
}

Span box_of(const View& view) {
  Window window = window_of(view);
  std::int64_t lowest = window.offset, highest = lowest;
  for (const Axis& axis : window.axes) {
    if (axis.begin >= axis.end) return {};
    std::int64_t first = checked_mul(axis.begin, axis.stride), last = checked_mul(axis.end - 1, axis.stride);
    lowest = checked_add(lowest, std::min(first, last));
    highest = checked_add(highest, std::max(first, last));
  }
  return {lowest, checked_add(highest, 1)};
}

Coverage coverage_of(const ShapeTracker& st) {
  std::vector<Window> windows = windows_of(st);
  const Window& last = windows.back();
  if (last.size == 0 || plainly_one_to_one(windows)) return Coverage::OneToOne;
  if (last.masked) return Coverage::Padded;
  if (expanded(last)) return Coverage::Repeated;
  if (last.size > kMostElements) return Coverage::Unknown;
  std::optional<std::vector<std::int64_t>> places = sorted_places(windows);
  if (!places) return Coverage::Padded;
  bool repeated = std::adjacent_find(places->begin(), places->end()) != places->end();
  return repeated ? Coverage::Repeated : Coverage::OneToOne;
}

std::optional<std::vector<Span>> spans_of(const ShapeTracker& st, std::int64_t most) {
  std::vector<Window> windows = windows_of(st);
  if (windows.back().size == 0) return std::vector<Span>();
  if (windows.size() == 1 && plainly_one_to_one(windows)) return nested_spans(windows.front(), most);
  if (windows.back().size > most) return std::nullopt;
  std::optional<std::vector<std::int64_t>> places = sorted_places(windows);
  return places ? merged(*places) : std::vector<Span>();
}

}  // namespace lockstep
