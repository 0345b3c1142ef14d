// SPDX-License-Identifier: BSL-1.0
// The format of a stored case, compared with an approved file: a changed format must still read the old files.
#include <tali/store/example_store.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace {

TEST(store_format, is_as_approved) {
  tali::store::stored_case c;
  c.property = "the midpoint lies between";
  c.choices = {{{tali::choices::choice_kind::integer, 1, 4294967295, 0},
                {tali::choices::choice_kind::integer, 4294967295, 4294967295, 0}},
               100};
  c.shrunk = true;
  c.found = "seed 0x1, case 6";
  c.cause = "threw std::out_of_range: index 7\nof 3";
  c.location = "midpoint.cpp:12";
  c.values = {{"argument 1", "unsigned int", "1", true},
              {"a name: of two words", "std::vector<std::string>", "[\n  \"a\",\n  \"b\"\n]", false}};
  const std::string path = TALI_SOURCE_DIR "/tests/golden/store/case.txt";
  std::ifstream file(path, std::ios::binary);
  const std::string approved{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(tali::store::render_stored_case(c), approved) << "differs from " << path << ", which must stay readable";
  const tali::store::parsed_case back = tali::store::parse_stored_case(approved);
  ASSERT_TRUE(back) << back.error;
  EXPECT_EQ(tali::store::render_stored_case(back.found), approved);
}

} // namespace
