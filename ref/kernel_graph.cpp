#include "ref/kernel_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <deque>
#include <optional>
#include <unordered_set>

#include "core/error.h"

namespace lockstep::ref {

namespace {

using Waits =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;  // kernel → kernels that wait for it

class KernelOrder {
 public:
  KernelOrder(const Decisions& d, std::vector<Kernel> kernels)
      : d_(d), kernels_(std::move(kernels)), waits_(kernels_.size()), in_degree_(kernels_.size(), 0) {}

  std::vector<Kernel> run() {
    for (std::size_t k = 0; k < kernels_.size(); ++k)
      for (NodeId out : kernels_[k].outputs) writer_of_.insert_or_assign(out, k);
    for (std::size_t k = 0; k < kernels_.size(); ++k) connect(k);
    std::vector<std::size_t> order = breadth_first();
    if (order.size() != kernels_.size()) refuse_cycle();
    return arranged(order);
  }

 private:
  // SPEC R33. The order in which kernels are met here is the order in which they start below.
  void connect(std::size_t kernel) {
    meet(kernel);
    std::vector<std::size_t> producers, assigners;
    for (NodeId input : kernels_[kernel].inputs) {
      if (auto writer = writer_of_.find(input); writer != writer_of_.end()) add_once(producers, writer->second);
      if (auto assign = d_.assign_to.find(input); assign != d_.assign_to.end())
        add_once(assigners, writer_of_assign(assign->second));
    }
    for (std::size_t producer : producers) add_edge(producer, kernel);
    for (std::size_t assigner : assigners) add_edge(kernel, assigner);
  }

  static void add_once(std::vector<std::size_t>& list, std::size_t kernel) {
    if (std::find(list.begin(), list.end(), kernel) == list.end()) list.push_back(kernel);
  }

  std::size_t writer_of_assign(NodeId assign) const {
    auto writer = writer_of_.find(assign);
    if (writer != writer_of_.end()) return writer->second;
    throw Failure(ErrorKind::Unrealized,
                  fmt::format("SPEC R33: ASSIGN node {} is written by no kernel", assign.value));
  }

  void meet(std::size_t kernel) {
    if (met_.size() < kernels_.size() && !is_met_.contains(kernel)) {
      is_met_.insert(kernel);
      met_.push_back(kernel);
    }
  }

  void add_edge(std::size_t before, std::size_t after) {
    boost::add_edge(before, after, waits_);
    ++in_degree_[after];
    meet(after);
  }

  // SPEC R34, R36.
  std::vector<std::size_t> breadth_first() {
    std::vector<std::size_t> waiting_for = in_degree_, order;
    std::deque<std::size_t> ready;
    for (std::size_t k : met_)
      if (waiting_for[k] == 0) ready.push_back(k);
    while (!ready.empty()) {
      std::size_t kernel = ready.front();
      ready.pop_front();
      order.push_back(kernel);
      require_buffer_limit(kernels_[kernel]);
      for (auto [edge, end] = boost::out_edges(kernel, waits_); edge != end; ++edge)
        if (--waiting_for[boost::target(*edge, waits_)] == 0) ready.push_back(boost::target(*edge, waits_));
    }
    return order;
  }

  // The device is that of the first buffer that has an element; upstream fails where none has.
  void require_buffer_limit(const Kernel& kernel) const {
    std::optional<NodeId> first;
    std::int64_t buffers = 0;
    for (const auto* list : {&kernel.outputs, &kernel.inputs})
      for (NodeId node : *list) {
        if (d_.graph[node].size() == 0) continue;
        if (!first) first = node;
        ++buffers;
      }
    if (!first)
      throw Failure(
          ErrorKind::BufferLimit,
          fmt::format("SPEC R36: no buffer of the kernel of node {} has an element", kernel.outputs[0].value));
    const std::string& device = d_.graph[*first].device;
    auto limit = d_.options.buf_max.find(device);
    if (limit != d_.options.buf_max.end() && buffers >= limit->second)
      throw Failure(
          ErrorKind::BufferLimit,
          fmt::format("SPEC R36: the kernel of node {} has {} buffers; device \"{}\" takes fewer than {}",
                      kernel.outputs[0].value, buffers, device, limit->second));
  }

  // SPEC R35. Names the kernels of one strong component, by their outputs.
  [[noreturn]] void refuse_cycle() const {
    std::vector<std::size_t> component(kernels_.size());
    boost::strong_components(
        waits_, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, waits_)));
    std::vector<std::size_t> members(kernels_.size(), 0);
    for (std::size_t c : component) ++members[c];
    std::string names;
    std::size_t first = kernels_.size();
    for (std::size_t k = 0; k < kernels_.size() && names.size() < 80; ++k) {
      if (members[component[k]] < 2 || (first < kernels_.size() && component[k] != component[first])) continue;
      if (first == kernels_.size()) first = k;
      names += fmt::format("{}{}", names.empty() ? "" : ", ", kernels_[k].outputs[0].value);
    }
    throw Failure(ErrorKind::Cycle,
                  fmt::format("SPEC R35: kernels wait for each other: those of nodes {}", names),
                  "the outputs of one reduce were grouped although a path between them leaves the kernel");
  }

  std::vector<Kernel> arranged(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> position(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    std::vector<Kernel> result;
    for (std::size_t k : order) result.push_back(std::move(kernels_[k]));
    for (auto [edge, end] = boost::edges(waits_); edge != end; ++edge)
      result[position[boost::target(*edge, waits_)]].after.emplace_back(position[boost::source(*edge, waits_)]);
    for (Kernel& kernel : result) {
      std::sort(kernel.after.begin(), kernel.after.end());
      kernel.after.erase(std::unique(kernel.after.begin(), kernel.after.end()), kernel.after.end());
    }
    return result;
  }

  const Decisions& d_;
  std::vector<Kernel> kernels_;
  Waits waits_;
  std::vector<std::size_t> in_degree_;
  std::vector<std::size_t> met_;
  std::unordered_set<std::size_t> is_met_;
  std::unordered_map<NodeId, std::size_t> writer_of_;
};

}  // namespace

std::vector<Kernel> order_kernels(const Decisions& d, std::vector<Kernel> kernels) {
  return KernelOrder(d, std::move(kernels)).run();
}

}  // namespace lockstep::ref
