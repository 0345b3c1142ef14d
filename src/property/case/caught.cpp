// SPDX-License-Identifier: BSL-1.0
// Exceptions of any type are read here by rethrowing them, so that call_body needs only one general handler.
#include "property/case/caught.hpp"
#include "isolate/crash_handler.hpp"
#include "property/case/case_log.hpp"

#include <tali/source/error.hpp>
#include <tali/value/type_name.hpp>

#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <typeinfo>

namespace tali::detail {

namespace {

std::string current_type_name() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) {
    return "a foreign exception";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                        &std::free);
  const std::string_view raw = status == 0 && readable ? std::string_view(readable.get()) : type->name();
  std::string out(type_name_writer::capacity(raw), '\0');
  out.resize(type_name_writer(raw, out.data(), true).run());
  return out;
}

} // namespace

caught_exception read_current_exception() {
  using kind = caught_exception::kind;
  try {
    throw;
  } catch (const case_ended&) {
    return {kind::ended, {}, {}};
  } catch (const generator_error& e) {
    return {kind::generator_error, {}, e.what()};
  } catch (const std::exception& e) {
    return {kind::other, current_type_name(), e.what()};
  } catch (const char* text) {
    return {kind::other, current_type_name(), text == nullptr ? "nullptr" : text};
  } catch (const std::string& text) {
    return {kind::other, current_type_name(), text};
  } catch (int number) {
    return {kind::other, current_type_name(), std::to_string(number)};
  } catch (const abi::__forced_unwind&) {
    end_process_with_thread();
  } catch (...) {
    return {kind::other, current_type_name(), {}};
  }
}

} // namespace tali::detail
