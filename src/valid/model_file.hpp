// SPDX-License-Identifier: BSL-1.0
// Models of valid values as bytes and in files, and the check that a model fits a generator and its predicate.
#pragma once

#include "valid/model.hpp"

#include <tali/detail/owned.hpp>
#include <tali/valid/search.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

struct saved_model {
  owned<valid_model> model;
  valid_statistics statistics;
  std::string type;  // of the values
  std::string error; // the error in the bytes, or empty
};

[[nodiscard]] std::vector<std::uint8_t> model_to_bytes(const valid_model& model, const valid_statistics& statistics,
                                                       std::string_view type);
/// The checksum of all bytes except the last eight, which contain it.
[[nodiscard]] std::uint64_t model_checksum(std::span<const std::uint8_t> bytes);
/// Never throws because of invalid input, and uses memory in proportion to the input.
[[nodiscard]] saved_model model_from_bytes(std::span<const std::uint8_t> bytes);

/// Repeats the runs from training, which also assigns the model's numbers to the sites
/// in this process. Returns an empty string, or the difference.
[[nodiscard]] std::string difference_to(valid_model& model, const valid_subject& subject);

/// Returns an error message or an empty string. Readers see either the old or the new file.
[[nodiscard]] std::string write_model(const std::string& file, const valid_model& model,
                                      const valid_statistics& statistics, std::string_view type);
/// Throws generator_error with the reason and a remedy if the file exists but is not a model for this subject.
/// Returns no model if there is no such file.
[[nodiscard]] saved_model read_model(const std::string& file, const valid_subject& subject);

} // namespace tali::detail
