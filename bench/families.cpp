#include "bench/families.h"

#include <array>

#include "core/builder.h"

namespace lockstep {

namespace {

constexpr std::int64_t kWidth = 16;

Ref input(GraphBuilder& b) { return b.buffer(Scalar::Float32, {kWidth}); }

Ref stack_twice(GraphBuilder& b, const Ref& x) {
  Ref row = b.reshape(x, {1, kWidth});
  return b.alu(Op::Add, b.pad(row, {{0, 1}, {0, 0}}), b.pad(row, {{1, 0}, {0, 0}}));
}

Ref first_row(const GraphBuilder& b, const Ref& stacked) {
  return b.reshape(b.shrink(stacked, {{0, 1}, {0, kWidth}}), {kWidth});
}

constexpr std::array<std::size_t, 3> kChainSizes = {10'000, 100'000, 1'000'000};
constexpr std::array<std::size_t, 3> kTowerSizes = {500, 1'000, 2'000};

std::size_t one(std::size_t) { return 1; }
std::size_t as_many(std::size_t size) { return size; }

constexpr std::array kFamilies = {
    Family{"chain of adds", chain_of_adds, one, kChainSizes},
    Family{"chain of kernels", chain_of_kernels, as_many, kChainSizes},
    Family{"stack(a, a)[0] tower", tower_of_stacks, one, kTowerSizes},
};

}  // namespace

Graph chain_of_adds(std::size_t length) {
  GraphBuilder b;
  Ref x = input(b), y = input(b);
  for (std::size_t k = 0; k < length; ++k) x = b.alu(Op::Add, x, y);
  b.output(x);
  return b.take();
}

Graph chain_of_kernels(std::size_t length) {
  GraphBuilder b;
  Ref x = input(b), y = input(b);
  for (std::size_t k = 0; k < length; ++k) x = b.forced(b.alu(Op::Add, x, y));
  b.output(x);
  return b.take();
}

Graph tower_of_stacks(std::size_t levels) {
  GraphBuilder b;
  Ref x = input(b);
  for (std::size_t k = 0; k < levels; ++k) x = first_row(b, stack_twice(b, x));
  b.output(b.contiguous(x));
  return b.take();
}

std::span<const Family> all_families() { return kFamilies; }

}  // namespace lockstep
