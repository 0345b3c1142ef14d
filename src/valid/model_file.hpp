// SPDX-License-Identifier: BSL-1.0
// Models of valid values as bytes and in files, and whether one is still that of a generator and its predicate.
#pragma once

#include "valid/model.hpp"

#include <tali/valid/search.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

struct saved_model {
  std::shared_ptr<valid_model> model;
  valid_statistics statistics;
  std::string type;  // of the values
  std::string error; // what is wrong with the bytes; empty: nothing
};

[[nodiscard]] std::vector<std::uint8_t> model_to_bytes(const valid_model& model, const valid_statistics& statistics,
                                                       std::string_view type);
/// Of all bytes but the last eight, which hold it.
[[nodiscard]] std::uint64_t model_checksum(std::span<const std::uint8_t> bytes);
/// Never throws because of what it reads, and takes memory in proportion to it.
[[nodiscard]] saved_model model_from_bytes(std::span<const std::uint8_t> bytes);

/// Has the generator make again what it made in training, which also tells the model's numbers for the places in its
/// code from what they are in this process. Empty if all came out as then, or in which way it did not.
[[nodiscard]] std::string difference_to(valid_model& model, const valid_subject& subject);

/// An error in words, or nothing. Readers see the old file or the new one.
[[nodiscard]] std::string write_model(const std::string& file, const valid_model& model,
                                      const valid_statistics& statistics, std::string_view type);
/// Throws generator_error with the reason and what to do if the file is there but is not a model for this subject.
/// Without a model if there is no such file.
[[nodiscard]] saved_model read_model(const std::string& file, const valid_subject& subject);

} // namespace tali::detail
