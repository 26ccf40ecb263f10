// op.h: every graph op, one table row each.
//
// The row holds facts only (name, arity, kind, dtype rule, whether zeros map to zero). Which ops fuse, and
// when, is no fact about an op: those rules live in the schedulers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep {

enum class Op : std::uint8_t {
  Buffer,
  Empty,
  Const,
  Copy,
  Contiguous,
  Custom,
  Assign,
  BufferView,
  Exp2,
  Log2,
  Cast,
  Bitcast,
  Sin,
  Sqrt,
  Recip,
  Neg,
  Add,
  Mul,
  IDiv,
  Max,
  Mod,
  CmpLt,
  CmpNe,
  Xor,
  Shl,
  Shr,
  Or,
  And,
  Threefry,
  Sub,
  Where,
  MulAcc,
  ReduceSum,
  ReduceProd,
  ReduceMax,
};

enum class OpKind : std::uint8_t { Buffer, Meta, Unary, Binary, Ternary, Reduce };

// How the dtype of a node follows from its sources'.
enum class DTypeRule : std::uint8_t {
  Free,     // stated by the node
  Same,     // all sources and the node agree
  Compare,  // sources agree, the node is bool
  Select,   // bool first, then two that agree with the node
  Shift,    // the first source and the node agree
};

struct OpFacts {
  Op op;
  std::string_view name;  // FORMAT's name
  OpKind kind;
  int arity;  // -1: any number of sources
  DTypeRule dtype_rule;
  bool maps_zero_to_zero;  // f(0, …, 0) = 0 for every dtype it takes
};

const OpFacts& facts(Op op);
std::span<const OpFacts> all_ops();
std::optional<Op> op_named(std::string_view name);
std::string_view closest_op_name(std::string_view misspelt);  // for "did you mean"

inline std::string_view name_of(Op op) { return facts(op).name; }
inline bool is_reduce(Op op) { return facts(op).kind == OpKind::Reduce; }
inline bool is_meta(Op op) { return facts(op).kind == OpKind::Meta; }
inline bool is_alu(Op op) {
  OpKind k = facts(op).kind;
  return (k == OpKind::Unary || k == OpKind::Binary || k == OpKind::Ternary) && op != Op::Cast &&
         op != Op::Bitcast;
}
Op reduce_alu(Op reduce);  // ReduceSum → Add, ReduceProd → Mul, ReduceMax → Max

}  // namespace lockstep
