// SPDX-License-Identifier: BSL-1.0
// Every law for every generator of every family.
#include "laws.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>

namespace conformance {
namespace {

class every_generator : public testing::TestWithParam<named_family> {
protected:
  static void check(laws::law holds) {
    table subjects;
    GetParam().fill(subjects);
    ASSERT_FALSE(subjects.subjects().empty());
    for (const auto& s : subjects.subjects()) {
      const std::string wrong = [&]() -> std::string {
        try {
          return holds(*s);
        } catch (const std::exception& e) {
          return std::string("threw ") + e.what();
        }
      }();
      EXPECT_TRUE(wrong.empty()) << s->name << ": " << wrong;
    }
  }
};

TEST_P(every_generator, gives_the_same_value_for_the_same_seed) { check(laws::determinism); }
TEST_P(every_generator, is_recorded_as_it_is_sampled) { check(laws::program_equality); }
TEST_P(every_generator, parses_what_was_recorded) { check(laws::factoring); }
TEST_P(every_generator, is_the_same_in_an_any_gen) { check(laws::type_erasure); }
TEST_P(every_generator, has_well_formed_traces) { check(laws::well_formed_traces); }
TEST_P(every_generator, is_recorded_alike_when_replayed) { check(laws::re_recording); }
TEST_P(every_generator, makes_valid_values_of_any_choices) { check(laws::mutated_choices); }
TEST_P(every_generator, makes_valid_values_of_any_tree) { check(laws::trees); }
TEST_P(every_generator, makes_valid_values_of_any_bytes) { check(laws::bytes); }
TEST_P(every_generator, keeps_a_prefix) { check(laws::prefixes); }
TEST_P(every_generator, is_enumerated_without_repetition) { check(laws::enumeration); }
TEST_P(every_generator, runs_backward) { check(laws::backward); }

INSTANTIATE_TEST_SUITE_P(conformance, every_generator, testing::ValuesIn(families),
                         [](const auto& given) { return std::string(given.param.name); });

} // namespace
} // namespace conformance
