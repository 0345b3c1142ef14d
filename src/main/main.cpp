// SPDX-License-Identifier: BSL-1.0
// The main function of tali::main. It is a separate library, because a program with its own main, or with that of a
// test framework, must not link this one.
#include <tali/property/main.hpp>

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
