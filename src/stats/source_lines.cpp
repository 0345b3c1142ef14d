// SPDX-License-Identifier: BSL-1.0
#include "stats/source_lines.hpp"

#include "base/child_process.hpp"
#include "base/json_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// Maps addresses of one module to files and lines, by an addr2line that keeps running.
class line_reader {
public:
  explicit line_reader(const std::string& module)
      : found_(child_.start({"addr2line", "-e", module},
                            {.in = stream::pipe, .out = stream::pipe, .err = stream::null}) == 0) {}
  line_reader(const line_reader&) = delete;
  line_reader& operator=(const line_reader&) = delete;
  // Killed: it would not see the end of its input while a copy of this process has the pipe open.
  ~line_reader() { static_cast<void>(child_.stop()); }

  /// 0 if unknown.
  std::uint32_t line_of(std::uintptr_t offset, std::string& file) {
    constexpr double patience = 60; // seconds; it reads all debug information before the first answer
    std::string answer;
    if (!found_ || !child_.send(fmt::format("{:#x}\n", offset), patience) ||
        child_.receive(answer, patience) != child_process::received::line) {
      return 0;
    }
    const std::size_t colon = answer.rfind(':');
    if (colon == std::string::npos || answer.starts_with("??")) {
      return 0;
    }
    file = answer.substr(0, colon);
    return static_cast<std::uint32_t>(std::strtoul(answer.c_str() + colon + 1, nullptr, 10));
  }

private:
  child_process child_;
  bool found_;
};

/// All places that were looked up in this process, and the files by number.
class known_lines {
public:
  /// The number of the file and the line; line 0 if unknown.
  std::pair<std::uint32_t, std::uint32_t> find(std::uintptr_t place) {
    const std::lock_guard lock(mutex_);
    if (const pid_t self = getpid(); self != owner_) { // a copy that took over: another process reads these pipes too
      readers_.clear();
      owner_ = self;
    }
    const auto [at, fresh] = known_.try_emplace(place);
    if (!fresh) {
      return at->second;
    }
    Dl_info info{};
    void* extra = nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address to look up
    if (dladdr1(reinterpret_cast<const void*>(place), &info, &extra, RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr) {
      return {};
    }
    const auto* map = static_cast<const link_map*>(extra);
    const std::string module = map->l_name == nullptr || *map->l_name == '\0' ? "/proc/self/exe" : map->l_name;
    auto reader = readers_.find(module);
    if (reader == readers_.end()) {
      reader = readers_.emplace(module, std::make_unique<line_reader>(real_name(module))).first;
    }
    std::string file;
    // The place is the return address of the hook; the call itself is before it.
    const std::uint32_t line = reader->second->line_of(place - 1 - map->l_addr, file);
    if (line == 0 || file.starts_with("/usr/")) { // of the standard library, inlined
      return {};
    }
    const auto [name, unseen] = numbers_.try_emplace(file, static_cast<std::uint32_t>(files_.size()));
    if (unseen) {
      files_.push_back(file);
    }
    at->second = {name->second, line};
    return at->second;
  }
  const std::string& name(std::uint32_t file) {
    const std::lock_guard lock(mutex_);
    return files_[file];
  }

private:
  static std::string real_name(const std::string& module) {
    char buffer[4096];
    const ssize_t n = readlink(module.c_str(), buffer, sizeof buffer);
    return n > 0 && module.starts_with("/proc/") ? std::string(buffer, static_cast<std::size_t>(n)) : module;
  }
  std::mutex mutex_;
  pid_t owner_ = getpid();
  std::unordered_map<std::uintptr_t, std::pair<std::uint32_t, std::uint32_t>> known_;
  std::map<std::string, std::unique_ptr<line_reader>> readers_;
  std::map<std::string, std::uint32_t> numbers_;
  std::deque<std::string> files_;
};

known_lines& all_known_lines() {
  static known_lines all;
  return all;
}

} // namespace

void append_source_lines(std::string& out, std::string_view places) {
  std::vector<std::pair<std::string_view, std::uint32_t>> lines;
  for (; places.size() >= sizeof(std::uintptr_t); places.remove_prefix(sizeof(std::uintptr_t))) {
    std::uintptr_t place = 0;
    std::memcpy(&place, places.data(), sizeof(place));
    if (const auto [file, line] = all_known_lines().find(place); line != 0) {
      lines.emplace_back(all_known_lines().name(file), line);
    }
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  out += '{';
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 0 || lines[i].first != lines[i - 1].first) {
      out += i == 0 ? "" : "],";
      append_json_string(out, lines[i].first);
      out += ":[";
    } else {
      out += ',';
    }
    append_json_number(out, std::uint64_t{lines[i].second});
  }
  out += lines.empty() ? "}" : "]}";
}

} // namespace tali::detail
