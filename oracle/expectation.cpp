#include "oracle/expectation.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

std::string count_text(std::size_t n, std::string_view thing) {
  return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

template <typename Tag>
std::string ids_text(const std::vector<Id<Tag>>& ids) {
  std::string text = "[";
  for (Id<Tag> id : ids) text += (text.size() == 1 ? "" : ", ") + std::to_string(id.value);
  return text + "]";
}

template <typename Ids>
std::optional<Difference> differing_ids(KernelId kernel, std::string place, const Ids& expected,
                                        const Ids& actual) {
  if (expected == actual) return std::nullopt;
  std::string what = place + " " + ids_text(actual) + ", expected " + ids_text(expected);
  return Difference{std::move(what), kernel, std::move(place)};
}

std::optional<Difference> differing_ast(KernelId kernel, const Ast& expected, const Ast& actual) {
  auto [e, a] = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
  if (e == expected.end() && a == actual.end()) return std::nullopt;
  std::string place = "AST line " + std::to_string(e - expected.begin());
  std::string what = place + ": ";
  what += a == actual.end() ? "missing" : std::string(name_of(*a));
  what += e == expected.end() ? ", expected the end" : ", expected " + std::string(name_of(*e));
  return Difference{std::move(what), kernel, std::move(place)};
}

std::optional<Difference> differing_kernel(KernelId id, const Kernel& expected, const Kernel& actual) {
  if (auto d = differing_ids(id, "outputs", expected.outputs, actual.outputs)) return d;
  if (auto d = differing_ids(id, "inputs", expected.inputs, actual.inputs)) return d;
  if (auto d = differing_ids(id, "after", expected.after, actual.after)) return d;
  return differing_ast(id, expected.ast, actual.ast);
}

std::string variables_text(const std::map<std::string, std::int64_t>& variables) {
  std::string text = "{";
  for (const auto& [name, value] : variables)
    text += (text.size() == 1 ? "" : ", ") + name + ": " + std::to_string(value);
  return text + "}";
}

using Groups = std::set<std::set<std::uint32_t>>;

std::set<std::uint32_t> as_set(const std::vector<NodeId>& ids) {
  std::set<std::uint32_t> set;
  for (NodeId id : ids) set.insert(id.value);
  return set;
}

std::string groups_text(const Groups& groups) {
  std::string text;
  for (const auto& group : groups) {
    text += text.empty() ? "{" : " {";
    for (std::uint32_t id : group) text += (text.back() == '{' ? "" : ", ") + std::to_string(id);
    text += "}";
  }
  return text.empty() ? "none" : text;
}

std::optional<Difference> differing_groups(const std::vector<std::vector<NodeId>>& groups,
                                           const Schedule& actual) {
  Groups expected, found;
  for (const auto& group : groups) expected.insert(as_set(group));
  for (const Kernel& kernel : actual.kernels)
    if (kernel.computes()) found.insert(as_set(kernel.outputs));
  if (expected == found) return std::nullopt;
  return Difference{"compute kernels write " + groups_text(found) + ", expected " + groups_text(expected)};
}

std::optional<Difference> differing_count(const std::optional<std::int64_t>& expected, std::size_t actual,
                                          std::string_view thing) {
  if (!expected || *expected == static_cast<std::int64_t>(actual)) return std::nullopt;
  return Difference{count_text(actual, thing) + ", expected " + std::to_string(*expected)};
}

// A wrong count says little alone: it also points to the first kernel that differs, if the case has kernels.
std::optional<Difference> pointed(std::optional<Difference> count, const ExpectedSchedule& expected,
                                  const Schedule& actual) {
  if (!count || !expected.schedule) return count;
  if (auto d = first_difference(*expected.schedule, actual); d && d->kernel) {
    d->what = count->what + "; " + d->what;
    return d;
  }
  return count;
}

std::optional<Difference> difference_from(const ExpectedSchedule& expected, const Schedule& actual) {
  if (!expected.kernel_count && !expected.compute_kernel_count && !expected.schedule && !expected.groups)
    return Difference{"the case expects nothing, so nothing was compared"};
  if (auto d = differing_count(expected.kernel_count, actual.kernels.size(), "kernel"))
    return pointed(std::move(d), expected, actual);
  if (auto d = differing_count(expected.compute_kernel_count, actual.compute_kernels(), "compute kernel"))
    return pointed(std::move(d), expected, actual);
  if (expected.schedule)
    if (auto d = first_difference(*expected.schedule, actual)) return d;
  return expected.groups ? differing_groups(*expected.groups, actual) : std::nullopt;
}

}  // namespace

std::optional<Difference> first_difference(const Schedule& expected, const Schedule& actual) {
  std::size_t shared = std::min(expected.kernels.size(), actual.kernels.size());
  for (std::size_t k = 0; k < shared; ++k)
    if (auto d = differing_kernel(KernelId(k), expected.kernels[k], actual.kernels[k])) {
      d->what = "kernel " + std::to_string(k) + ": " + d->what;
      return d;
    }
  if (expected.kernels.size() != actual.kernels.size())
    return Difference{count_text(actual.kernels.size(), "kernel") + ", expected " +
                      std::to_string(expected.kernels.size())};
  if (expected.variables != actual.variables)
    return Difference{"variables " + variables_text(actual.variables) + ", expected " +
                      variables_text(expected.variables)};
  return std::nullopt;
}

std::optional<Difference> first_difference(const Case& c, const Result<Schedule>& answer) {
  if (!c.expect) return Difference{"the case expects nothing, so nothing was compared"};
  if (const auto* error = std::get_if<ExpectedError>(&*c.expect)) {
    if (!answer && answer.error().kind != ErrorKind::Internal) return std::nullopt;
    if (!answer) return Difference{answer.error().line() + "; expected the error \"" + error->text + "\""};
    return Difference{"a schedule of " + count_text(answer->kernels.size(), "kernel") +
                      ", expected the error \"" + error->text + "\""};
  }
  if (!answer) return Difference{"refused: " + answer.error().line() + "; expected a schedule"};
  return difference_from(std::get<ExpectedSchedule>(*c.expect), *answer);
}

}  // namespace lockstep
