// SPDX-License-Identifier: BSL-1.0
// Which lines of the code under test a case reached.
//
// Code compiled with -fsanitize-coverage=trace-pc (GCC and Clang have it; the CMake function tali_coverage sets it)
// calls a hook at the start of every basic block. While a case runs, its thread notes the addresses from which the hook
// was called, each once. After the case they are converted to lines by a tool that reads the debug information; each
// address is looked up once. A line counts if a basic block begins there.
#pragma once

#include <tali/detail/mix.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tali::detail {

class coverage_recorder {
public:
  /// Whether the program has instrumented code.
  [[nodiscard]] static bool available() noexcept;

  /// Between these calls, the places that this thread reaches are noted.
  void begin();
  void end() noexcept;
  /// {"file": [lines]}
  void append_json(std::string& out);
  [[nodiscard]] std::size_t places() const noexcept { return hit_.size(); }

  /// The hook: the calling code was reached.
  void reached(std::uintptr_t place) noexcept {
    std::size_t at = (fibonacci_hash(place) >> 40U) & (slots_.size() - 1);
    while (slots_[at].place != place) {
      if (slots_[at].place == 0) {
        add(place);
        return;
      }
      at = (at + 1) & (slots_.size() - 1);
    }
    if (slots_[at].round != round_) {
      slots_[at].round = round_;
      note(at);
    }
  }

private:
  struct slot {
    std::uintptr_t place = 0;
    std::uint64_t round = 0;
    std::uint32_t file = 0; // with `line`, once it is known
    std::uint32_t line = 0;
    bool known = false;
  };
  void add(std::uintptr_t place) noexcept;
  void note(std::size_t at) noexcept { hit_.push_back(slots_[at].place); }
  [[nodiscard]] slot& find(std::uintptr_t place);

  std::vector<slot> slots_ = std::vector<slot>(1024);
  std::size_t used_ = 0;
  std::uint64_t round_ = 0;
  std::vector<std::uintptr_t> hit_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines_;
};

/// The recorder of the code that this thread reaches, or null.
extern thread_local coverage_recorder* current_coverage;
/// Set by the hook, which is only linked if some code calls it.
extern bool coverage_is_linked;

} // namespace tali::detail
