// ids.h: strong indices, so that a node is never a kernel by accident.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace lockstep {

template <typename Tag>
struct Id {
  std::uint32_t value = 0;
  constexpr explicit Id(std::size_t v = 0) : value(static_cast<std::uint32_t>(v)) {}
  constexpr auto operator<=>(const Id&) const = default;
};

using NodeId = Id<struct NodeTag>;      // a place in Graph::nodes
using KernelId = Id<struct KernelTag>;  // a place in Schedule::kernels

}  // namespace lockstep

template <typename Tag>
struct std::hash<lockstep::Id<Tag>> {
  std::size_t operator()(lockstep::Id<Tag> id) const { return std::hash<std::uint32_t>()(id.value); }
};
