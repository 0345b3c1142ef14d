// SPDX-License-Identifier: BSL-1.0
// All of tali but the adapters for test frameworks and the headers that bring in heavy parts of the standard library
// (gen/containers.hpp, gen/chrono.hpp, gen/function.hpp, gen/variant.hpp).
#pragma once

#include <tali/gen.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/property/check.hpp>
#include <tali/property/report.hpp>
#include <tali/value/diff.hpp>
#include <tali/value/show.hpp>
#include <tali/version.hpp>
