#include "props/view_exhaustive.h"

namespace lockstep::props {

namespace {

// Every way to take one of each list.
template <typename List, typename Visit>
void for_each_choice(const std::vector<List>& lists, Visit visit) {
  Numbers counts, index(lists.size(), 0);
  for (const List& list : lists) counts.push_back(static_cast<std::int64_t>(list.size()));
  if (elements(counts) == 0) return;
  List chosen(lists.size());
  do {
    for (std::size_t d = 0; d < lists.size(); ++d) chosen[d] = lists[d][static_cast<std::size_t>(index[d])];
    visit(chosen);
  } while (advance(index, counts));
}

bool keeps_all(const Pairs& mask, const Numbers& shape) {
  for (std::size_t d = 0; d < mask.size(); ++d)
    if (mask[d].first != 0 || mask[d].second != shape[d]) return false;
  return true;
}

// The offset that puts the lowest place at `lowest`.
std::int64_t offset_for(std::int64_t lowest, const Numbers& shape, const Numbers& strides) {
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (strides[d] < 0) lowest -= strides[d] * (shape[d] - 1);
  return lowest;
}

void for_each_of_shape(const Space& space, const Numbers& shape,
                       const std::function<void(const Window&)>& visit) {
  std::vector<Numbers> strides;
  std::vector<Pairs> masks;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    strides.push_back(shape[d] > 1 ? space.strides(shape, d) : Numbers{0});
    masks.push_back(space.masks(shape[d]));
  }
  for_each_choice(strides, [&](const Numbers& chosen) {
    for_each_choice(masks, [&](const Pairs& mask) {
      for (std::int64_t lowest : space.offsets) {
        Window w{shape, chosen, offset_for(lowest, shape, chosen), {}};
        if (!keeps_all(mask, shape)) w.mask = mask;
        visit(w);
      }
    });
  });
}

}  // namespace

void for_each_description(const Space& space, const std::function<void(const Window&)>& visit) {
  std::vector<Numbers> sizes(space.rank);
  for (Numbers& list : sizes)
    for (std::int64_t s = 0; s <= space.largest; ++s) list.push_back(s);
  for_each_choice(sizes, [&](const Numbers& shape) { for_each_of_shape(space, shape, visit); });
}

View created(const Window& w) {
  std::optional<Ranges> mask;
  if (!w.mask.empty()) mask.emplace(w.mask.begin(), w.mask.end());
  return View::create(Dims(w.shape.begin(), w.shape.end()), Dims(w.strides.begin(), w.strides.end()), w.offset,
                      std::move(mask));
}

bool is_canonical(const Window& described, const View& made) {
  Window w = window_of(made);
  return w.strides == described.strides && w.offset == described.offset && w.mask == described.mask;
}

Pairs every_range(std::int64_t size) {
  Pairs ranges = {{0, size}};
  for (std::int64_t begin = 0; begin < size; ++begin)
    for (std::int64_t end = begin + 1; end <= size; ++end)
      if (begin != 0 || end != size) ranges.emplace_back(begin, end);
  if (size > 0) ranges.emplace_back(0, 0);
  return ranges;
}

Pairs edge_ranges(std::int64_t size) {
  Pairs ranges = {{0, size}};
  if (size > 1) ranges.insert(ranges.end(), {{1, size}, {0, size - 1}});
  if (size > 2) ranges.emplace_back(1, size - 1);
  return ranges;
}

}  // namespace lockstep::props
