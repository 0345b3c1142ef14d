// SPDX-License-Identifier: BSL-1.0
// The stand-alone main for properties. The library tali::main contains a main function that calls it.
#pragma once

#include <tali/detail/namespaces.hpp>

namespace tali::host {

class registry;

} // namespace tali::host

namespace tali {

/// Runs the registered properties with the settings of the environment and the command line, prints the reports and
/// returns the exit status: 0 if all passed, 1 if some did not, 2 if the command line or the environment is wrong or
/// the summary could not be written. `--help` lists the options.
[[nodiscard]] int run_main(int argc, const char* const* argv);
[[nodiscard]] int run_main(int argc, const char* const* argv, host::registry& properties);

} // namespace tali
