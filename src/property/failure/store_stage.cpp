// SPDX-License-Identifier: BSL-1.0
#include "property/failure/store_stage.hpp"
#include "property/settings/setting_table.hpp"
#include "value/source_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tali::detail {

namespace {

std::string cause_text(const fault& cause) {
  switch (cause.kind) {
  case failure_kind::returned_false:
    return cause.message.empty() ? "the property returned false"
                                 : fmt::format("the property failed: {}", cause.message);
  case failure_kind::exception:
    return fmt::format("threw {}{}{}", cause.exception_type, cause.message.empty() ? "" : ": ", cause.message);
  default:
    return cause.message;
  }
}

std::string origin_text(const failure& f, const run_settings& s) {
  switch (f.origin) {
  case failure_origin::random_case:
    return fmt::format("seed {}, case {}", show_seed(s.seed), f.index);
  case failure_origin::enumerated:
    return fmt::format("input {} of all inputs", f.index);
  case failure_origin::targeted:
    return fmt::format("seed {}, targeted", show_seed(s.seed));
  default:
    return "replayed";
  }
}

stored_case describe_for_store(const case_runner& runner, const failure& f, const std::string& origin, bool shrunk) {
  stored_case c;
  c.property = runner.name();
  c.choices = f.choices;
  c.shrunk = shrunk;
  c.found = origin;
  c.cause = cause_text(f.cause);
  if (f.cause.where.line != 0) {
    c.location = fmt::format("{}:{}", f.cause.where.file, f.cause.where.line);
  }
  for (const drawn_value& v : f.values) {
    c.values.push_back({v.name, v.type, v.text, v.argument, source_text(v.tree)});
  }
  return c;
}

} // namespace

void store_stage::forward_warnings(case_runner& runner) {
  for (std::string& text : store_.take_warnings()) {
    runner.warn(warning_kind::store, std::move(text));
  }
}

std::vector<failure> store_stage::before_cases(case_runner& runner) {
  std::vector<failure> failures;
  for (stored_case& c : store_.load(runner.name())) {
    failure f;
    const case_outcome outcome = runner.describe(c.choices, f);
    if (outcome.status == case_status::failed) {
      // Only the first failure of each kind is reported. The others stay in their files.
      const bool known = std::any_of(failures.begin(), failures.end(),
                                     [&](const failure& other) { return other.cause.same_as(f.cause); });
      if (!known) {
        failed_again_.push_back({std::move(c), f.choices});
        failures.push_back(std::move(f));
      }
    } else if (store_.drop(c)) {
      runner.warn(warning_kind::store,
                  fmt::format("the stored case '{}' {} and was deleted", c.path,
                              outcome.status == case_status::passed ? "passes again" : "is now discarded"));
    }
  }
  forward_warnings(runner);
  return failures;
}

void store_stage::confirmed(case_runner& runner, const failure& f) {
  superseded_.clear();
  origin_ = origin_text(f, runner.settings());
  const auto again = std::find_if(failed_again_.begin(), failed_again_.end(),
                                  [&](const failed_case& t) { return t.now == f.choices; });
  if (f.origin == failure_origin::replayed && again != failed_again_.end()) {
    // It has a file already. If its choices have changed, that file is removed when the new case is saved.
    origin_ = again->stored.found;
    superseded_.push_back(std::move(again->stored));
    failed_again_.erase(again);
    return;
  }
  stored_case c = describe_for_store(runner, f, origin_, false);
  if (store_.save(c)) {
    superseded_.push_back(std::move(c));
  }
  forward_warnings(runner);
}

void store_stage::found(case_runner& runner, failure& f) {
  const bool shrunk = (f.shrunk && f.shrunk->complete) || (!superseded_.empty() && superseded_.front().shrunk);
  stored_case c = describe_for_store(runner, f, origin_, shrunk);
  if (store_.save(c)) {
    for (const stored_case& old : superseded_) {
      if (old.path != c.path) {
        store_.drop(old);
      }
    }
  }
  superseded_.clear();
  forward_warnings(runner);
}

} // namespace tali::detail
