#include "ref/fold.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace lockstep::ref {

namespace {

void take_back(Decisions& d, NodeId node, Rule rule, NodeId because) {
  if (!d.realizes.erase(node))
    throw Failure(ErrorKind::Unrealized,
                  fmt::format("SPEC R{}: node {} is to be fused into its user but is not realized",
                              static_cast<int>(rule), node.value));
  note(d.recorder, rule, node, {because});
}

bool copies_or_views(Op op) { return op == Op::Copy || op == Op::BufferView; }

}  // namespace

// SPEC R15.
void fuse_double_reduces(Decisions& d) {
  if (!d.options.fuse_conv_bw) return;
  for (NodeId reduce : d.double_reduces) {
    NodeId inner = d.graph[reduce].src[0].node;
    if (d.users[inner.value].size() == 1) take_back(d, inner, Rule::R15, reduce);
  }
}

// SPEC R16. Unless one of the reduce's kernel's outputs was requested, or nothing but copies would read it.
void fold_reduces_of_constants(Decisions& d) {
  if (d.reduces_of_constants.empty()) return;
  std::unordered_map<NodeId, std::vector<NodeId>> outputs_of;
  for (const auto& [node, reduce] : d.reduce_of) outputs_of[reduce].push_back(node);
  NodeSet requested;
  for (const Ref& output : d.graph.outputs) requested.insert(output.node);

  for (NodeId reduce : d.reduces_of_constants) {
    std::vector<NodeId>& group = outputs_of[reduce];
    std::sort(group.begin(), group.end());
    auto must_stay = [&](NodeId n) { return d.graph[n].forced_realize || requested.contains(n); };
    if (std::any_of(group.begin(), group.end(), must_stay)) continue;
    auto is_read = [&](NodeId n) {
      const auto& users = d.users[n.value];
      return std::any_of(users.begin(), users.end(), [&](NodeId u) { return !copies_or_views(d.graph[u].op); });
    };
    if (std::none_of(group.begin(), group.end(), is_read)) continue;
    for (NodeId node : group) take_back(d, node, Rule::R16, reduce);
  }
}

}  // namespace lockstep::ref
