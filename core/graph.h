// graph.h: a lazy tensor graph: base nodes, and references that see them through views.
//
//   G1  a node's sources have smaller ids
//   G2  a reference's views end in the shape that its user needs, and read inside the node's buffer
//   G3  a reference whose view is the node's own contiguous shape is plain: it has no view
//   G4  ops, arity, shapes, axes and dtypes agree (core/validate.h has the list, one message each)
//   G5  two ASSIGNs whose memory overlaps are ordered by a path from one to the other
// Made and checked by GraphBuilder and by the readers. Immutable once built, so safe to share between
// threads; scheduling a graph leaves no mark on it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/const_value.h"
#include "core/dtype.h"
#include "core/ids.h"
#include "core/op.h"
#include "core/shapetracker.h"

namespace lockstep {

// A node, seen plainly or through a ShapeTracker.
struct Ref {
  NodeId node;
  std::optional<ShapeTracker> view = {};

  bool plain() const { return !view.has_value(); }
  bool operator==(const Ref&) const = default;
};

// BUFFER nodes with the same id lie in one allocation, each at its offset in bytes.
struct Memory {
  std::int64_t id = 0;
  std::int64_t offset = 0;
  bool operator==(const Memory&) const = default;
};

struct Node {
  Op op = Op::Buffer;
  DType dtype;
  Dims shape;
  std::vector<Ref> src = {};
  std::string device = {};                           // empty: the default device
  std::variant<ConstValue, Variable> constant = {};  // CONST
  Axes axis = {};                                    // REDUCE_*: the reduced axes, size 1 in `shape`
  bool forced_realize = false;
  std::optional<ShapeTracker> assign_view = {};  // ASSIGN: how the target is written, if not whole
  std::int64_t bytes = 0;                        // COPY
  std::string custom = {};                       // CUSTOM: opaque JSON text
  std::optional<Memory> memory = {};             // BUFFER
  std::string metadata = {};                     // free text that kernels carry along

  bool realized() const { return op == Op::Buffer; }
  std::int64_t size() const;  // elements, each variable at its maximum
  bool operator==(const Node&) const = default;
};

struct Graph {
  std::vector<Variable> variables = {};  // by name, each once
  std::vector<Node> nodes = {};
  std::vector<Ref> outputs = {};

  const Node& operator[](NodeId id) const { return nodes[id.value]; }
  std::size_t size() const { return nodes.size(); }
  ShapeTracker view_of(const Ref& ref) const;  // the reference's view, or the node's contiguous one
  const Dims& shape_of(const Ref& ref) const;
  bool operator==(const Graph&) const = default;
};

}  // namespace lockstep
