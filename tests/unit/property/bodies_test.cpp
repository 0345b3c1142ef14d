// SPDX-License-Identifier: BSL-1.0
// Every kind of body through every way in that needs no test framework, and examples of every kind of argument.
#include "programs/bodies.hpp"

#include <tali/property/registry.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace bodies;
using testing::HasSubstr;
using testing::SizeIs;

void expect_passed(const tali::result& r) { EXPECT_TRUE(r.passed()) << r.report(); }

TALI_PROPERTY("body in the registry: move-only", [](const expression& e) { return depth(e) > 0; });
TALI_PROPERTY("body in the registry: function", ports(), fits);
TALI_PROPERTY("body in the registry: generic", boxed(), [](const auto& n) { return in_range(*n); });

TEST(bodies, check) {
  all([](std::string_view name, auto&&... parts) {
    expect_passed(tali::check(name, std::forward<decltype(parts)>(parts)...));
  });
}

TEST(bodies, check_in_a_session) {
  const tali::session around;
  all([&](std::string_view name, auto&&... parts) {
    expect_passed(around.check(name, std::forward<decltype(parts)>(parts)...));
  });
}

TEST(bodies, property) {
  all([](std::string_view name, auto&&... parts) {
    auto p = tali::property(name, std::forward<decltype(parts)>(parts)...);
    expect_passed(p.cases(50).run());
    auto moved = std::move(p);
    expect_passed(moved.run());
  });
}

TEST(bodies, registered) {
  tali::host::registry properties;
  all([&](std::string_view name, auto&&... parts) {
    properties.add(tali::property(name, std::forward<decltype(parts)>(parts)...));
  });
  for (tali::host::any_property& p : properties.properties()) {
    expect_passed(p.run(tali::session{}));
  }
  int registered_here = 0; // other tests of this program register properties too
  for (tali::host::any_property& p : tali::host::registry::of_program().properties()) {
    if (p.name().text.starts_with("body in the registry: ")) {
      ++registered_here;
      expect_passed(p.run(tali::session{}));
    }
  }
  EXPECT_EQ(registered_here, 3);
}

// Examples ------------------------------------------------------------------------------------------------------------

expression three_deep() {
  return {
      sum{std::make_unique<expression>(expression{sum{std::make_unique<expression>(expression{literal{1}}), nullptr}}),
          nullptr}};
}

TEST(examples, a_move_only_value_is_passed_by_const_reference) {
  std::size_t deepest = 0;
  auto p = tali::property("shallow", [&](const expression& e) {
             deepest = std::max(deepest, depth(e));
             return depth(e) != 3;
           }).example(three_deep());
  const tali::result r = p.run();
  ASSERT_THAT(r.failures, SizeIs(1));
  EXPECT_EQ(r.failures[0].origin, tali::report::failure_origin::example);
  EXPECT_EQ(deepest, 3U);
  EXPECT_EQ(p.run().status, tali::run_status::failed); // the example is still there
}

TEST(examples, a_const_reference_is_to_the_stored_value) {
  const std::string* first = nullptr;
  auto p = tali::property("same", [&](const std::string& s) { first = first == nullptr ? &s : first; }).example("text");
  expect_passed(p.run());
  const std::string* const before = std::exchange(first, nullptr);
  expect_passed(p.run());
  EXPECT_EQ(first, before);
}

TEST(examples, a_body_may_take_its_arguments_apart) {
  auto p = tali::property("takes", [](std::string a, std::string&& b, std::string& c) {
             const std::string mine = std::move(b);
             return std::exchange(c, "other") != "third" || (a == "first" && mine == "second");
           }).example("first", "second", "third");
  expect_passed(p.run());
  expect_passed(p.run());
}

TEST(examples, without_a_default_constructor) {
  auto p = tali::property("below", ports(), [](const port& given) {
             return given.number() != 65'536;
           }).example(port(65'536));
  const tali::result r = p.run();
  ASSERT_THAT(r.failures, SizeIs(1));
  EXPECT_EQ(r.failures[0].origin, tali::report::failure_origin::example);
}

TEST(examples, of_generic_and_overloaded_bodies) {
  expect_passed(tali::property("generic", port_number, [](auto n) { return in_range(n); }).example(7).run());
  expect_passed(tali::property("overloaded", port_number, overloaded_check{}).example(7).run());
  expect_passed(
      tali::property("boxed", boxed(), [](const auto& n) { return *n >= 0; }).example(std::make_unique<int>(1)).run());
}

TEST(examples, of_a_function) {
  const tali::result r = tali::property("function", port_number, in_range).example(-1).run();
  ASSERT_THAT(r.failures, SizeIs(1));
  EXPECT_THAT(r.report(), HasSubstr("explicit example 1"));
}

} // namespace
