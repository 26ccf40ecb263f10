// Every pair of views as one: merge, ShapeTracker + and simplify; and every triple of a smaller set.

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "props/view_exhaustive.h"

namespace lockstep::props {

namespace {

struct Entry {
  View view;
  ShapeTracker st;
  Seen seen;
  Position lowest, highest;  // of the places that it reads; an empty range where it reads none
};

Entry entry_of(const View& view) {
  Entry entry{view, ShapeTracker({view}), seen(view), 0, -1};
  bool any = false;
  for (Position at : entry.seen.at) {
    if (at == kMasked) continue;
    entry.lowest = any ? std::min(entry.lowest, at) : at;
    entry.highest = any ? std::max(entry.highest, at) : at;
    any = true;
  }
  return entry;
}

using Entries = std::vector<Entry>;

void add_space(Entries& entries, const Space& space) {
  for_each_description(space, [&](const Window& described) {
    View made = created(described);
    if (is_canonical(described, made)) entries.push_back(entry_of(made));
  });
}

bool reads_inside(const Entry& inner, const Entry& outer) {
  return outer.lowest >= 0 && outer.highest < static_cast<Position>(inner.seen.at.size());
}

// Core's merge, or one that is wrong on purpose, so that the check itself can be checked.
std::optional<View> merged(const View& inner, const View& outer, const std::string& plant) {
  std::optional<View> got = merge(inner, outer);
  if (!got || plant.empty()) return got;
  Dims strides = got->strides();
  Sint offset = got->offset();
  std::optional<Ranges> mask = got->mask();
  if (plant == "offset") offset = offset + 1;
  if (plant == "mask") mask.reset();
  if (plant == "stride" && !strides.empty()) strides.back() = strides.back() + 1;
  return View::create(got->shape(), strides, offset, mask);
}

// `known` reads as expected already: an answer that is the same stack of views needs no second look.
void judge_stack(Report& report, Asked asked, const Entry& inner, const Entry& outer, const ShapeTracker& got,
                 const Seen& expected, const std::vector<const ShapeTracker*>& known) {
  report.count(asked);
  if (got.views().size() > 1) report.absent(asked);
  for (const ShapeTracker* st : known)
    if (got == *st) return;
  if (window_of(got.views().back()).shape != expected.shape || table_of(got) != expected.at)
    report.wrong(asked, [&] {
      return fmt::format("({}) seen through ({}) gives {}", inner.st.text(), outer.st.text(), got.text());
    });
}

template <typename Body>
void guarded(Report& report, Asked asked, const Entry& inner, const Entry& outer, Body body) {
  try {
    body();
  } catch (const Failure& failure) {
    report.count(asked);
    report.wrong(asked, [&] {
      return fmt::format("({}) seen through ({}) throws: {}", inner.st.text(), outer.st.text(), failure.what());
    });
  }
}

void check_pair(const Entry& inner, const Entry& outer, const std::string& plant, Report& report) {
  if (!reads_inside(inner, outer)) return report.pair_outside();
  report.pair();
  Seen expected = composed(inner.seen, outer.seen);
  const ShapeTracker both({inner.view, outer.view});
  ShapeTracker one = both;  // as one view, once that is known to be right
  guarded(report, Asked::Merge, inner, outer, [&] {
    std::optional<View> got = merged(inner.view, outer.view, plant);
    if (!got) return report.absent(Asked::Merge);
    bool right = judge(report, Asked::Merge, *got, expected, [&] {
      return fmt::format("({}) seen through ({})", inner.view.text(), outer.view.text());
    });
    if (right) one = ShapeTracker({*got});
  });
  guarded(report, Asked::Plus, inner, outer, [&] {
    judge_stack(report, Asked::Plus, inner, outer, inner.st + outer.st, expected, {&both, &one});
  });
  guarded(report, Asked::Simplify, inner, outer, [&] {
    judge_stack(report, Asked::Simplify, inner, outer, both.simplify(), expected, {&both, &one});
  });
}

// `inner` and `outer` as a stack of two, which may not be one view.
Entry stacked(const Entry& inner, const Entry& outer) {
  Entry both = outer;
  both.st = ShapeTracker({inner.view, outer.view});
  both.seen = composed(inner.seen, outer.seen);
  return both;
}

void check_triple(const Entry& first, const Entry& second, const Entry& third, Report& report) {
  if (!reads_inside(second, third)) return report.pair_outside();
  report.pair();
  const Entry below = stacked(first, second), above = stacked(second, third);
  const ShapeTracker all({first.view, second.view, third.view});
  Seen expected = composed(below.seen, third.seen);
  auto judged = [&](Asked asked, const Entry& inner, const Entry& outer, auto combine) {
    guarded(report, asked, inner, outer,
            [&] { judge_stack(report, asked, inner, outer, combine(), expected, {&all}); });
  };
  judged(Asked::Plus, below, third, [&] { return below.st + third.st; });
  judged(Asked::Plus, first, above, [&] { return first.st + above.st; });
  judged(Asked::Simplify, below, third, [&] { return all.simplify(); });
}

void check_all(const Entries& inners, const Entries& outers, std::size_t every, const std::string& plant,
               Report& report) {
  std::size_t turn = 0;
  for (const Entry& inner : inners)
    for (const Entry& outer : outers)
      if (turn++ % every == 0) check_pair(inner, outer, plant, report);
}

void check_triples(const Entries& firsts, const Entries& seconds, const Entries& thirds, std::size_t every,
                   Report& report) {
  std::size_t turn = 0;
  for (const Entry& first : firsts)
    for (const Entry& second : seconds) {
      if (!reads_inside(first, second)) continue;
      for (const Entry& third : thirds)
        if (turn++ % every == 0) check_triple(first, second, third, report);
    }
}

Numbers few_strides(const Numbers& shape, std::size_t d) {
  std::int64_t row = rows(shape)[d];
  return row == 1 ? Numbers{0, 1, -1, 2} : Numbers{0, 1, -1, row, -row};
}

Numbers row_strides(const Numbers& shape, std::size_t d) {
  std::int64_t row = rows(shape)[d];
  return {row, 0, -row};
}

Pairs no_mask(std::int64_t size) { return {{0, size}}; }

}  // namespace

void check_pairs(const Extent& extent, Report& report) {
  const std::size_t every = extent.quick ? 499 : 1;
  Entries inners, outers, deep, plain, few, tiny;
  for (std::size_t rank = 0; rank <= 2; ++rank) {
    add_space(inners, {rank, 4, few_strides, every_range, {0}});
    add_space(outers, {rank, 4, few_strides, edge_ranges, {0, 1}});
    add_space(plain, {rank, 4, row_strides, no_mask, {0}});
    add_space(few, {rank, 3, row_strides, edge_ranges, {0}});
    add_space(tiny, {rank, 2, row_strides, edge_ranges, {0}});
  }
  add_space(plain, {3, 2, row_strides, no_mask, {0}});
  add_space(deep, {3, 4, row_strides, edge_ranges, {0}});
  check_all(inners, outers, every, extent.plant, report);
  check_all(deep, plain, every, extent.plant, report);
  check_all(plain, deep, every, extent.plant, report);
  check_triples(few, tiny, few, every, report);
}

}  // namespace lockstep::props
