// SPDX-License-Identifier: BSL-1.0
// How valid values are searched, and statistics of the search.
#pragma once

#include <cstdint>
#include <string>

namespace tali::learn {

enum class valid_method : std::uint8_t {
  learned,         // a model of the choices of valid values, learned while searching
  choice_gradient, // choice gradient sampling as published (Goldstein's dissertation, Fig. 3.3)
  rejection,       // draw and check
};

struct valid_options {
  valid_method method = valid_method::learned;
  std::uint32_t rate = 50;            // choice_gradient: samples for each alternative (the paper's N)
  std::uint64_t seed = 1;             // of the search; a generator's training always uses the same
  std::uint64_t training = 100'000;   // gen::valid: attempts to learn from before the first value
  std::uint64_t enough = 3'000;       // gen::valid: different valid values that end the training earlier
  std::uint32_t tries = 200;          // gen::valid: attempts for one value, before a known one is repeated
  std::uint64_t patience = 2'000'000; // valid_sampler: attempts without a new value before it gives up
  double training_seconds = 5;        // gen::valid: limit of the processor time of training, for slow predicates
  std::string model{};                // gen::valid: a file with a trained model, used instead of training
};

struct valid_statistics {
  std::uint64_t attempts = 0; // values drawn and checked
  std::uint64_t valid = 0;    // of these, valid
  std::uint64_t distinct = 0; // of these, different from all before, by their choices (choice_gradient: by value)
  std::uint64_t shapes = 0;   // of these, different in more than numbers of wide ranges (learned only)
  std::uint64_t choices = 0;  // in the distinct ones
  std::uint32_t shortest = 0; // of the distinct ones, in choices; likewise the next two
  std::uint32_t median = 0;
  std::uint32_t longest = 0;
  double shape_bits = 0;  // entropy of the branches taken in distinct valid values, mean over branches
  bool exhausted = false; // there are no more

  /// One line: attempts, how many were valid, how many of these were different, their size and diversity.
  [[nodiscard]] std::string summary() const;
};

} // namespace tali::learn
