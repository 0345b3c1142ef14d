// SPDX-License-Identifier: BSL-1.0
// Matcher: the conditions for a stable matching.
#include <tali/assess/assignments.hpp>

namespace tali::assess {

std::unique_ptr<problem_of<matching>> matcher(const matching& bounds) {
  auto p = std::make_unique<problem_of<matching>>("matcher", bounds);
  const int numbers = bounds.last_number + 1;
  p->subproperty("candidates-matched", "every candidate is hired", [=](const auto& in, const auto& hires) {
    return all(range(0, size(in.candidates)), [&](int candidate) {
      return any(range(0, numbers), [&](int company) { return contains(hires, company, candidate); });
    });
  });
  p->subproperty("companies-matched", "every company hires", [=](const auto& in, const auto& hires) {
    return all(range(0, size(in.companies)), [&](int company) {
      return any(range(0, numbers), [&](int candidate) { return contains(hires, company, candidate); });
    });
  });
  // A side without a match accepts any partner. A side matched with an outsider cannot compare the outsider with
  // others, so it does not change its partner.
  p->subproperty(
      "stable", "no company and candidate would both rather have each other", [=](const auto& in, const auto& hires) {
        const auto company_prefers = [&](int company, int candidate) {
          return all(range(0, numbers), [&](int other) {
            return !contains(hires, company, other) || before(at(in.companies, company), candidate, other);
          });
        };
        const auto candidate_prefers = [&](int candidate, int company) {
          return all(range(0, numbers), [&](int other) {
            return !contains(hires, other, candidate) || before(at(in.candidates, candidate), company, other);
          });
        };
        return all(range(0, size(in.companies)), [&](int company) {
          return all(range(0, size(in.candidates)), [&](int candidate) {
            return !(company_prefers(company, candidate) && candidate_prefers(candidate, company));
          });
        });
      });
  p->subproperty("unique", "nobody is matched twice", [=](const auto&, const auto& hires) {
    return all(range(0, numbers), [&](int one) {
      return count(range(0, numbers), [&](int other) { return contains(hires, one, other); }) <= 1 &&
             count(range(0, numbers), [&](int other) { return contains(hires, other, one); }) <= 1;
    });
  });
  p->subproperty("known-companies", "every company of the output is one of the input",
                 [](const auto& in, const auto& hires) {
                   return all(hires, [&](int company, int) { return size(in.companies) > company; });
                 });
  p->subproperty("known-candidates", "every candidate of the output is one of the input",
                 [](const auto& in, const auto& hires) {
                   return all(hires, [&](int, int candidate) { return size(in.candidates) > candidate; });
                 });
  p->implies({"companies-matched", "unique", "known-candidates"}, "candidates-matched");
  p->implies({"companies-matched", "unique", "known-candidates"}, "known-companies");
  p->implies({"candidates-matched", "unique", "known-companies"}, "companies-matched");
  p->implies({"candidates-matched", "unique", "known-companies"}, "known-candidates");
  return p;
}

} // namespace tali::assess
