// SPDX-License-Identifier: BSL-1.0
// The store on disk; example_store.hpp has the idea.
//
// Saving: write `.new-<process>-<number>`, sync it, lock the folder of the property, rename, sync the folder. Dropping:
// lock the folder, check that the file is the one that was read (inode and time of change), remove it. The lock is an
// flock on the folder itself: it leaves no file and ends with its process. After a second without the lock, saving
// continues without it, and dropping is left to the next run.
//
// Saving a case that is already stored updates the file's time, so that a concurrent process does not drop it.
#include <tali/detail/mix.hpp>
#include <tali/store/encoding.hpp>
#include <tali/store/example_store.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::store {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view extension = ".case";
constexpr std::string_view unfinished = ".new-";
constexpr auto longest_wait = std::chrono::seconds(1);
constexpr auto stale_after = std::chrono::hours(1);
constexpr std::size_t longest_readable_name = 48;
constexpr int most_attempts = 10;

std::string reason(int error) { return std::generic_category().message(error); }

class descriptor {
public:
  explicit descriptor(int number) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }
  /// The error, or 0.
  [[nodiscard]] int close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

private:
  int number_;
};

/// Holds the lock of a folder until it is destroyed.
class folder_lock {
public:
  explicit folder_lock(const std::string& folder)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (!folder_.is_open()) {
      return;
    }
    const auto end = std::chrono::steady_clock::now() + longest_wait;
    // A file system without locks returns another error: continue without a lock.
    while (::flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
      if (std::chrono::steady_clock::now() > end) {
        taken_ = true;
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  /// Whether another process held the lock the whole time.
  [[nodiscard]] bool taken() const { return taken_; }
  /// Makes renames in the folder survive a power failure.
  void sync() const {
    if (folder_.is_open()) {
      ::fsync(folder_.number());
    }
  }

private:
  descriptor folder_;
  bool taken_ = false;
};

/// Changes whenever the file is replaced.
std::uint64_t stamp_of(const struct stat& s) {
  const std::array<std::uint64_t, 4> parts{static_cast<std::uint64_t>(s.st_dev), static_cast<std::uint64_t>(s.st_ino),
                                           static_cast<std::uint64_t>(s.st_mtim.tv_sec),
                                           static_cast<std::uint64_t>(s.st_mtim.tv_nsec)};
  std::uint64_t h = 1;
  for (const std::uint64_t part : parts) {
    h = detail::mix(h, part);
  }
  return h;
}

/// Reads a regular file; anything else (a pipe, for example) is refused without blocking. Returns 0 or an error.
int read_file(const std::string& path, std::string& out, std::uint64_t& stamp) {
  descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat s{};
  if (!file.is_open() || ::fstat(file.number(), &s) != 0) {
    return errno;
  }
  if (!S_ISREG(s.st_mode)) {
    return S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
  }
  if (static_cast<std::uint64_t>(s.st_size) > example_store::longest_file) {
    return EFBIG;
  }
  stamp = stamp_of(s);
  out.resize(static_cast<std::size_t>(s.st_size));
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::read(file.number(), out.data() + done, out.size() - done);
    if (got < 0 && errno != EINTR) {
      return errno;
    }
    if (got == 0) {
      break;
    }
    done += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  out.resize(done);
  return 0;
}

int write_all(descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(file.number(), text.data(), text.size());
    if (put < 0 && errno != EINTR) {
      return errno;
    }
    text.remove_prefix(put > 0 ? static_cast<std::size_t>(put) : 0);
  }
  return ::fsync(file.number()) == 0 ? file.close() : errno;
}

/// Fewer choices first, then fewer bytes, then an arbitrary but fixed order.
bool simpler(const stored_case& a, const stored_case& b) {
  const std::string text_a = choices_to_text(a.choices);
  const std::string text_b = choices_to_text(b.choices);
  return std::tuple(a.choices.choices.size(), text_a.size(), std::string_view(text_a), std::string_view(a.path)) <
         std::tuple(b.choices.choices.size(), text_b.size(), std::string_view(text_b), std::string_view(b.path));
}

/// Creates a folder and its parents; new folders are synced into their parents. Returns 0 or an error.
int make_folders(const fs::path& folder) {
  std::error_code unknown;
  if (fs::is_directory(folder, unknown)) {
    return 0;
  }
  const fs::path parent = folder.parent_path();
  if (!parent.empty() && parent != folder) {
    if (const int error = make_folders(parent); error != 0) {
      return error;
    }
  }
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    return errno;
  }
  if (!fs::is_directory(folder, unknown)) {
    return ENOTDIR;
  }
  descriptor up(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (up.is_open()) {
    ::fsync(up.number());
  }
  return 0;
}

/// Removes old temporary files of processes that were killed while writing.
void remove_stale(const fs::path& file) {
  std::error_code error;
  const auto changed = fs::last_write_time(file, error);
  if (!error && fs::file_time_type::clock::now() - changed > stale_after) {
    fs::remove(file, error);
  }
}

} // namespace

example_store::example_store(std::string folder, std::size_t limit) : folder_(std::move(folder)), limit_(limit) {
  while (folder_.size() > 1 && folder_.ends_with('/')) {
    folder_.pop_back();
  }
}

void example_store::warn(std::string text) {
  if (std::find(reported_.begin(), reported_.end(), text) == reported_.end()) {
    reported_.push_back(text);
    warnings_.push_back(std::move(text));
  }
}

std::vector<std::string> example_store::take_warnings() { return std::exchange(warnings_, {}); }

std::string example_store::folder_of(std::string_view property) const {
  std::string readable;
  for (const char c : property.substr(0, 4 * longest_readable_name)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      readable.push_back(c);
    } else if (!readable.empty() && readable.back() != '_') {
      readable.push_back('_');
    }
    if (readable.size() == longest_readable_name) {
      break;
    }
  }
  while (readable.ends_with('_')) {
    readable.pop_back();
  }
  return fmt::format("{}/{}{}{:016x}", folder_, readable, readable.empty() ? "" : "-", detail::fnv1a_64(property));
}

// Reading -------------------------------------------------------------------------------------------------------------

void example_store::load_from(const std::string& folder, const std::string_view* property,
                              std::vector<stored_case>& out) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) {
    if (error != std::errc::no_such_file_or_directory) {
      warn(fmt::format("cannot read the stored cases in '{}': {}", folder, error.message()));
    }
    return;
  }
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const std::string path = entries->path().string();
    const std::string name = entries->path().filename().string();
    if (name.starts_with('.')) {
      if (name.starts_with(unfinished)) {
        remove_stale(entries->path());
      }
      continue;
    }
    if (!name.ends_with(extension)) {
      warn(fmt::format("'{}' does not belong in a store of failing cases and is ignored", path));
      continue;
    }
    std::string text;
    stored_case c;
    if (const int failed = read_file(path, text, c.stamp); failed != 0) {
      if (failed != ENOENT) { // another process has removed it
        warn(fmt::format("cannot read the stored case '{}': {}", path, reason(failed)));
      }
      continue;
    }
    parsed_case parsed = parse_stored_case(text);
    if (!parsed) {
      warn(fmt::format("the stored case '{}' {}; it was ignored, delete the file if you do not need it", path,
                       parsed.error));
      continue;
    }
    if (property != nullptr && parsed.found.property != *property) {
      warn(fmt::format("the stored case '{}' belongs to another property ('{}') and is ignored", path,
                       parsed.found.property));
      continue;
    }
    parsed.found.path = path;
    parsed.found.stamp = c.stamp;
    out.push_back(std::move(parsed.found));
  }
  if (error) {
    warn(fmt::format("cannot read all stored cases in '{}': {}", folder, error.message()));
  }
}

std::vector<stored_case> example_store::load(std::string_view property) {
  std::vector<stored_case> out;
  std::error_code error;
  const fs::file_status status = fs::status(folder_, error);
  if (status.type() == fs::file_type::not_found) {
    return out;
  }
  if (status.type() != fs::file_type::directory) {
    warn(fmt::format(
        "'{}' is not a folder, so failing cases cannot be stored in it{}; select another folder with the setting store",
        folder_, error ? fmt::format(" ({})", error.message()) : ""));
    return out;
  }
  load_from(folder_of(property), &property, out);
  std::sort(out.begin(), out.end(), simpler);
  return out;
}

std::vector<stored_case> example_store::load_all() {
  std::vector<stored_case> out;
  std::error_code error;
  std::vector<std::string> folders;
  fs::directory_iterator entries(folder_, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const std::string path = entries->path().string();
    if (entries->path().filename().string().starts_with('.')) {
      continue;
    }
    std::error_code unknown;
    if (fs::is_directory(entries->path(), unknown)) {
      folders.push_back(path);
    } else {
      warn(fmt::format("'{}' does not belong in a store of failing cases and is ignored", path));
    }
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    warn(fmt::format("cannot read the store '{}': {}", folder_, error.message()));
  }
  std::sort(folders.begin(), folders.end());
  for (const std::string& folder : folders) {
    std::vector<stored_case> some;
    load_from(folder, nullptr, some);
    std::sort(some.begin(), some.end(), simpler);
    std::move(some.begin(), some.end(), std::back_inserter(out));
  }
  return out;
}

// Writing -------------------------------------------------------------------------------------------------------------

namespace {

int write_file(const std::string& folder, stored_case& c) {
  static std::atomic<std::uint64_t> number = 0; // several threads may save at once
  const std::string text = render_stored_case(c);
  if (text.size() > example_store::longest_file) {
    return EFBIG;
  }
  std::string there;
  std::uint64_t stamp = 0;
  if (read_file(c.path, there, stamp) == 0 && there == text) {
    const folder_lock lock(folder);
    struct stat s{};
    ::utimensat(AT_FDCWD, c.path.c_str(), nullptr, 0);
    if (::stat(c.path.c_str(), &s) == 0) { // otherwise it was just dropped
      c.stamp = stamp_of(s);
      return 0;
    }
  }

  const std::string beside = fmt::format("{}/{}{}-{}", folder, unfinished, ::getpid(), number++);
  descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open() && errno == EEXIST) { // left by an earlier process with the same id
    ::unlink(beside.c_str());
    return write_file(folder, c);
  }
  if (!file.is_open()) {
    return errno;
  }
  if (const int error = write_all(file, text); error != 0) {
    ::unlink(beside.c_str());
    return error;
  }
  const folder_lock lock(folder);
  struct stat s{};
  if (::stat(beside.c_str(), &s) != 0 || ::rename(beside.c_str(), c.path.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    return error;
  }
  lock.sync();
  c.stamp = stamp_of(s);
  return 0;
}

} // namespace

void example_store::enforce_limit(const stored_case& newest) {
  std::vector<stored_case> all;
  load_from(folder_of(newest.property), nullptr, all);
  if (all.size() <= limit_) {
    return;
  }
  std::sort(all.begin(), all.end(), simpler);
  for (std::size_t i = std::max<std::size_t>(limit_, 1); i < all.size(); ++i) {
    if (all[i].path != newest.path) { // the new case stays, whatever its size
      drop(all[i]);
    }
  }
}

bool example_store::save(stored_case& c) {
  const std::string folder = folder_of(c.property);
  c.path = fmt::format("{}/{:016x}{}", folder, detail::fnv1a_64(choices_to_text(c.choices)), extension);
  int error = 0;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    error = make_folders(folder);
    if (error == 0) {
      error = write_file(folder, c);
    }
    if (error == 0) {
      enforce_limit(c);
      return true;
    }
    if (error != ENOENT) { // ENOENT: another process has emptied and removed the folder
      break;
    }
  }
  warn(fmt::format("cannot store a failing case in '{}': {}", folder, reason(error)));
  return false;
}

bool example_store::drop(const stored_case& c) {
  if (c.path.empty()) {
    return false;
  }
  const std::string folder = fs::path(c.path).parent_path().string();
  const folder_lock lock(folder);
  struct stat s{};
  if (::stat(c.path.c_str(), &s) != 0) {
    return false; // another process has removed it
  }
  if (lock.taken()) {
    warn(fmt::format("did not delete the stored case '{}': another process has locked its folder", c.path));
    return false;
  }
  if (stamp_of(s) != c.stamp) {
    return false; // replaced: it has failed again in the meantime
  }
  if (::unlink(c.path.c_str()) != 0) {
    warn(fmt::format("cannot delete the stored case '{}': {}", c.path, reason(errno)));
    return false;
  }
  lock.sync();
  ::rmdir(folder.c_str()); // succeeds only if it is empty
  return true;
}

} // namespace tali::store
