// SPDX-License-Identifier: BSL-1.0
// The linked library and the headers agree on the version.
#include <tali/version.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(version, library_matches_headers) { EXPECT_EQ(tali::version(), TALI_VERSION_STRING); }

TEST(version, text_starts_with_the_numbers) {
  const auto numbers = std::to_string(TALI_VERSION_MAJOR) + "." + std::to_string(TALI_VERSION_MINOR) + "." +
                       std::to_string(TALI_VERSION_PATCH);
  EXPECT_TRUE(tali::version().starts_with(numbers)) << tali::version() << " does not start with " << numbers;
}
