// SPDX-License-Identifier: BSL-1.0
// example_store: a folder of failing cases, kept from one run to the next.
//
// One folder for each property, one file for each case, named by a hash of its content: two processes never write
// different content to one name, and files are never modified. A file is written under a temporary name, synced and
// renamed, so that it is complete even if the process dies. A case is removed under a lock, and only if its file is
// still the one that was loaded; the lock ends with its process.
//
// The files are text; docs/reference/store.md describes them. A file that cannot be read or written is a warning that
// names it, never an exception. Files that cannot be parsed are not changed.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/choice.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::store {

/// A stored failing case: its choices, and a description for people.
struct stored_case {
  struct value {
    std::string name;
    std::string type;
    std::string text;
    bool argument = false; // an argument of the body, otherwise drawn in it
    std::string source{};  // a C++ expression for the value, if there is one
    friend bool operator==(const value&, const value&) = default;
  };

  std::string property;
  choices::choice_sequence choices;
  bool shrunk = false;  // otherwise as it was found
  std::string found;    // where it came from: "seed 0x2a, case 7"
  std::string cause;    // "threw std::out_of_range: index 7"
  std::string location; // "file.cpp:12", if known
  std::vector<value> values;

  /// The file, if the case is stored. The stamp changes when the file is replaced.
  std::string path;
  std::uint64_t stamp = 0;
};

/// The content of a file, and back. A case that was parsed without an error has a property and choices.
[[nodiscard]] std::string render_stored_case(const stored_case& c);
struct parsed_case {
  stored_case found;
  std::string error; // empty on success

  [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};
[[nodiscard]] parsed_case parse_stored_case(std::string_view text);

class example_store {
public:
  static constexpr std::size_t default_limit = 32;
  static constexpr std::size_t longest_file = std::size_t{1} << 26U;

  /// The folder need not exist. At most `limit` cases of a property are kept, the simplest ones.
  explicit example_store(std::string folder, std::size_t limit = default_limit);

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

  /// The cases of one property, or of all, simplest first.
  [[nodiscard]] std::vector<stored_case> load(std::string_view property);
  [[nodiscard]] std::vector<stored_case> load_all();

  /// Returns true once the case is on disk, and sets the path and stamp of `c`. False after a warning.
  bool save(stored_case& c);

  /// Removes the file of a loaded or saved case, unless it was replaced since. Returns whether it was removed.
  bool drop(const stored_case& c);

  /// The warnings since the last call; each is reported once.
  [[nodiscard]] std::vector<std::string> take_warnings();

  /// The folder of a property: a readable part of its name, and a hash of the whole name.
  [[nodiscard]] std::string folder_of(std::string_view property) const;

private:
  void warn(std::string text);
  void load_from(const std::string& folder, const std::string_view* property, std::vector<stored_case>& out);
  void enforce_limit(const stored_case& newest);

  std::string folder_;
  std::size_t limit_;
  std::vector<std::string> warnings_;
  std::vector<std::string> reported_;
};

} // namespace tali::store
