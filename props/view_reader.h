// view_reader.h: what a view, or a stack of views, addresses at an index, straight from the definition
// (FORMAT.md, "reference").
//
// Shares nothing with core's algebra: a View is copied into plain numbers (a Window) and read from there. Every
// proof about views in props/ compares core with this.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/shapetracker.h"

namespace lockstep::props {

template <typename T>
using Short = boost::container::small_vector<T, 4>;  // one entry a dimension, mostly without an allocation
using Numbers = Short<std::int64_t>;                 // an index, a shape, strides
using Pairs = Short<std::pair<std::int64_t, std::int64_t>>;
using Bindings = std::map<std::string, std::int64_t>;

// A flat position, or one of the two below.
using Position = std::int64_t;
inline constexpr Position kMasked =
    std::numeric_limits<Position>::min();  // excluded by a mask: the element is 0
inline constexpr Position kOutside = std::numeric_limits<Position>::min() + 1;  // no element of the view before

using Table = std::vector<Position>;  // the place at every index, row-major

struct Window {
  Numbers shape;
  Numbers strides;
  std::int64_t offset = 0;
  Pairs mask = {};  // empty: nothing is excluded
};

// `number` turns a symbolic integer into its number.
template <typename Number>
Window window_of(const View& view, Number number) {
  Window w;
  for (const Sint& s : view.shape()) w.shape.push_back(number(s));
  for (const Sint& s : view.strides()) w.strides.push_back(number(s));
  w.offset = number(view.offset());
  if (view.mask())
    for (const auto& [begin, end] : *view.mask()) w.mask.emplace_back(number(begin), number(end));
  return w;
}

inline Window window_of(const View& view) {
  return window_of(view, [](const Sint& s) { return s.value(); });
}

inline std::vector<Window> windows_of(const ShapeTracker& st, const Bindings& values = {}) {
  std::vector<Window> stack;
  for (const View& view : st.views())
    stack.push_back(window_of(view, [&](const Sint& s) { return s.evaluate(values); }));
  return stack;
}

inline std::int64_t elements(const Numbers& shape) {
  std::int64_t n = 1;
  for (std::int64_t s : shape) n *= s;
  return n;
}

inline Position read(const Window& w, const Numbers& index) {
  Position at = w.offset;
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (!w.mask.empty() && (index[d] < w.mask[d].first || index[d] >= w.mask[d].second)) return kMasked;
    at += index[d] * w.strides[d];
  }
  return at;
}

// Row-major: the last dimension runs fastest. `at` lies inside the shape.
inline Numbers split(Position at, const Numbers& shape) {
  Numbers index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = at % shape[d];
    at /= shape[d];
  }
  return index;
}

// Innermost window first.
inline Position read(std::span<const Window> stack, Numbers index) {
  for (std::size_t v = stack.size(); v-- > 0;) {
    Position at = read(stack[v], index);
    if (v == 0 || at == kMasked) return at;
    const Numbers& before = stack[v - 1].shape;
    if (at < 0 || at >= elements(before)) return kOutside;
    index = split(at, before);
  }
  return kOutside;
}

// The next index in row-major order; false after the last.
inline bool advance(Numbers& index, const Numbers& shape) {
  for (std::size_t d = shape.size(); d-- > 0; index[d] = 0)
    if (++index[d] < shape[d]) return true;
  return false;
}

template <typename Readable>
Table table_over(const Numbers& shape, const Readable& readable) {
  Table table;
  if (elements(shape) == 0) return table;
  table.reserve(static_cast<std::size_t>(elements(shape)));
  Numbers index(shape.size(), 0);
  do table.push_back(read(readable, index));
  while (advance(index, shape));
  return table;
}

inline Table table_of(const Window& w) { return table_over(w.shape, w); }
inline Table table_of(std::span<const Window> stack) { return table_over(stack.back().shape, stack); }
inline Table table_of(const View& view) { return table_of(window_of(view)); }
inline Table table_of(const ShapeTracker& st, const Bindings& values = {}) {
  std::vector<Window> stack = windows_of(st, values);
  return table_of(std::span<const Window>(stack));
}

}  // namespace lockstep::props
