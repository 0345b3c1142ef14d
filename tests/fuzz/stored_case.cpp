// SPDX-License-Identifier: BSL-1.0
// Files of a store from a fuzzer: parsed alone, and in a folder from which cases are loaded, saved and removed.
#include <tali/store/encoding.hpp>
#include <tali/store/example_store.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

struct folder {
  std::string path;
  folder() {
    const bool in_memory = fs::is_directory("/dev/shm");
    path = (in_memory ? fs::path("/dev/shm") : fs::temp_directory_path()) / "tali_fuzz_XXXXXX";
    require(::mkdtemp(path.data()) != nullptr);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void write(const std::string& path, std::string_view text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
  require(file != nullptr && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size());
}

/// A valid start, so that the fuzzer reaches the code after it.
void read(std::string_view text) {
  const tali::store::parsed_case got = tali::store::parse_stored_case(text);
  if (!got) {
    return;
  }
  const std::string again = tali::store::render_stored_case(got.found);
  const tali::store::parsed_case back = tali::store::parse_stored_case(again);
  require(static_cast<bool>(back) && tali::store::render_stored_case(back.found) == again);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const folder place;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text);
  read("tali stored case, format 1\nproperty: p\nreplay: t1-AACm5vU\n" + std::string(text));

  static unsigned count = 0;
  if (++count % 16 != 0) { // a disk is slow
    return 0;
  }
  tali::store::example_store store(place.path, 2);
  const std::string files = store.folder_of("p");
  fs::create_directories(files);
  write(files + "/fuzzed.case", text);
  const auto before = store.load("p");
  require(before.size() == (static_cast<bool>(tali::store::parse_stored_case(text)) &&
                                    tali::store::parse_stored_case(text).found.property == "p"
                                ? 1U
                                : 0U));
  require(before.size() == 1 || store.take_warnings().size() == 1);
  tali::store::stored_case own;
  own.property = "p";
  require(store.save(own));
  require(store.load("p").size() == before.size() + 1);
  for (const tali::store::stored_case& c : store.load_all()) {
    store.drop(c);
  }
  require(fs::exists(files + "/fuzzed.case") == !static_cast<bool>(tali::store::parse_stored_case(text)));
  fs::remove_all(files);
  return 0;
}
