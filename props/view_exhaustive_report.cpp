#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "props/view_exhaustive.h"

namespace lockstep::props {

namespace {

constexpr std::array<std::string_view, kAsked> kNames = {
    "create", "pad",     "shrink",    "expand",          "permute", "stride", "reshape",  "invert",
    "minify", "unbound", "real_size", "stacked reshape", "merge",   "+",      "simplify",
};
constexpr std::int64_t kExamples = 5;  // kept of each operation

std::string place_text(Position at) {
  return at == kMasked ? "masked" : at == kOutside ? "outside" : fmt::format("{}", at);
}

}  // namespace

std::string_view name_of(Asked asked) { return kNames[static_cast<std::size_t>(asked)]; }

void Report::wrong(Asked asked, const std::function<std::string()>& what) {
  if (++tally(asked).wrong <= kExamples) examples_.push_back(fmt::format("{}: {}", name_of(asked), what()));
}

std::int64_t Report::wrong_total() const {
  return std::accumulate(tallies_.begin(), tallies_.end(), std::int64_t{0},
                         [](std::int64_t sum, const Tally& t) { return sum + t.wrong; });
}

void Report::print() const {
  Tally all;
  fmt::print("{:<16} {:>12} {:>12} {:>8}\n", "operation", "checked", "absent", "wrong");
  for (std::size_t i = 0; i < kAsked; ++i) {
    const Tally& t = tallies_[i];
    fmt::print("{:<16} {:>12} {:>12} {:>8}\n", kNames[i], t.checked, t.absent, t.wrong);
    all.checked += t.checked;
  }
  fmt::print("{} views, {} pairs, {} operations checked, {} wrong\n", views_, pairs_, all.checked,
             wrong_total());
  fmt::print("({} more pairs were left out: there the outer view reads outside the inner one)\n", outside_);
  for (const std::string& example : examples_) fmt::print("wrong {}\n", example);
}

bool judge(Report& report, Asked asked, const View& got, const Seen& expected,
           const std::function<std::string()>& what) {
  report.count(asked);
  auto fails = [&](auto why) {
    report.wrong(asked, [&] { return fmt::format("{} gives {}, {}", what(), got.text(), why()); });
    return false;
  };
  if (std::string_view law = broken_law(got); !law.empty())
    return fails([&] { return fmt::format("which breaks {}", law); });
  Window w = window_of(got);
  if (w.shape != expected.shape) return fails([] { return "of another shape"; });
  Numbers index(w.shape.size(), 0);
  for (std::size_t i = 0; i < expected.at.size(); ++i, advance(index, w.shape)) {
    Position at = read(w, index);
    if (at == expected.at[i]) continue;
    return fails([&] {
      return fmt::format("at [{}] it reads {}, not {}", fmt::join(index, ","), place_text(at),
                         place_text(expected.at[i]));
    });
  }
  return true;
}

}  // namespace lockstep::props
