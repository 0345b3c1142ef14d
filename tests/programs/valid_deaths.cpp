// SPDX-License-Identifier: BSL-1.0
// Predicates of gen::valid that misbehave, for tests/e2e/valid. They crash during the search for valid values, before
// any case has a value. The simplest crashing list is a single 11.
#include <tali/gen.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>
#include <tali/valid.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using list = std::vector<int>;

volatile int sink = 0;

[[gnu::noinline]] int read_through(const volatile int* where) { return *where; }

tali::learn::valid_options quick() {
  tali::learn::valid_options options;
  options.training = 20'000;
  options.training_seconds = 60; // counted in attempts, on a slow machine too
  return options;
}

tali::learn::valid_options by(tali::learn::valid_method method) {
  tali::learn::valid_options options = quick();
  options.method = method;
  return options;
}

tali::learn::valid_options hardly_trained() {
  tali::learn::valid_options options;
  options.training = 200;
  return options;
}

const auto lists = tali::gen::vector(tali::gen::integer(0, 20), 0, 8);

bool sorted(const list& xs) { return std::is_sorted(xs.begin(), xs.end()); }
bool dangerous(const list& xs) { return !xs.empty() && xs.front() == 11; }

bool never(const list& /*xs*/) { return false; }
bool rare(const list& xs) { return xs == list{3, 1, 4, 1, 5, 9, 2, 6}; }
bool throws(const list& xs) { return dangerous(xs) ? throw std::runtime_error("too large") : sorted(xs); }
bool throws_late(const list& xs) {
  if (xs.size() == 5 && xs.front() == 4 && xs.back() == 17) {
    throw std::runtime_error("met at last");
  }
  return sorted(xs);
}
bool crashes(const list& xs) {
  if (dangerous(xs)) {
    sink = read_through(nullptr);
  }
  return sorted(xs);
}
bool aborts(const list& xs) {
  if (dangerous(xs)) {
    std::abort();
  }
  return sorted(xs);
}
bool hangs(const list& xs) {
  while (dangerous(xs)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return sorted(xs);
}
bool slow(const list& xs) {
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return sorted(xs);
}

bool body(const list& xs) { return sorted(xs); }

TALI_PROPERTY("never", tali::gen::valid(lists, &never, quick()), &body);
TALI_PROPERTY("never_by_default", tali::gen::valid(lists, &never), &body);
TALI_PROPERTY("slow_by_default", tali::gen::valid(lists, &slow), &body);
TALI_PROPERTY("rare", tali::gen::valid(lists, &rare, quick()), &body);
TALI_PROPERTY("throws", tali::gen::valid(lists, &throws, quick()), &body);
TALI_PROPERTY("throws_gradient", tali::gen::valid(lists, &throws, by(tali::learn::valid_method::choice_gradient)),
              &body);
TALI_PROPERTY("throws_rejection", tali::gen::valid(lists, &throws, by(tali::learn::valid_method::rejection)), &body);
TALI_PROPERTY("throws_late", tali::gen::valid(lists, &throws_late, hardly_trained()), &body);
TALI_PROPERTY("crashes", tali::gen::valid(lists, &crashes, quick()), &body);
TALI_PROPERTY("aborts", tali::gen::valid(lists, &aborts, quick()), &body);
TALI_PROPERTY("hangs", tali::gen::valid(lists, &hangs, quick()), &body);
TALI_PROPERTY("slow", tali::gen::valid(lists, &slow, quick()), &body);
TALI_PROPERTY("fine", tali::gen::valid(lists, &sorted, quick()), &body);

} // namespace

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
