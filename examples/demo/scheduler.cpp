// SPDX-License-Identifier: BSL-1.0
// Tests the scheduler against a model: random sequences of commands run on both, and all results must be equal. The
// model is a list with linear search: too slow for production, but too simple to be wrong.
#include "scheduler.hpp"

#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <array>
#include <variant>
#include <vector>

namespace gen = tali::gen;

namespace {

class scheduler_model {
public:
  int submit(priority level) {
    waiting_.push_back({next_id_, level});
    return next_id_++;
  }
  bool cancel(int id) {
    return std::erase_if(waiting_, [&](const job& j) { return j.id == id; }) != 0;
  }
  std::optional<job> take() {
    if (waiting_.empty()) {
      return std::nullopt;
    }
    auto best = waiting_.begin(); // the first job of the highest level
    for (auto j = waiting_.begin(); j != waiting_.end(); ++j) {
      if (j->level > best->level) {
        best = j;
      }
    }
    const job next = *best;
    waiting_.erase(best);
    return next;
  }
  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

private:
  std::vector<job> waiting_;
  int next_id_ = 0;
};

// The commands of a scheduler. They are plain data: tali derives how to generate and print them.
struct submit {
  priority level;
};
struct cancel {
  int back; // counted back from the last submitted job
};
struct take {};
using command = std::variant<submit, cancel, take>;

constexpr auto any_command = gen::pick<command>( // weights: more jobs are submitted than taken
    gen::branch<"submit">(4, tali::arbitrary<submit>()),
    gen::branch<"cancel">(1, gen::build<cancel>(gen::integer(0, 9))), gen::branch<"take">(2, tali::arbitrary<take>()));

class machine {
public:
  explicit machine(tali::test_case& c) : case_(c) {}

  void operator()(const submit& s) {
    last_ = real_.submit(s.level);
    case_.require(last_ == model_.submit(s.level), "submit gives the same id");
    case_.event("priority", s.level);
  }
  void operator()(const cancel& c) {
    const bool was_waiting = real_.cancel(last_ - c.back);
    case_.require(was_waiting == model_.cancel(last_ - c.back), "cancel finds the same job");
    cancelled_ = cancelled_ || was_waiting;
  }
  void operator()(const take& /*nothing to say*/) {
    const auto next = real_.take();
    case_.require(next == model_.take(), "take gives the same job");
    took_ = took_ || next.has_value();
  }

  void check() {
    case_.require(real_.size() == model_.size(), "as many jobs are waiting");
    longest_ = std::max(longest_, real_.size());
  }
  void summarise() {
    case_.cover(50, took_, "a job was taken");
    case_.cover(25, took_ && cancelled_, "a job was taken and one cancelled");
    case_.event("longest queue", longest_);
  }

private:
  tali::test_case& case_;
  scheduler real_;
  scheduler_model model_;
  int last_ = -1;
  std::size_t longest_ = 0;
  bool took_ = false;
  bool cancelled_ = false;
};

TALI_PROPERTY("a scheduler does what its model does", tali::named("commands", gen::vector(any_command)),
              [](tali::test_case& c, const std::vector<command>& commands) {
                machine m(c);
                for (const command& next : commands) {
                  std::visit(m, next);
                  m.check();
                }
                m.summarise();
              });

// Three jobs with three levels and three ids each give 729 inputs. There are fewer inputs than cases, so tali tries
// all of them, which proves the property.
constexpr auto any_job = gen::build<job>(gen::integer(0, 2), gen::enumerator<priority>());

TALI_PROPERTY("the order of jobs is a strict weak order", gen::array<3>(any_job), [](const std::array<job, 3>& jobs) {
  const auto& [a, b, c] = jobs;
  const auto equivalent = [](const job& x, const job& y) { return !runs_later(x, y) && !runs_later(y, x); };
  const bool irreflexive = !runs_later(a, a);
  const bool transitive = !(runs_later(a, b) && runs_later(b, c)) || runs_later(a, c);
  const bool ties_transitive = !(equivalent(a, b) && equivalent(b, c)) || equivalent(a, c);
  return irreflexive && transitive && ties_transitive;
});

} // namespace
