// SPDX-License-Identifier: BSL-1.0
#include "stats/coverage.hpp"

#include "base/child_process.hpp"
#include "base/json_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

thread_local coverage_recorder* current_coverage = nullptr;
bool coverage_is_linked = false;

namespace {

/// Maps addresses of one module to files and lines, by an addr2line that keeps running.
class line_reader {
public:
  explicit line_reader(const std::string& module)
      : found_(child_.start({"addr2line", "-e", module},
                            {.in = stream::pipe, .out = stream::pipe, .err = stream::null}) == 0) {}
  line_reader(const line_reader&) = delete;
  line_reader& operator=(const line_reader&) = delete;
  ~line_reader() { child_.wait(); } // it ends with its input

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

/// Shared by all threads; each thread looks up each place once.
class all_lines {
public:
  std::pair<std::uint32_t, std::uint32_t> find(std::uintptr_t place) {
    const std::lock_guard lock(mutex_);
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
  std::string name(std::uint32_t file) {
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
  std::unordered_map<std::uintptr_t, std::pair<std::uint32_t, std::uint32_t>> known_;
  std::map<std::string, std::unique_ptr<line_reader>> readers_;
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> files_;
};

all_lines& lines() {
  static all_lines all;
  return all;
}

} // namespace

bool coverage_recorder::available() noexcept { return coverage_is_linked; }

void coverage_recorder::begin() {
  ++round_;
  hit_.clear();
  current_coverage = this;
}

void coverage_recorder::end() noexcept {
  if (current_coverage == this) {
    current_coverage = nullptr;
  }
}

void coverage_recorder::add(std::uintptr_t place) noexcept {
  if (used_ * 2 >= slots_.size()) {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.place != 0) {
        find(s.place) = s;
      }
    }
  }
  slot& s = find(place);
  s.place = place;
  s.round = round_;
  ++used_;
  hit_.push_back(place);
}

coverage_recorder::slot& coverage_recorder::find(std::uintptr_t place) {
  std::size_t at = (fibonacci_hash(place) >> 40U) & (slots_.size() - 1);
  while (slots_[at].place != 0 && slots_[at].place != place) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return slots_[at];
}

void coverage_recorder::append_json(std::string& out) {
  lines_.clear();
  for (const std::uintptr_t place : hit_) {
    slot& s = find(place);
    if (!s.known) {
      std::tie(s.file, s.line) = lines().find(place);
      s.known = true;
    }
    if (s.line != 0) {
      lines_.emplace_back(s.file, s.line);
    }
  }
  std::sort(lines_.begin(), lines_.end());
  lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  out += '{';
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i == 0 || lines_[i].first != lines_[i - 1].first) {
      out += i == 0 ? "" : "],";
      append_json_string(out, lines().name(lines_[i].first));
      out += ":[";
    } else {
      out += ',';
    }
    append_json_number(out, std::uint64_t{lines_[i].second});
  }
  out += lines_.empty() ? "}" : "]}";
}

} // namespace tali::detail
