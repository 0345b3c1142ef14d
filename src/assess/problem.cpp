// SPDX-License-Identifier: BSL-1.0
#include <tali/assess/problem.hpp>

#include <stdexcept>

namespace tali::assess {

pattern specification_of(const std::vector<subproperty>& all) {
  pattern out = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    out |= pattern{!all[i].error} << i;
  }
  return out;
}

std::size_t problem::index_of(std::string_view subproperty) const {
  for (std::size_t i = 0; i < subproperties_.size(); ++i) {
    if (subproperties_[i].name == subproperty) {
      return i;
    }
  }
  throw std::invalid_argument("problem '" + name_ + "' has no subproperty '" + std::string(subproperty) + "'");
}

void problem::implies(std::initializer_list<std::string_view> given, std::string_view then) {
  implication i;
  for (const std::string_view g : given) {
    i.given |= pattern{1} << index_of(g);
  }
  i.then = pattern{1} << index_of(then);
  known_.push_back(i);
}

void problem::add(subproperty s) {
  if (subproperties_.size() == most_subproperties) {
    throw std::invalid_argument("problem '" + name_ + "' has more than " + std::to_string(most_subproperties) +
                                " subproperties: there would be too many buckets");
  }
  for (const subproperty& other : subproperties_) {
    if (other.name == s.name) {
      throw std::invalid_argument("problem '" + name_ + "' has two subproperties '" + s.name + "'");
    }
  }
  subproperties_.push_back(std::move(s));
}

} // namespace tali::assess
