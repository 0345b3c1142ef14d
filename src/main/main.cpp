// SPDX-License-Identifier: BSL-1.0
// The main of tali::main. In a library of its own: a program that has a main, or takes another framework's, must not
// find this one.
#include <tali/property/main.hpp>

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
