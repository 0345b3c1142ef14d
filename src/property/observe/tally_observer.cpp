// SPDX-License-Identifier: BSL-1.0
#include "property/observe/tally_observer.hpp"

namespace tali::detail {

void tally_observer::case_finished(const case_end& end) {
  switch (end.outcome.status) {
  case case_status::passed:
    passed(end.index);
    break;
  case case_status::discarded:
    discarded(end.outcome.discard_reason);
    break;
  case case_status::failed:
    remarks_.clear();
    break;
  }
}

} // namespace tali::detail
