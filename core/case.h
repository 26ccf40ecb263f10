// case.h: a graph, the options it was scheduled with, and what is known about it (FORMAT: case/1).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/graph.h"
#include "core/options.h"
#include "core/schedule.h"

namespace lockstep {

struct ExpectedError {
  std::string text;
  bool operator==(const ExpectedError&) const = default;
};

struct ExpectedSchedule {
  std::optional<std::int64_t> kernel_count;
  std::optional<std::int64_t> compute_kernel_count;
  std::optional<Schedule> schedule;
  // Text-form cases may name only which outputs share a kernel, in any order.
  std::optional<std::vector<std::vector<NodeId>>> groups;
  bool operator==(const ExpectedSchedule&) const = default;
};

using ElementList = std::vector<ConstValue>;  // row-major in the buffer

struct Values {
  std::map<std::uint32_t, ElementList> inputs;   // BUFFER node → elements
  std::map<std::uint32_t, ElementList> outputs;  // output node → elements
  std::map<std::uint32_t, ElementList> memory;   // assigned BUFFER → elements afterwards
  bool operator==(const Values&) const = default;
};

struct Case {
  std::string name;
  Options options;  // `rules` is not part of a case file
  Graph graph;
  std::optional<std::variant<ExpectedError, ExpectedSchedule>> expect;
  std::string upstream;  // "", "fails" or "wrong values"
  std::optional<Values> values;
  std::optional<double> upstream_seconds;
  bool operator==(const Case&) const = default;
};

}  // namespace lockstep
