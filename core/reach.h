// reach.h: which places of a buffer a ShapeTracker reaches, each variable at its binding.
//
// Exact where that is cheap: one view in nested strides by arithmetic, anything else element by element up to a
// limit. Used for what an ASSIGN writes; a reading view needs only its box.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/shapetracker.h"

namespace lockstep {

struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;  // exclusive
  bool empty() const { return begin >= end; }
  auto operator<=>(const Span&) const = default;
};

// From the lowest to the highest flat position that the view yields where its mask keeps the index; empty if it
// keeps none. Failure(Overflow) if a position does not fit 64 bits, Failure(Symbolic) if a variable has no
// value.
Span box_of(const View& view);
std::int64_t bound_product(const Dims& dims);  // elements of that shape

enum class Coverage : std::uint8_t {
  OneToOne,  // every element has a place of its own
  Repeated,  // two elements share a place
  Padded,    // an element has no place: a mask excludes it
  Unknown,   // too many elements to go through
};
Coverage coverage_of(const ShapeTracker& st);

// The places of a OneToOne ShapeTracker as disjoint spans, ascending. Absent if they would be more than `most`.
std::optional<std::vector<Span>> spans_of(const ShapeTracker& st, std::int64_t most);

}  // namespace lockstep
