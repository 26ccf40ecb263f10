// view_truth.h: what each movement operation must do, as a statement about tables of places.
//
// A Seen is a shape and the place at each of its indices. Each operation but reshape moves every dimension on
// its own: a Track says, for each new index of a dimension, how far it lies in the old table (or that it is
// padding). Shares nothing with core's algebra; reads of core only what laws() inspects.
#pragma once

#include <string_view>

#include "props/view_reader.h"

namespace lockstep::props {

struct Seen {
  Numbers shape;
  Table at;
  bool operator==(const Seen&) const = default;
};

using Track = Numbers;
inline constexpr std::int64_t kPadding = -1;

inline Seen seen(const View& view) {
  Window w = window_of(view);
  return {w.shape, table_of(w)};
}

// How far apart neighbours of a dimension lie in a table.
inline Numbers rows(const Numbers& shape) {
  Numbers row(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) row[d - 1] = row[d] * shape[d];
  return row;
}

inline Seen follow(const Seen& old, const std::vector<Track>& tracks) {
  Seen now;
  for (const Track& track : tracks) now.shape.push_back(static_cast<std::int64_t>(track.size()));
  if (elements(now.shape) == 0) return now;
  Numbers index(tracks.size(), 0);
  do {
    std::int64_t from = 0;
    for (std::size_t d = 0; d < tracks.size() && from != kPadding; ++d) {
      std::int64_t step = tracks[d][static_cast<std::size_t>(index[d])];
      from = step == kPadding ? kPadding : from + step;
    }
    now.at.push_back(from == kPadding ? kMasked : old.at[static_cast<std::size_t>(from)]);
  } while (advance(index, now.shape));
  return now;
}

// One track a dimension: new index j of dimension d lies at old index `old_index(d, j)`, or nowhere (-1).
template <typename OldIndex>
Seen moved(const Seen& old, const Numbers& new_shape, OldIndex old_index) {
  std::vector<Track> tracks;
  Numbers row = rows(old.shape);
  for (std::size_t d = 0; d < new_shape.size(); ++d) {
    Track track;
    for (std::int64_t j = 0; j < new_shape[d]; ++j) {
      std::int64_t i = old_index(d, j);
      track.push_back(i < 0 ? kPadding : i * row[d]);
    }
    tracks.push_back(std::move(track));
  }
  return follow(old, tracks);
}

inline Seen padded(const Seen& old, const Pairs& amounts) {
  Numbers shape;
  for (std::size_t d = 0; d < amounts.size(); ++d)
    shape.push_back(amounts[d].first + old.shape[d] + amounts[d].second);
  return moved(old, shape, [&](std::size_t d, std::int64_t j) {
    std::int64_t i = j - amounts[d].first;
    return i < old.shape[d] ? i : -1;
  });
}

inline Seen shrunk(const Seen& old, const Pairs& keep) {
  Numbers shape;
  for (const auto& [begin, end] : keep) shape.push_back(end - begin);
  return moved(old, shape, [&](std::size_t d, std::int64_t j) { return keep[d].first + j; });
}

inline Seen expanded(const Seen& old, const Numbers& shape) {
  return moved(old, shape, [&](std::size_t d, std::int64_t j) { return old.shape[d] == 1 ? 0 : j; });
}

// Every |step|-th index; from the last one backwards where the step is negative.
inline Seen strided(const Seen& old, const Numbers& step) {
  Numbers shape;
  for (std::size_t d = 0; d < step.size(); ++d) {
    std::int64_t taken = 0, size = step[d] < 0 ? -step[d] : step[d];
    for (std::int64_t i = 0; i < old.shape[d]; i += size) ++taken;
    shape.push_back(taken);
  }
  return moved(old, shape, [&](std::size_t d, std::int64_t j) {
    return step[d] > 0 ? j * step[d] : old.shape[d] - 1 + j * step[d];
  });
}

inline Seen permuted(const Seen& old, const Axes& axis) {
  std::vector<Track> tracks;
  Numbers row = rows(old.shape);
  for (int a : axis) {
    Track track;
    for (std::int64_t j = 0; j < old.shape[static_cast<std::size_t>(a)]; ++j)
      track.push_back(j * row[static_cast<std::size_t>(a)]);
    tracks.push_back(std::move(track));
  }
  return follow(old, tracks);
}

inline Seen reshaped(const Seen& old, const Numbers& shape) { return {shape, old.at}; }

// `inner` seen through `outer`; kOutside where the outer one leaves the inner one's elements.
inline Seen composed(const Seen& inner, const Seen& outer) {
  Seen now = outer;
  for (Position& at : now.at)
    if (at != kMasked)
      at = at >= 0 && at < static_cast<Position>(inner.at.size()) ? inner.at[static_cast<std::size_t>(at)]
                                                                  : kOutside;
  return now;
}

// One past the highest place; 0 if there is none.
inline std::int64_t highest(const Seen& x) {
  std::int64_t end = 0;
  for (Position at : x.at)
    if (at != kMasked) end = std::max(end, at + 1);
  return end;
}

inline Numbers row_major(const Numbers& shape) {
  Numbers strides = rows(shape);
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (shape[d] == 1) strides[d] = 0;
  return strides;
}

// The first of V1 to V5 (core/view.h) that the view breaks; empty if it keeps them all.
inline std::string_view broken_law(const View& view) {
  Window w = window_of(view);
  bool empty = false;
  if (w.shape.size() != w.strides.size() || (view.mask() && w.mask.size() != w.shape.size())) return "V1";
  for (std::size_t d = 0; d < w.shape.size(); ++d) {
    if (w.shape[d] < 0) return "V1";
    if (w.shape[d] == 1 && w.strides[d] != 0) return "V2";
    empty = empty || w.shape[d] == 0;
  }
  if (empty) return w.offset == 0 && !view.mask() && view.contiguous() ? "" : "V3";
  bool nothing = false, everything = true;
  for (std::size_t d = 0; d < w.mask.size(); ++d) {
    auto [begin, end] = w.mask[d];
    if (begin < 0 || end > w.shape[d]) return "V4";
    if (end - begin == 1 && w.strides[d] != 0) return "V4";
    nothing = nothing || begin >= end;
    everything = everything && begin == 0 && end == w.shape[d];
  }
  if (view.mask() && everything) return "V4";
  for (const auto& range : w.mask)
    if (nothing && range != std::pair<std::int64_t, std::int64_t>{0, 0}) return "V4";
  bool plain = w.offset == 0 && !view.mask() && w.strides == row_major(w.shape);
  return view.contiguous() == plain ? "" : "V5";
}

}  // namespace lockstep::props
