// SPDX-License-Identifier: BSL-1.0
// The stand-alone runner with its streams as parameters, so that it can be tested.
#pragma once

#include <tali/property/interrupt.hpp>
#include <tali/property/progress.hpp>
#include <tali/property/registry.hpp>

#include <span>
#include <string_view>

namespace tali::detail {

/// Where the runner writes.
class console {
public:
  console() = default;
  console(const console&) = delete;
  console& operator=(const console&) = delete;
  virtual ~console() = default;

  virtual void out(std::string_view text) = 0;
  virtual void err(std::string_view text) = 0;
  [[nodiscard]] virtual bool colors_wanted() const { return false; }
  /// Null if there is no listener.
  [[nodiscard]] virtual progress_listener* progress() { return nullptr; }
  /// The default folder of stored failing cases; empty: none.
  [[nodiscard]] virtual std::string default_store() const { return {}; }
  /// Null if there is no interrupt.
  [[nodiscard]] virtual interrupt_switch* interrupt() { return nullptr; }
  /// The supervisor that continues the program when a property kills it; null if there is none.
  [[nodiscard]] virtual supervisor* guard() { return nullptr; }
  /// False if it could not be written.
  [[nodiscard]] virtual bool write_file(const std::string& path, std::string_view text) = 0;
};

/// `arguments` without the program's name. Returns the exit status.
[[nodiscard]] int run_command_line(std::string_view program, std::span<const std::string_view> arguments,
                                   registry& properties, console& to);

} // namespace tali::detail
