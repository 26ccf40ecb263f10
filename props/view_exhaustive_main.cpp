// view_exhaustive: core's view algebra against the definition, over every view of a small range.

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "props/view_exhaustive.h"

namespace lockstep::props {

namespace {

constexpr const char* kHelp = R"(usage: view_exhaustive [--full | --quick] [--plant offset|mask|stride]

Holds core's View and ShapeTracker against the definition of a view (FORMAT: "reference"): after every
operation, each index must read the same element as before, or be masked. V1 to V5 of core/view.h must hold
of every result. reshape, invert and merge may find no view; that is counted as absent.

--full (default) takes some minutes on one core:
  operations  create, pad (0 to 2 on each side), shrink (all), expand (1 to 0, 2, 3, 4), permute (all), stride
              (steps -4 to 4), reshape (to every shape of the size, up to 4 dimensions), invert, minify, unbound,
              real_size; on every view of sizes 0 to 4 with
              0 to 2 dimensions: strides -4 to 4, lowest place 0 or 1, every mask
              3 dimensions: row-major strides, negated or 0; lowest place 0 or 1; masks at the edges
              3 dimensions: also 1, -1, the product of any sizes that follow, negated or doubled; every mask;
                            here pad, shrink and stride change one dimension at a time
  pairs       merge, + and simplify on every inner and outer view of sizes 0 to 4 with
              0 to 2 dimensions: strides 0, 1, -1 and row-major, negated or doubled; every inner mask; outer
                            masks at the edges, outer lowest place 0 or 1
              3 dimensions with masks at the edges, over and under up to 3 dimensions without
  triples     + and simplify over three views of up to 2 dimensions, sizes 0 to 3 (the middle one to 2)
Pairs whose outer view reads outside the inner one mean nothing: they are counted and left out.

--quick takes every 53rd to 997th of these, in seconds.
--plant makes merge wrong on purpose; the run must then find it (exit status 1).

Exit status: 0 nothing wrong, 1 something is wrong, 2 usage.
)";

std::optional<Extent> extent_of(int argc, char** argv) {
  Extent extent;
  for (int i = 1; i < argc; ++i) {
    std::string_view arg = argv[i];
    if (arg == "--plant" && i + 1 < argc) {
      extent.plant = argv[++i];
      if (extent.plant != "offset" && extent.plant != "mask" && extent.plant != "stride") return std::nullopt;
    } else if (arg == "--quick" || arg == "--full") {
      extent.quick = arg == "--quick";
    } else {
      return std::nullopt;
    }
  }
  return extent;
}

int run(int argc, char** argv) {
  if (argc == 2 && (std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h")) {
    fmt::print("{}", kHelp);
    return 0;
  }
  std::optional<Extent> extent = extent_of(argc, argv);
  if (!extent) {
    fmt::print(stderr, "usage: view_exhaustive [--full | --quick] [--plant offset|mask|stride]; see --help\n");
    return 2;
  }
  Report report;
  if (extent->plant.empty()) check_operations(*extent, report);  // a planted fault is in merge
  check_pairs(*extent, report);
  report.print();
  return report.wrong_total() == 0 ? 0 : 1;
}

}  // namespace

}  // namespace lockstep::props

int main(int argc, char** argv) { return lockstep::props::run(argc, argv); }
