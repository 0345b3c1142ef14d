// SPDX-License-Identifier: BSL-1.0
#include "stats/weights_file.hpp"

#include "base/json_text.hpp"

#include <tali/detail/mix.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace tali::detail {

std::string weights_file_of(std::string_view folder, std::string_view property) {
  // The name as it appears in lines of statistics, where invalid UTF-8 was replaced: a reader of those lines must
  // compute the same file name.
  std::string written;
  append_json_escaped(written, property);
  constexpr std::string_view mark = "\\ufffd";
  for (std::size_t at = 0; (at = written.find(mark, at)) != std::string::npos;) {
    written.replace(at, mark.size(), "\xef\xbf\xbd");
  }
  std::string name;
  for (const char c : written) {
    const bool usual = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (name.size() < 60) {
      name += usual ? c : '_';
    }
  }
  // The hash distinguishes names that differ only in replaced characters.
  return (std::filesystem::path(folder) / fmt::format("{}-{:08x}.json", name, fnv1a_32(written))).string();
}

std::optional<weights> weights_for(const std::string& file_or_folder, std::string_view property) {
  std::error_code wrong;
  const bool folder = std::filesystem::is_directory(file_or_folder, wrong) || file_or_folder.ends_with('/');
  const std::string file = folder ? weights_file_of(file_or_folder, property) : file_or_folder;
  if (folder && !std::filesystem::exists(file, wrong)) {
    return std::nullopt;
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::runtime_error(fmt::format("cannot read '{}'", file));
  }
  std::stringstream text;
  text << in.rdbuf();
  try {
    return weights::from_json(text.str());
  } catch (const weights_error& e) {
    throw std::runtime_error(fmt::format("'{}': {}", file, e.what()));
  }
}

} // namespace tali::detail
