// SPDX-License-Identifier: BSL-1.0
// The stand-alone runner: all that a main for properties does. tali::main is a library with just such a main.
#pragma once

namespace tali {

class registry;

/// Runs the registered properties as environment and command line say, prints the reports and returns the exit status:
/// 0 if all passed, 1 if some did not, 2 if the command line or the environment is wrong or the summary could not be
/// written. `--help` says what there is.
[[nodiscard]] int run_main(int argc, const char* const* argv);
[[nodiscard]] int run_main(int argc, const char* const* argv, registry& properties);

} // namespace tali
