// SPDX-License-Identifier: BSL-1.0
// Reads OpenPBTStats files of tali and other tools, in chunks of bounded size. An invalid line is counted and reported,
// and does not affect other lines.
#pragma once

#include "command/run_data.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tali::command {

/// Follows one file: reads the data appended since the last call.
class stats_reader {
public:
  stats_reader(std::string file, page_data& into);
  stats_reader(const stats_reader&) = delete;
  stats_reader& operator=(const stats_reader&) = delete;
  ~stats_reader();

  /// Reads at most about this many bytes; returns whether there were any. With `to_the_end`, a last line without a
  /// newline counts too. Throws std::runtime_error if the file cannot be opened.
  bool read(std::uint64_t most, bool to_the_end);

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace tali::command
