#include "ref/output_groups.h"

#include <algorithm>

namespace lockstep::ref {

namespace {

// SPEC R18. An image holds rows of 4: the sizes agree, and a dimension with stride 1 is a multiple of 4.
bool can_be_image(const Node& node) {
  Sint texels = 1;
  for (std::int64_t d : node.dtype.image_shape) texels = texels * d;
  if (!(product(node.shape) == texels)) return false;
  std::vector<int> unit = ShapeTracker::of_shape(node.shape).unit_stride_axes();
  return std::any_of(unit.begin(), unit.end(), [&](int axis) {
    return floor_mod(node.shape[static_cast<std::size_t>(axis)], 4) == Sint(0);
  });
}

}  // namespace

// SPEC R17.
OutputGroups group_outputs(const Decisions& d) {
  OutputGroups result;
  std::unordered_map<NodeId, std::size_t> group_at;
  for (NodeId node : d.realizes.in_order()) {
    const Node& n = d.graph[node];
    if (n.realized() || n.op == Op::Const) continue;
    auto reduce = d.options.multioutput ? d.reduce_of.find(node) : d.reduce_of.end();
    NodeId key = reduce == d.reduce_of.end() ? node : reduce->second;
    auto [place, fresh] = group_at.emplace(key, result.groups.size());
    if (fresh) result.groups.emplace_back();
    result.groups[place->second].push_back(node);
    if (!fresh) note(d.recorder, Rule::R17, node, {result.groups[place->second][0], key});
    if (n.dtype.image && !can_be_image(n)) {
      result.no_images[node] = Scalar::Float32;
      note(d.recorder, Rule::R18, node);
    }
  }
  return result;
}

}  // namespace lockstep::ref
