// SPDX-License-Identifier: BSL-1.0
// The lines of the code under test that a case reaches.
//
// Code compiled with -fsanitize-coverage=trace-pc (GCC and Clang have it; the CMake function tali_coverage sets it)
// calls a hook at the start of every basic block. While a case runs, its thread records the addresses from which the
// hook was called, each once. They are converted to lines where statistics are formatted (stats/source_lines.hpp). A
// line counts if a basic block begins there.
#pragma once

#include <tali/detail/mix.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::detail {

class coverage_recorder {
public:
  /// Whether the program has instrumented code.
  [[nodiscard]] static bool available() noexcept;

  /// Between these calls, the places that this thread reaches are recorded.
  void begin();
  void end() noexcept;
  /// The recorded addresses.
  [[nodiscard]] const std::vector<std::uintptr_t>& places() const noexcept { return hit_; }

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
  };
  void add(std::uintptr_t place) noexcept;
  void note(std::size_t at) noexcept { hit_.push_back(slots_[at].place); }
  [[nodiscard]] slot& find(std::uintptr_t place);

  std::vector<slot> slots_ = std::vector<slot>(1024);
  std::size_t used_ = 0;
  std::uint64_t round_ = 0;
  std::vector<std::uintptr_t> hit_;
};

/// The recorder of the code that this thread reaches, or null.
extern thread_local coverage_recorder* current_coverage;
/// Set by the hook, which is only linked if some code calls it.
extern bool coverage_is_linked;

} // namespace tali::detail
