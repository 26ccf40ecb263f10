#include "core/op.h"

#include <algorithm>
#include <array>

#include "core/spelling.h"

namespace lockstep {

namespace {

using K = OpKind;
using D = DTypeRule;

// maps_zero_to_zero, by the C meaning: 2^0 = 1; log2 0 and 1/0 are infinite; 0/0 and 0%0 are undefined;
// Threefry of zeros is a hash. A leaf or an opaque op promises nothing.
constexpr std::array kOps = {
    OpFacts{Op::Buffer, "BUFFER", K::Buffer, 0, D::Free, false},
    OpFacts{Op::Empty, "EMPTY", K::Meta, 0, D::Free, false},
    OpFacts{Op::Const, "CONST", K::Meta, 0, D::Free, false},
    OpFacts{Op::Copy, "COPY", K::Meta, 1, D::Same, true},
    OpFacts{Op::Contiguous, "CONTIGUOUS", K::Meta, 1, D::Same, true},
    OpFacts{Op::Custom, "CUSTOM", K::Meta, -1, D::Free, false},
    OpFacts{Op::Assign, "ASSIGN", K::Meta, 2, D::Same, true},
    OpFacts{Op::BufferView, "BUFFER_VIEW", K::Meta, 1, D::Free, true},
    OpFacts{Op::Exp2, "EXP2", K::Unary, 1, D::Same, false},
    OpFacts{Op::Log2, "LOG2", K::Unary, 1, D::Same, false},
    OpFacts{Op::Cast, "CAST", K::Unary, 1, D::Free, true},
    OpFacts{Op::Bitcast, "BITCAST", K::Unary, 1, D::Free, true},
    OpFacts{Op::Sin, "SIN", K::Unary, 1, D::Same, true},
    OpFacts{Op::Sqrt, "SQRT", K::Unary, 1, D::Same, true},
    OpFacts{Op::Recip, "RECIP", K::Unary, 1, D::Same, false},
    OpFacts{Op::Neg, "NEG", K::Unary, 1, D::Same, true},
    OpFacts{Op::Add, "ADD", K::Binary, 2, D::Same, true},
    OpFacts{Op::Mul, "MUL", K::Binary, 2, D::Same, true},
    OpFacts{Op::IDiv, "IDIV", K::Binary, 2, D::Same, false},
    OpFacts{Op::Max, "MAX", K::Binary, 2, D::Same, true},
    OpFacts{Op::Mod, "MOD", K::Binary, 2, D::Same, false},
    OpFacts{Op::CmpLt, "CMPLT", K::Binary, 2, D::Compare, true},
    OpFacts{Op::CmpNe, "CMPNE", K::Binary, 2, D::Compare, true},
    OpFacts{Op::Xor, "XOR", K::Binary, 2, D::Same, true},
    OpFacts{Op::Shl, "SHL", K::Binary, 2, D::Shift, true},
    OpFacts{Op::Shr, "SHR", K::Binary, 2, D::Shift, true},
    OpFacts{Op::Or, "OR", K::Binary, 2, D::Same, true},
    OpFacts{Op::And, "AND", K::Binary, 2, D::Same, true},
    OpFacts{Op::Threefry, "THREEFRY", K::Binary, 2, D::Same, false},
    OpFacts{Op::Sub, "SUB", K::Binary, 2, D::Same, true},
    OpFacts{Op::Where, "WHERE", K::Ternary, 3, D::Select, true},
    OpFacts{Op::MulAcc, "MULACC", K::Ternary, 3, D::Same, true},
    OpFacts{Op::ReduceSum, "REDUCE_SUM", K::Reduce, 1, D::Same, true},
    OpFacts{Op::ReduceProd, "REDUCE_PROD", K::Reduce, 1, D::Same, true},
    OpFacts{Op::ReduceMax, "REDUCE_MAX", K::Reduce, 1, D::Same, true},
};

}  // namespace

const OpFacts& facts(Op op) { return kOps[static_cast<std::size_t>(op)]; }

std::span<const OpFacts> all_ops() { return kOps; }

std::optional<Op> op_named(std::string_view name) {
  for (const OpFacts& row : kOps)
    if (row.name == name) return row.op;
  return std::nullopt;
}

std::string_view closest_op_name(std::string_view misspelt) {
  // A name as long as a file is no misspelling; the distance would cost its length.
  misspelt = misspelt.substr(0, 32);
  return std::min_element(kOps.begin(), kOps.end(),
                          [&](const OpFacts& a, const OpFacts& b) {
                            return edit_distance(misspelt, a.name) < edit_distance(misspelt, b.name);
                          })
      ->name;
}

Op reduce_alu(Op reduce) {
  return reduce == Op::ReduceSum ? Op::Add : reduce == Op::ReduceProd ? Op::Mul : Op::Max;
}

}  // namespace lockstep
