// Every view through every operation.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "props/view_exhaustive.h"

namespace lockstep::props {

namespace {

// One operation with its arguments, on one shape. `picks` says which old element each new index shows.
struct Move {
  Asked asked;
  std::string text;
  std::function<std::optional<View>(const View&)> apply;
  Seen picks;
};

Seen identity(const Numbers& shape) {
  Seen all{shape, Table(static_cast<std::size_t>(elements(shape)))};
  std::iota(all.at.begin(), all.at.end(), Position{0});
  return all;
}

// Each list's first entry changes nothing. `crossed`: every combination; otherwise one dimension changes at a
// time.
template <typename List>
std::vector<List> arguments(const std::vector<List>& lists, bool crossed) {
  std::vector<List> found;
  Numbers counts, index(lists.size(), 0);
  for (const List& list : lists) counts.push_back(static_cast<std::int64_t>(list.size()));
  do {
    auto changed = std::count_if(index.begin(), index.end(), [](std::int64_t i) { return i != 0; });
    if (!crossed && changed > 1) continue;
    List& one = found.emplace_back();
    for (std::size_t d = 0; d < lists.size(); ++d) one.push_back(lists[d][static_cast<std::size_t>(index[d])]);
  } while (advance(index, counts));
  return found;
}

template <typename List>
std::vector<List> per_dimension(const Numbers& shape, List (*options)(std::int64_t)) {
  std::vector<List> lists;
  for (std::int64_t size : shape) lists.push_back(options(size));
  return lists;
}

Pairs shrink_options(std::int64_t size) {
  Pairs options = {{0, size}};
  for (std::int64_t begin = 0; begin <= size; ++begin)
    for (std::int64_t end = begin; end <= size; ++end)
      if (begin != 0 || end != size) options.emplace_back(begin, end);
  return options;
}

Pairs pad_options(std::int64_t) {
  Pairs options;
  for (std::int64_t before = 0; before <= 2; ++before)
    for (std::int64_t after = 0; after <= 2; ++after) options.emplace_back(before, after);
  return options;
}

Numbers step_options(std::int64_t) { return {1, -1, 2, -2, 3, -3, 4, -4}; }

Numbers expand_options(std::int64_t size) { return size == 1 ? Numbers{1, 0, 2, 3, 4} : Numbers{size}; }

Ranges to_ranges(const Pairs& pairs) { return Ranges(pairs.begin(), pairs.end()); }
Dims to_dims(const Numbers& numbers) { return Dims(numbers.begin(), numbers.end()); }

void add_window_moves(std::vector<Move>& moves, const Numbers& shape, bool crossed) {
  const Seen all = identity(shape);
  for (const Pairs& keep : arguments(per_dimension(shape, shrink_options), crossed))
    moves.push_back({Asked::Shrink, fmt::format("shrink {}", keep),
                     [core = to_ranges(keep)](const View& v) { return v.shrink(core); }, shrunk(all, keep)});
  for (const Pairs& amounts : arguments(per_dimension(shape, pad_options), crossed))
    moves.push_back({Asked::Pad, fmt::format("pad {}", amounts),
                     [core = to_ranges(amounts)](const View& v) { return v.pad(core); }, padded(all, amounts)});
  for (const Numbers& step : arguments(per_dimension(shape, step_options), crossed))
    moves.push_back(
        {Asked::Stride, fmt::format("stride {}", step),
         [core = std::vector<std::int64_t>(step.begin(), step.end())](const View& v) { return v.stride(core); },
         strided(all, step)});
}

void add_expand_and_permute(std::vector<Move>& moves, const Numbers& shape) {
  const Seen all = identity(shape);
  for (const Numbers& to : arguments(per_dimension(shape, expand_options), true)) {
    // A shape without elements stays without: its dimensions of size 0 do not grow.
    moves.push_back({Asked::Expand, fmt::format("expand {}", to),
                     [core = to_dims(to)](const View& v) { return v.expand(core); }, expanded(all, to)});
  }
  Axes axis(shape.size());
  std::iota(axis.begin(), axis.end(), 0);
  do {
    moves.push_back({Asked::Permute, fmt::format("permute {}", axis),
                     [axis](const View& v) { return v.permute(axis); }, permuted(all, axis)});
  } while (std::next_permutation(axis.begin(), axis.end()));
}

// Every shape of up to 4 dimensions with so many elements; for none, of sizes 0 to 2.
void for_each_shape(std::int64_t count, const Numbers& begun,
                    const std::function<void(const Numbers&)>& visit) {
  if (elements(begun) == count) visit(begun);
  if (begun.size() == 4) return;
  for (std::int64_t s = count == 0 ? 0 : 1; s <= (count == 0 ? 2 : count); ++s) {
    if (count != 0 && count % (elements(begun) * s) != 0) continue;
    Numbers longer = begun;
    longer.push_back(s);
    for_each_shape(count, longer, visit);
  }
}

void add_reshapes(std::vector<Move>& moves, const Numbers& shape) {
  const Seen all = identity(shape);
  for_each_shape(elements(shape), {}, [&](const Numbers& to) {
    moves.push_back({Asked::Reshape, fmt::format("reshape {}", to),
                     [core = to_dims(to)](const View& v) { return v.reshape(core); }, reshaped(all, to)});
  });
}

std::string spelled(const View& v, const std::string& move) { return fmt::format("({}) {}", v.text(), move); }

// Where one view cannot be reshaped, a ShapeTracker adds a second; together they read the same.
void check_stacked(const View& v, const Move& move, const Seen& expected, Report& report) {
  report.count(Asked::Stacked);
  ShapeTracker st = ShapeTracker({v}).reshape(to_dims(expected.shape));
  if (table_of(st) != expected.at || window_of(st.views().back()).shape != expected.shape)
    report.wrong(Asked::Stacked, [&] { return spelled(v, move.text) + " gives " + st.text(); });
}

void check_move(const View& v, const Seen& before, const Move& move, bool stacked, Report& report) {
  Seen expected = composed(before, move.picks);
  std::optional<View> got;
  try {
    got = move.apply(v);
  } catch (const Failure& failure) {
    report.count(move.asked);
    report.wrong(move.asked, [&] { return spelled(v, move.text) + " throws: " + failure.what(); });
    return;
  }
  if (got) {
    judge(report, move.asked, *got, expected, [&] { return spelled(v, move.text); });
    return;
  }
  report.absent(move.asked);
  if (stacked) check_stacked(v, move, expected, report);
}

// There is an inverse onto `out` places where the view reads each of them exactly once: it says which index
// read it.
void check_invert(const View& v, const Seen& before, std::int64_t out, Report& report) {
  Table reader(static_cast<std::size_t>(out), kMasked);
  bool once = true;
  for (std::size_t i = 0; i < before.at.size(); ++i) {
    Position at = before.at[i];
    if (at == kMasked) continue;
    once = once && at >= 0 && at < out && reader[static_cast<std::size_t>(at)] == kMasked;
    if (once) reader[static_cast<std::size_t>(at)] = static_cast<Position>(i);
  }
  once = once && std::find(reader.begin(), reader.end(), kMasked) == reader.end();
  auto what = [&] { return spelled(v, fmt::format("invert [{}]", out)); };
  std::optional<View> got = v.invert({out});
  if (once && got) {
    judge(report, Asked::Invert, *got, {window_of(*got).shape, reader}, what);
    return;
  }
  if (!got) report.absent(Asked::Invert);
  if (got) report.count(Asked::Invert);
  if (got)
    report.wrong(Asked::Invert, [&] { return what() + " gives " + got->text() + ", which undoes nothing"; });
  if (once) report.wrong(Asked::Invert, [&] { return what() + " is absent, though each place is read once"; });
}

void check_facts(const View& v, const Seen& before, Report& report) {
  View minified = v.minify();
  judge(report, Asked::Minify, minified, {window_of(minified).shape, before.at},
        [&] { return spelled(v, "minify"); });
  judge(report, Asked::Unbound, v.unbound(), before, [&] { return spelled(v, "unbound"); });
  report.count(Asked::RealSize);
  std::int64_t size = ShapeTracker({v}).real_size(), expected = highest(before);
  if (size != expected)
    report.wrong(Asked::RealSize,
                 [&] { return spelled(v, fmt::format("real_size gives {}, not {}", size, expected)); });
  std::int64_t kept =
      std::count_if(before.at.begin(), before.at.end(), [](Position at) { return at != kMasked; });
  check_invert(v, before, kept, report);
  std::int64_t all = static_cast<std::int64_t>(before.at.size());
  if (all != kept) check_invert(v, before, all, report);
}

void check_create(const Window& described, const View& made, Report& report) {
  judge(report, Asked::Create, made, {described.shape, table_of(described)}, [&] {
    return fmt::format("create {} {} {} {}", described.shape, described.strides, described.offset,
                       described.mask);
  });
}

// `crossed`: pad, shrink and stride with every combination of arguments, otherwise one dimension at a time; and
// each reshape that takes a second view.
void check_space(const Space& space, bool crossed, std::int64_t every, Report& report) {
  Numbers shape = {-1};
  std::vector<Move> moves;
  std::int64_t turn = 0;
  for_each_description(space, [&](const Window& described) {
    if (turn++ % every != 0) return;
    View made = created(described);
    check_create(described, made, report);
    if (!is_canonical(described, made)) return;
    if (described.shape != shape) {
      shape = described.shape;
      moves.clear();
      add_window_moves(moves, shape, crossed);
      add_expand_and_permute(moves, shape);
      add_reshapes(moves, shape);
    }
    report.view();
    Seen before = seen(made);
    for (const Move& move : moves) check_move(made, before, move, crossed, report);
    check_facts(made, before, report);
  });
}

Numbers small_strides(const Numbers&, std::size_t) { return {0, 1, -1, 2, -2, 3, -3, 4, -4}; }

// Those that make neighbours one, with a twist each way: nothing, 1, the next sizes' products, twice the row's.
Numbers joining_strides(const Numbers& shape, std::size_t d) {
  Numbers found = {0, 1, -1};
  std::int64_t row = 1;
  auto add = [&](std::int64_t stride) {
    if (std::find(found.begin(), found.end(), stride) == found.end()) found.push_back(stride);
  };
  for (std::size_t next = d + 1; next < shape.size(); ++next) {
    row *= shape[next];
    add(row);
    add(-row);
  }
  add(2 * row);
  return found;
}

Numbers row_strides(const Numbers& shape, std::size_t d) {
  std::int64_t row = rows(shape)[d];
  return {row, 0, -row};
}

}  // namespace

void check_operations(const Extent& extent, Report& report) {
  // Primes, so that a slice meets every residue of the nested loops.
  const bool quick = extent.quick;
  for (std::size_t rank = 0; rank <= 2; ++rank)
    check_space({rank, 4, small_strides, every_range, {0, 1}}, true, quick ? 53 : 1, report);
  check_space({3, 4, row_strides, edge_ranges, {0, 1}}, true, quick ? 997 : 1, report);
  check_space({3, 4, joining_strides, every_range, {0}}, false, quick ? 997 : 1, report);
}

}  // namespace lockstep::props
