// families.h: graphs of any size that stress one thing each.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/graph.h"

namespace lockstep {

Graph chain_of_adds(std::size_t length);     // one kernel of `length` elementwise nodes
Graph chain_of_kernels(std::size_t length);  // `length` kernels, each reading the one before
// a = stack(a, a)[0], over and over: each level reads the one below through two masks, and nothing is realized.
// 2^(levels+1) paths lead from the top to the bottom.
Graph tower_of_stacks(std::size_t levels);

struct Family {
  std::string_view name;
  Graph (*make)(std::size_t size);
  std::size_t (*kernels)(std::size_t size);  // how many it must be scheduled into
  std::span<const std::size_t> sizes;        // what `bench --chains` times
};

std::span<const Family> all_families();

}  // namespace lockstep
