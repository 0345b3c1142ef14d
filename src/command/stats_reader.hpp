// SPDX-License-Identifier: BSL-1.0
// Reads files of OpenPBTStats, ours and those of other tools, in pieces of bounded size. A line that is not what it
// should be is counted and said, and harms no other.
#pragma once

#include "command/run_data.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tali::command {

/// Follows one file: reads what has been added since the last time.
class stats_reader {
public:
  stats_reader(std::string file, page_data& into);
  stats_reader(const stats_reader&) = delete;
  stats_reader& operator=(const stats_reader&) = delete;
  ~stats_reader();

  /// Reads on, at most about so many bytes; whether something was read. With `to_the_end` a last line without its end
  /// counts too. Throws std::runtime_error if the file cannot be opened.
  bool read(std::uint64_t most, bool to_the_end);

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace tali::command
