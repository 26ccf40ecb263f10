// uop.h: the nodes of a kernel's AST, as a hash-consed DAG.
//
//   U1  structurally equal nodes of one arena are one object, so equality is identity
//   U2  a node's sources are of the same arena and older than it
// Not thread-safe: one arena, one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/const_value.h"
#include "core/dtype.h"
#include "core/op.h"
#include "core/shapetracker.h"

namespace lockstep {

enum class UOpKind : std::uint8_t {
  Sink,
  Ext,
  ShapeTracker,
  Swizzle,
  DefineGlobal,
  DefineVar,
  Const,
  Valid,
  ReduceAxis,
  Cast,
  Bitcast,
  Load,
  Store,
  Assign,
  Alu,
};

struct DefineVar {
  std::string name;
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool operator==(const DefineVar&) const = default;
};

struct ReduceArg {
  Op alu = Op::Add;
  Axes axis = {};
  bool operator==(const ReduceArg&) const = default;
};

// ShapeTracker on SHAPETRACKER and SWIZZLE; ConstValue on CONST; the buffer's number on DEFINE_GLOBAL;
// DefineVar; ReduceArg on REDUCE_AXIS; Op on an ALU (its op) and on EXT (which op).
using UOpArg = std::variant<std::monostate, ShapeTracker, ConstValue, std::int64_t, DefineVar, ReduceArg, Op>;

struct UOp;
using Sources = std::vector<const UOp*>;

struct UOp {
  UOpKind kind = UOpKind::Sink;
  DType dtype;
  Sources src;
  UOpArg arg;
  std::uint32_t id = 0;  // its place in the arena

  const ShapeTracker& st() const { return std::get<ShapeTracker>(arg); }
  Op alu() const { return std::get<Op>(arg); }
  const ReduceArg& reduce() const { return std::get<ReduceArg>(arg); }
};

class UOpArena {
 public:
  UOpArena();
  ~UOpArena();
  UOpArena(UOpArena&&) noexcept;
  UOpArena& operator=(UOpArena&&) noexcept;

  // The one node of that description (U1).
  const UOp* make(UOpKind kind, DType dtype, Sources src, UOpArg arg = {});
  std::size_t size() const { return nodes_.size(); }

 private:
  struct Table;
  std::deque<UOp> nodes_;
  std::unique_ptr<Table> table_;
};

std::string_view name_of(UOpKind kind);    // "SHAPETRACKER"; "ALU" for an ALU
std::string_view name_of(const UOp& uop);  // the ALU's own name for an ALU

}  // namespace lockstep
