// SPDX-License-Identifier: BSL-1.0
// Sortacle: the conditions for a list of people to be the input, sorted by age.
#include <tali/assess/assignments.hpp>

namespace tali::assess {

std::unique_ptr<problem_of<sorting>> sortacle(const sorting& bounds) {
  auto p = std::make_unique<problem_of<sorting>>("sortacle", bounds);
  const auto times = [](const auto& person, const auto& list) {
    return count(list, [&](const auto& other) { return same(person, other); });
  };
  // People can be named so that the input uses their names in order.
  p->without_loss([=](const auto& in, const auto&) {
    return all(range(0, size(in)), [&](int i) {
      return all(range(1, bounds.last_name + 1), [&](int name) {
        return !(at(in, i).name == name) || any(range(0, i), [&](int j) { return at(in, j).name == name - 1; });
      });
    });
  });
  p->subproperty("no-new", "every person of the output occurs in the input", [](const auto& in, const auto& out) {
    return all(out, [&](const auto& person) { return contains(in, person); });
  });
  p->subproperty("none-dropped", "every person of the input occurs in the output", [](const auto& in, const auto& out) {
    return all(in, [&](const auto& person) { return contains(out, person); });
  });
  p->subproperty("ordered", "ages do not go down in the output", [](const auto&, const auto& out) {
    return all_pairs(out, [](const auto& earlier, const auto& later) { return earlier.age <= later.age; });
  });
  p->subproperty("no-extra-copies", "every person of the output occurs as often as in the input",
                 [times](const auto& in, const auto& out) {
                   return all(out, [&](const auto& person) { return times(person, in) == times(person, out); });
                 });
  p->subproperty("no-lost-copies", "every person of the input occurs as often as in the output",
                 [times](const auto& in, const auto& out) {
                   return all(in, [&](const auto& person) { return times(person, in) == times(person, out); });
                 });
  p->error_subproperty("same-size", "input and output have the same length",
                       [](const auto& in, const auto& out) { return size(in) == size(out); });
  p->implies({"no-lost-copies"}, "none-dropped");
  p->implies({"no-extra-copies"}, "no-new");
  p->implies({"no-new", "no-lost-copies"}, "same-size");
  p->implies({"none-dropped", "no-extra-copies"}, "same-size");
  p->implies({"no-extra-copies", "no-lost-copies"}, "same-size");
  p->implies({"no-extra-copies", "same-size"}, "no-lost-copies");
  p->implies({"no-lost-copies", "same-size"}, "no-extra-copies");
  return p;
}

} // namespace tali::assess
