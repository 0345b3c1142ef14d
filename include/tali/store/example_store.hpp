// SPDX-License-Identifier: BSL-1.0
// example_store: a folder of failing cases, kept from one run to the next.
//
// One folder a property, one file a case, named by its content: two processes never write different things to one name,
// and nobody ever changes a file. A file appears whole or not at all (written beside, synced, renamed), so that a
// process may die at any moment. Who removes a case makes sure, under a lock that dies with its process, that it is
// the one it has looked at.
//
// The files are text; docs/reference/store.md describes them. What cannot be read or written is a warning that names
// the file, never an exception, and no file that is not understood is ever touched.
#pragma once

#include <tali/source/choice.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali {

/// A failing case as it is kept: its choices, and the rest for people.
struct stored_case {
  struct value {
    std::string name;
    std::string type;
    std::string text;
    bool argument = false; // of the body; or drawn in it
    friend bool operator==(const value&, const value&) = default;
  };

  std::string property;
  choice_sequence choices;
  bool shrunk = false;  // or as it was found
  std::string found;    // where it came from: "seed 0x2a, case 7"
  std::string cause;    // "threw std::out_of_range: index 7"
  std::string location; // "file.cpp:12", if known
  std::vector<value> values;

  /// Of the file, once it is in one. The stamp tells whether it is still the same.
  std::string path;
  std::uint64_t stamp = 0;
};

/// The text of a file, and back. Without an error the case has a property and choices; `error` says what is wrong.
[[nodiscard]] std::string render_stored_case(const stored_case& c);
struct parsed_case {
  stored_case found;
  std::string error; // empty if all is well

  [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};
[[nodiscard]] parsed_case parse_stored_case(std::string_view text);

class example_store {
public:
  static constexpr std::size_t default_limit = 32;
  static constexpr std::size_t longest_file = std::size_t{1} << 26U;

  /// The folder need not exist. Of one property at most `limit` cases are kept, the simplest.
  explicit example_store(std::string folder, std::size_t limit = default_limit);

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

  /// The cases of one property, or of all, simplest first.
  [[nodiscard]] std::vector<stored_case> load(std::string_view property);
  [[nodiscard]] std::vector<stored_case> load_all();

  /// Once this returns true the case is on the disk, and `c` knows its file. False after a warning.
  bool save(stored_case& c);

  /// Removes the file of a loaded or saved case, unless somebody has written it anew since. Whether it was removed.
  bool drop(const stored_case& c);

  /// What could not be done so far, each told once.
  [[nodiscard]] std::vector<std::string> take_warnings();

  /// The folder of a property: a readable part, and a hash that tells names apart.
  [[nodiscard]] std::string folder_of(std::string_view property) const;

private:
  void warn(std::string text);
  void load_from(const std::string& folder, const std::string_view* property, std::vector<stored_case>& out);
  void enforce_limit(const stored_case& newest);

  std::string folder_;
  std::size_t limit_;
  std::vector<std::string> warnings_;
  std::vector<std::string> told_;
};

} // namespace tali
