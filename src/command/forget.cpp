// SPDX-License-Identifier: BSL-1.0
// tali forget: deletes stored cases.
#include "command/command.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace tali::command {

using namespace store;

int forget(const forget_request& request) {
  const selection s = select(request.store, request.selector);
  if (s.status != done) {
    return s.status;
  }
  example_store store(request.store);
  int status = done;
  for (const stored_case& c : s.cases) {
    if (request.dry_run || store.drop(c)) {
      out(fmt::format("{} {} ({})\n", request.dry_run ? "would forget" : "forgot", printable(c.path),
                      printable(c.property)));
    } else {
      status = wrong_usage;
    }
  }
  for (const std::string& warning : store.take_warnings()) {
    print_error(warning);
  }
  return status;
}

} // namespace tali::command
