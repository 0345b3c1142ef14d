// SPDX-License-Identifier: BSL-1.0
#pragma once

int clamp_to_byte(int x);
