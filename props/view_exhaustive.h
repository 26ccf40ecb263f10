// view_exhaustive.h: the parts of the program `view_exhaustive`: which views there are, what is asked of each,
// and how the answers are counted.
//
// The answer expected of every operation comes from view_truth.h and view_reader.h, which share nothing with
// core's algebra.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "props/view_truth.h"

namespace lockstep::props {

// ---- counting
// --------------------------------------------------------------------------------------------------

enum class Asked : std::uint8_t {
  Create,
  Pad,
  Shrink,
  Expand,
  Permute,
  Stride,
  Reshape,
  Invert,
  Minify,
  Unbound,
  RealSize,
  Stacked,
  Merge,
  Plus,
  Simplify,
};
inline constexpr std::size_t kAsked = 15;
std::string_view name_of(Asked asked);

class Report {
 public:
  void count(Asked asked) { ++tally(asked).checked; }
  void absent(Asked asked) { ++tally(asked).absent; }
  // `what` spells the example out; only the first few of each operation are kept.
  void wrong(Asked asked, const std::function<std::string()>& what);
  void view() { ++views_; }
  void pair() { ++pairs_; }
  void pair_outside() { ++outside_; }

  std::int64_t wrong_total() const;
  void print() const;

 private:
  struct Tally {
    std::int64_t checked = 0, absent = 0, wrong = 0;
  };
  Tally& tally(Asked asked) { return tallies_[static_cast<std::size_t>(asked)]; }

  std::array<Tally, kAsked> tallies_ = {};
  std::int64_t views_ = 0, pairs_ = 0, outside_ = 0;
  std::vector<std::string> examples_;
};

// Core's answer must be `expected` everywhere and keep V1 to V5. True if it is and does.
bool judge(Report& report, Asked asked, const View& got, const Seen& expected,
           const std::function<std::string()>& what);

// ---- which views
// -----------------------------------------------------------------------------------------------

// Every view of one rank: all shapes of sizes 0 to `largest`, and per dimension the strides and the masks
// given.
struct Space {
  std::size_t rank = 0;
  std::int64_t largest = 4;
  // The strides of dimension `d` of `shape` that are tried, where its size is above 1.
  std::function<Numbers(const Numbers& shape, std::size_t d)> strides;
  // The ranges [begin, end) that a mask may keep of a dimension of `size`; [0, size) keeps all.
  std::function<Pairs(std::int64_t size)> masks;
  Numbers offsets = {0};  // of the lowest place that an unmasked view would read
};

// Each description in the space, canonical or not; the view that core makes of it; and whether that is as
// described.
void for_each_description(const Space& space, const std::function<void(const Window&)>& visit);
View created(const Window& described);
bool is_canonical(const Window& described, const View& made);

Pairs every_range(std::int64_t size);  // [0, size), then all others, and the empty [0, 0)
Pairs edge_ranges(std::int64_t size);  // [0, size), [1, size), [0, size-1), and one in the middle

// ---- what is asked
// ---------------------------------------------------------------------------------------------

struct Extent {
  bool quick = false;  // a slice that takes seconds
  std::string plant;   // a merge that is wrong on purpose: "offset", "mask" or "stride"; empty: core's
};

void check_operations(const Extent& extent, Report& report);  // every view through every operation
void check_pairs(const Extent& extent, Report& report);       // merge, + and simplify

}  // namespace lockstep::props
