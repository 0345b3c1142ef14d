// SPDX-License-Identifier: BSL-1.0
// What shrinking and explaining a failure share.
#pragma once

#include <tali/property/interrupt.hpp>
#include <tali/property/settings.hpp>

#include <cstdint>

namespace tali::detail {

/// How long shrinking one failure may take, in milliseconds.
[[nodiscard]] std::uint64_t shrinking_time(const run_settings& s);

/// Keeps a switch armed for as long as it lives.
class listening {
public:
  explicit listening(interrupt_switch* to) : to_(to) {
    if (to_ != nullptr) {
      to_->arm();
    }
  }
  listening(const listening&) = delete;
  listening& operator=(const listening&) = delete;
  ~listening() {
    if (to_ != nullptr) {
      to_->disarm();
    }
  }

private:
  interrupt_switch* to_;
};

} // namespace tali::detail
