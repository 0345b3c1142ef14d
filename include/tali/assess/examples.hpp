// SPDX-License-Identifier: BSL-1.0
// Predicates for the three assignments: some correct ones in different styles, and many wrong ones with typical
// mistakes. For trying out suites, and for demonstrations in class.
#pragma once

#include <tali/assess/assignments.hpp>
#include <tali/assess/grade.hpp>

#include <string>
#include <vector>

namespace tali::assess {

struct example {
  predicate run;
  bool right = false;
  std::string about;
};

/// The problem must outlive them.
[[nodiscard]] std::vector<example> examples_of(const problem_of<sorting>& p);
[[nodiscard]] std::vector<example> examples_of(const problem_of<matching>& p);
[[nodiscard]] std::vector<example> examples_of(const problem_of<toposorting>& p);

} // namespace tali::assess
