// SPDX-License-Identifier: BSL-1.0
// Valid values from a generator and a predicate: gen::valid for properties, valid_sampler for as many as there are.
#pragma once

#include <tali/valid/sampler.hpp>
#include <tali/valid/valid.hpp>
