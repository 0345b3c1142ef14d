// SPDX-License-Identifier: BSL-1.0
#include <tali/assess/circuit.hpp>
#include <tali/detail/mix.hpp>

#include <algorithm>
#include <utility>

namespace tali::assess {

namespace {

std::uint64_t hash_of(const literal* inputs, std::size_t n) {
  std::uint64_t h = n;
  for (std::size_t i = 0; i < n; ++i) {
    h = tali::detail::mix(h, inputs[i].code);
  }
  return h;
}

} // namespace

circuit::circuit() : begin_{0, 0}, table_(1024, 0) {}

literal circuit::unknown() {
  const auto gate = static_cast<std::uint32_t>(gates());
  begin_.push_back(begin_.back());
  unknowns_.push_back(gate);
  return {gate << 1};
}

literal circuit::all_of(std::vector<literal> inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  if (!inputs.empty() && inputs.front() == always) {
    inputs.erase(inputs.begin());
  }
  if (inputs.empty()) {
    return always;
  }
  if (inputs.front() == never) {
    return never;
  }
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    if (inputs[i] == !inputs[i - 1]) { // neighbours in the order of codes
      return never;
    }
  }
  if (inputs.size() == 1) {
    return inputs.front();
  }
  return {add_gate(inputs) << 1};
}

literal circuit::any_of(std::vector<literal> inputs) {
  for (literal& l : inputs) {
    l = !l;
  }
  return !all_of(std::move(inputs));
}

literal circuit::choose(literal condition, literal yes, literal no) {
  if (condition == always || yes == no) {
    return yes;
  }
  if (condition == never) {
    return no;
  }
  return either(both(condition, yes), both(!condition, no));
}

void circuit::rule(std::vector<literal> clause) { rules_.push_back(std::move(clause)); }

void circuit::fact(std::vector<literal> clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  for (std::size_t i = 0; i < clause.size(); ++i) {
    if (clause[i] == always || (i > 0 && clause[i] == !clause[i - 1])) {
      return;
    }
  }
  std::erase(clause, never);
  facts_.push_back(std::move(clause));
}

std::vector<std::uint64_t> circuit::evaluate(const std::vector<std::uint64_t>& unknowns) const {
  std::vector<std::uint64_t> values(gates());
  values[0] = ~std::uint64_t{0};
  std::size_t next = 0;
  for (std::uint32_t gate = 1; gate < gates(); ++gate) {
    if (is_unknown(gate)) {
      values[gate] = unknowns[next++];
      continue;
    }
    std::uint64_t all = ~std::uint64_t{0};
    for (std::uint32_t i = begin_[gate]; i < begin_[gate + 1]; ++i) {
      all &= value(values, inputs_[i]);
    }
    values[gate] = all;
  }
  return values;
}

std::vector<literal> circuit::inputs_of(std::uint32_t gate) const {
  return {inputs_.begin() + begin_[gate], inputs_.begin() + begin_[gate + 1]};
}

std::uint32_t circuit::add_gate(const std::vector<literal>& inputs) {
  if (2 * (hashed_ + 1) > table_.size()) {
    grow_table();
  }
  std::size_t at = hash_of(inputs.data(), inputs.size()) & (table_.size() - 1);
  while (table_[at] != 0) {
    const std::uint32_t other = table_[at];
    if (std::equal(inputs.begin(), inputs.end(), inputs_.begin() + begin_[other],
                   inputs_.begin() + begin_[other + 1])) {
      return other;
    }
    at = (at + 1) & (table_.size() - 1);
  }
  const auto gate = static_cast<std::uint32_t>(gates());
  inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
  begin_.push_back(static_cast<std::uint32_t>(inputs_.size()));
  table_[at] = gate;
  ++hashed_;
  return gate;
}

void circuit::grow_table() {
  std::vector<std::uint32_t> larger(4 * table_.size(), 0);
  for (const std::uint32_t gate : table_) {
    if (gate == 0) {
      continue;
    }
    std::size_t at = hash_of(inputs_.data() + begin_[gate], begin_[gate + 1] - begin_[gate]) & (larger.size() - 1);
    while (larger[at] != 0) {
      at = (at + 1) & (larger.size() - 1);
    }
    larger[at] = gate;
  }
  table_ = std::move(larger);
}

} // namespace tali::assess
