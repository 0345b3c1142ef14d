// SPDX-License-Identifier: BSL-1.0
#include "isolate/backtrace.hpp"

#include "base/child_process.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <cxxabi.h>
#include <dlfcn.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

namespace {

struct located {
  std::uintptr_t address = 0; // relative to the file, as debuggers show it
  std::string file;           // the program or library
  std::string symbol;         // if known
  bool program = false;
};

/// The file of this program.
std::string program_path() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size() - 1);
  return {path.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

located locate(std::uintptr_t address, const std::string& program) {
  located l;
  l.address = address;
  Dl_info info{};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address to look up
  if (dladdr(reinterpret_cast<const void*>(address), &info) == 0 || info.dli_fname == nullptr) {
    return l;
  }
  std::array<char, 4096> resolved{};
  l.file = realpath(info.dli_fname, resolved.data()) != nullptr ? resolved.data() : info.dli_fname;
  // The loader reports the program by the name it was started with.
  l.program = l.file == program || std::string_view(info.dli_fname).find(".so") == std::string_view::npos;
  if (l.program) {
    l.file = program;
  }
  const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  // A program that is not position-independent is loaded at the addresses in its file.
  l.address = base < 0x10000000 ? address : address - base;
  if (info.dli_sname != nullptr) {
    l.symbol = demangled(info.dli_sname);
  }
  return l;
}

/// The output of a command; empty if it fails.
std::string output_of(const std::vector<std::string>& command) {
  program_output result = run_and_capture(command, {.in = stream::null, .err = stream::null});
  return result.error == 0 && result.end.succeeded() ? std::move(result.out) : std::string();
}

struct stack_frame {
  std::string function;
  std::string file; // empty if unknown
  unsigned line = 0;
};

/// The calls at each address of a file, inlined ones first. The tools print for each address the address, and then for
/// each call a line with the function and one with the place.
std::vector<std::vector<stack_frame>> run_symbolizer(const std::string& file,
                                                     const std::vector<std::uintptr_t>& addresses) {
  for (const char* tool : {"llvm-symbolizer", "llvm-symbolizer-19", "llvm-symbolizer-14", "addr2line"}) {
    std::vector<std::string> command{tool, "-a", "-f", "-C", "-i", "-e", file};
    if (std::string_view(tool).starts_with("llvm")) {
      command = {tool, "--output-style=GNU", "--addresses", "--functions", "--demangle", "--inlines", "-e", file};
    }
    for (const std::uintptr_t address : addresses) {
      command.push_back(fmt::format("{:#x}", address));
    }
    const std::string out = output_of(command);
    std::vector<std::vector<stack_frame>> calls;
    std::string_view rest = out;
    const auto line = [&rest] {
      const std::size_t end = rest.find('\n');
      const std::string_view found = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      return found;
    };
    while (!rest.empty()) {
      const std::string_view first = line();
      if (first.starts_with("0x")) {
        calls.emplace_back();
        continue;
      }
      stack_frame frame;
      if (first != "??") {
        frame.function = first;
      }
      std::string_view place = line();
      place = place.substr(0, place.find(" (discriminator"));
      if (const std::size_t colon = place.rfind(':'); colon != std::string_view::npos && !place.starts_with("??")) {
        frame.file = place.substr(0, colon);
        std::from_chars(place.data() + colon + 1, place.data() + place.size(), frame.line);
      }
      if (!calls.empty()) {
        calls.back().push_back(std::move(frame));
      }
    }
    if (calls.size() == addresses.size()) {
      return calls;
    }
  }
  return {};
}

/// Whether a frame belongs to the runner. Decided by the file, because the tools report wrong names for inlined
/// functions.
bool in_runner(const stack_frame& f) {
  const std::string_view file = f.file;
  return file.ends_with("tali/property/check.hpp") || file.ends_with("tali/property/test_case.hpp") ||
         (file.empty() && std::string_view(f.function).starts_with("tali::detail::"));
}

std::string shown(const stack_frame& f, std::size_t times) {
  std::string text = f.function;
  if (text.starts_with("tali::detail::")) { // what it was inlined into
    text.clear();
  }
  if (!f.file.empty()) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " at ", f.file, f.line);
  }
  return times == 1 ? text : fmt::format("{} ({} times)", text, times);
}

} // namespace

std::uint64_t place_of(const crash_note& note) {
  const std::string program = program_path();
  // The first frames are the handler itself and the trampoline that called it.
  for (int i = 2; i < note.frame_count; ++i) {
    if (locate(note.frames[i], program).program) {
      return note.frames[i];
    }
  }
  return 0;
}

std::vector<std::string> describe_stack(const crash_note& note) {
  const std::string program = program_path();
  std::vector<located> places;
  std::vector<std::uintptr_t> in_program; // libraries rarely have line information, and the lookup is slow
  for (int i = 2; i < note.frame_count; ++i) {
    // All addresses except the innermost are return addresses. The call is just before them.
    places.push_back(locate(note.frames[i] - (i > 2 ? 1 : 0), program));
    if (places.back().program) {
      in_program.push_back(places.back().address);
    }
  }
  const std::vector<std::vector<stack_frame>> known = run_symbolizer(program, in_program);
  std::vector<stack_frame> frames;
  std::size_t next = 0;
  bool ended = false;
  for (const located& l : places) {
    if (l.program && next < known.size()) {
      for (const stack_frame& frame : known[next]) {
        ended = ended || in_runner(frame);
        const bool of_library = frame.file.find("/include/c++/") != std::string::npos;
        if (!ended && !(frame.function.empty() && frame.file.empty()) && !(of_library && !frames.empty())) {
          frames.push_back(frame);
        }
      }
      ++next;
    } else if (!l.symbol.empty()) {
      frames.push_back({l.symbol, {}, 0});
    }
    if (ended) {
      break;
    }
  }
  // Frames of library functions are not useful if the program's own lines are known.
  const auto first_with_line =
      std::find_if(frames.begin(), frames.end(), [](const stack_frame& f) { return !f.file.empty(); });
  if (first_with_line != frames.end()) {
    frames.erase(frames.begin(), first_with_line);
  }
  std::vector<std::string> out;
  std::size_t repeats = 1;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const stack_frame& f = frames[i];
    if (i + 1 < frames.size() && frames[i + 1].function == f.function && frames[i + 1].line == f.line) {
      ++repeats;
      continue;
    }
    out.push_back(shown(f, repeats));
    repeats = 1;
  }
  return out;
}

} // namespace tali::detail
