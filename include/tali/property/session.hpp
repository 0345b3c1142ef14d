// SPDX-License-Identifier: BSL-1.0
// session: the settings and services that properties run with.
//
// tali::check(...) runs in an empty session: it uses only the settings in code and tali's defaults, and does not read
// the environment. To use other settings, create a session:
//
//   auto session = tali::session::from_environment();      // TALI_CASES, TALI_SEED, ...
//   tali::result r = session.check("reverse twice", [](const std::vector<int>& xs) { ... });
//
// The stand-alone main and the adapters for test frameworks do the same. There is no global session.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/property/settings.hpp>

#include <cstdint>
#include <vector>

namespace tali::host {

class failure_probe;
class failure_stage;
class interrupt_switch;
class progress_listener;
class supervisor;
struct case_marks;
struct property_name;

} // namespace tali::host

namespace tali {

class result;

} // namespace tali

namespace tali {

struct session {
  settings defaults{};     // weaker than the settings in a property's code
  settings environment{};  // stronger
  settings command_line{}; // strongest
  host::failure_probe* probe = nullptr;
  host::progress_listener* progress = nullptr;
  host::interrupt_switch* interrupt = nullptr; // ends shrinking with the best so far (tali/property/interrupt.hpp)
  std::vector<host::failure_stage*> stages{};
  host::case_marks* marks = nullptr;
  host::supervisor* guard = nullptr; // continues the program after a property has crashed it

  /// A session with the settings that the environment has now. Throws settings_error.
  [[nodiscard]] static session from_environment();

  /// As tali::check (tali/property/check.hpp), in this session.
  template <class... A>
  result check(const host::property_name& name, A&&... parts) const;
};

} // namespace tali
