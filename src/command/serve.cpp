// SPDX-License-Identifier: BSL-1.0
// tali serve: the page on 127.0.0.1, which follows statistics files while tests write them.
//
// One thread reads new data from the files. The page sends a request for changes, which is answered when there are
// some, and then requests the new rows of the run it shows. Access is restricted: the address contains a random
// token, requests must name this machine as their host (a page of another origin would use a different host name) and
// must not come from another origin.
#include "command/command.hpp"
#include "command/run_data.hpp"
#include "command/stats_reader.hpp"

#include "base/json_text.hpp"
#include "stats/weights_file.hpp"

#include <tali/source/weights.hpp>

#if defined(TALI_HAVE_SIMDJSON) && defined(TALI_HAVE_HTTPLIB)

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

#include <unistd.h>

#include <fmt/format.h>
#include <httplib.h>
#include <simdjson.h>

#endif

namespace tali::command {

#if defined(TALI_HAVE_SIMDJSON) && defined(TALI_HAVE_HTTPLIB)

namespace {

using namespace std::chrono_literals;

httplib::Server* running = nullptr; // for the signal handler

std::string random_token() {
  std::random_device device;
  std::string out;
  for (int i = 0; i < 4; ++i) {
    out += fmt::format("{:08x}", device());
  }
  return out;
}

/// Follows existing and new files.
class follower {
public:
  explicit follower(std::vector<std::string> given) : given_(std::move(given)) {
    if (given_.empty()) {
      given_.emplace_back(".");
    }
  }

  void run(const std::atomic<bool>& ending) {
    while (!ending) {
      bool any = false;
      for (const std::string& file : stats_files(given_)) {
        if (!std::filesystem::exists(file)) {
          continue;
        }
        const std::lock_guard lock(mutex);
        std::unique_ptr<stats_reader>& reader = readers_[file];
        try {
          if (reader == nullptr) {
            reader = std::make_unique<stats_reader>(file, data);
            data.files.push_back(file);
          }
          constexpr std::uint64_t piece = 2U << 20U; // releases the lock: other threads may read the data
          any = reader->read(piece, false) || any;
          version = data.version;
        } catch (const std::runtime_error&) {
          readers_.erase(file);
        }
      }
      if (!any) {
        std::this_thread::sleep_for(pause);
      }
      // A mutex is not fair: the last owner usually gets it again. Sleep, so that waiting threads get it.
      for (int i = 0; i < 100 && waiting > 0; ++i) {
        std::this_thread::sleep_for(100us);
      }
    }
  }

  /// The current data.
  [[nodiscard]] std::unique_lock<std::mutex> look() {
    ++waiting;
    std::unique_lock lock(mutex);
    --waiting;
    return lock;
  }

  static constexpr auto pause = 10ms; // between two checks of files that do not grow

  std::mutex mutex;
  std::atomic<int> waiting = 0;
  std::atomic<std::uint64_t> version = 0; // of the data, for threads that only check for changes
  page_data data;

private:
  std::vector<std::string> given_;
  std::map<std::string, std::unique_ptr<stats_reader>> readers_;
};

/// Weights that make the given examples this share of the cases: the labels of their choices, and those of the others.
struct new_weights {
  std::string text;
  bool done = false;
};
new_weights write_weights(const run_data& run, const std::vector<std::uint64_t>& rows, double share,
                          const std::string& folder) {
  weights wanted;
  weights others;
  double in = 0;
  double out_of = 0;
  simdjson::dom::parser parser;
  for (const kept_case* k : run.kept()) {
    simdjson::dom::array choices;
    if (parser.parse(k->line)["metadata"]["choices"].get_array().get(choices) != simdjson::SUCCESS) {
      continue;
    }
    const bool chosen = std::binary_search(rows.begin(), rows.end(), k->row);
    for (const simdjson::dom::element& c : choices) {
      if (std::string_view label; c.get_string().get(label) == simdjson::SUCCESS) {
        (chosen ? wanted : others).add(label, 1);
        (chosen ? in : out_of) += 1;
      }
    }
  }
  if (in == 0) {
    return {"none of these examples has labelled branches", false};
  }
  weights mixed;
  mixed.merge(wanted, 1000 * share / in);
  if (out_of > 0) {
    mixed.merge(others, 1000 * (1 - share) / out_of);
  }
  // A label that occurs in no selected example stays possible.
  for (const weights::entry& e : others.entries()) {
    if (mixed.count(e.label) <= 0) {
      mixed.set(e.label, 0.001);
    }
  }
  const std::string file = detail::weights_file_of(folder, run.property);
  std::error_code wrong;
  std::filesystem::create_directories(folder, wrong);
  std::ofstream to(file + ".new", std::ios::binary);
  to << mixed.to_json();
  if (!to.flush()) {
    return {fmt::format("cannot write '{}'", file), false};
  }
  to.close();
  std::filesystem::rename(file + ".new", file, wrong);
  return {fmt::format("weights written to {}; use them in the next run with --weights {}", file, folder), !wrong};
}

/// The page and the requests it sends.
class page_server {
public:
  explicit page_server(const serve_request& request) : request_(request), files_(request.files) {}

  /// Returns whether it listens on the requested port, or on any if none was requested.
  bool listen() {
    int port = request_.port;
    if (port == 0) {
      port = server_.bind_to_any_port("127.0.0.1");
    } else if (!server_.bind_to_port("127.0.0.1", port)) {
      port = -1;
    }
    if (port <= 0) {
      return false;
    }
    host_ = fmt::format("127.0.0.1:{}", port);
    local_ = fmt::format("localhost:{}", port);
    server_.new_task_queue = [] { return new httplib::ThreadPool(16); }; // the server owns it
    server_.set_keep_alive_max_count(1'000'000);
    server_.set_tcp_nodelay(true);
    server_.set_payload_max_length(1U << 20U);
    restrict_access();
    answer_requests();
    return true;
  }

  /// Until a signal.
  void run() {
    running = &server_;
    std::signal(SIGINT, [](int) { running->stop(); });
    std::signal(SIGTERM, [](int) { running->stop(); });
    std::thread reading([&] { files_.run(ending_); });
    out(fmt::format("http://{}/{}/\n", host_, token_));
    static_cast<void>(std::fflush(stdout));
    server_.listen_after_bind();
    ending_ = true;
    reading.join();
  }

private:
  void restrict_access() {
    server_.set_pre_routing_handler([this](const httplib::Request& q, httplib::Response& a) {
      const std::string host = q.get_header_value("Host");
      const std::string origin = q.get_header_value("Origin");
      const bool ours = (host == host_ || host == local_) &&
                        (origin.empty() || origin == "http://" + host_ || origin == "http://" + local_) &&
                        q.path.starts_with("/" + token_ + "/");
      if (!ours) {
        a.status = 403;
        a.set_content("forbidden\n", "text/plain");
        return httplib::Server::HandlerResponse::Handled;
      }
      // Otherwise the library compresses at the highest level, which takes seconds. Sending takes microseconds.
      const_cast<httplib::Request&>(q).headers.erase("Accept-Encoding"); // it is not constant
      a.set_header("Cache-Control", "no-store");
      a.set_header("X-Content-Type-Options", "nosniff");
      a.set_header("Referrer-Policy", "no-referrer");
      a.set_header("Cross-Origin-Resource-Policy", "same-origin");
      return httplib::Server::HandlerResponse::Unhandled;
    });
  }

  void answer_requests() {
    using request = httplib::Request;
    using response = httplib::Response;
    const std::string base = "/" + token_;
    server_.Get(base + "/", [](const request& /*q*/, response& a) {
      a.set_content(
          page_with(R"({"format":1,"live":true,"version":0,"files":[],"bad":{"count":0,"samples":[]},"runs":[]})"),
          "text/html; charset=utf-8");
    });
    server_.Get(base + "/list", [this](const request& /*q*/, response& a) { list(a); });
    server_.Get(base + "/changes", [this](const request& q, response& a) { changes(q, a); });
    server_.Get(base + "/run", [this](const request& q, response& a) { run_data_of(q, a); });
    server_.Post(base + "/weights", [this](const request& q, response& a) { weights_from(q, a); });
  }

  static std::uint64_t number_of(const httplib::Request& q, const char* name) {
    const std::string text = q.get_param_value(name);
    return text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 15
               ? std::uint64_t{0}
               : std::uint64_t{std::stoull(text)};
  }

  void list(httplib::Response& a) {
    export_options summaries;
    summaries.columns = false;
    summaries.live = true;
    const auto lock = files_.look();
    a.set_content(page_json(files_.data, summaries), "application/json");
  }

  /// Waits for changes.
  void changes(const httplib::Request& q, httplib::Response& a) {
    const std::uint64_t since = number_of(q, "since");
    // In short steps, so that the server can stop quickly.
    for (int i = 0; i < 200 && files_.version <= since && !ending_; ++i) {
      std::this_thread::sleep_for(follower::pause);
    }
    if (files_.version <= since) {
      a.status = 204;
      return;
    }
    list(a);
  }

  void run_data_of(const httplib::Request& q, httplib::Response& a) {
    export_options options;
    options.live = true;
    options.sources = request_.sources;
    options.examples = q.get_param_value("examples") == "1";
    const auto lock = files_.look();
    const std::uint64_t id = number_of(q, "id");
    if (id >= files_.data.runs().size()) {
      a.status = 404;
      return;
    }
    const run_data& run = *files_.data.runs()[id];
    a.set_content(run_json(run, id, std::min<std::uint64_t>(number_of(q, "from"), run.rows),
                           q.get_param_value("epochs"), options),
                  "application/json");
  }

  void weights_from(const httplib::Request& q, httplib::Response& a) {
    simdjson::dom::parser parser;
    simdjson::dom::element body;
    std::uint64_t id = 0;
    double share = 0;
    simdjson::dom::array given;
    if (parser.parse(q.body).get(body) != simdjson::SUCCESS || body["run"].get_uint64().get(id) != simdjson::SUCCESS ||
        body["share"].get_double().get(share) != simdjson::SUCCESS || !(share >= 0 && share <= 1) ||
        body["rows"].get_array().get(given) != simdjson::SUCCESS) {
      a.status = 400;
      a.set_content(R"({"error":"not understood"})", "application/json");
      return;
    }
    std::vector<std::uint64_t> rows;
    for (const simdjson::dom::element& r : given) {
      if (std::uint64_t row = 0; r.get_uint64().get(row) == simdjson::SUCCESS) {
        rows.push_back(row);
      }
    }
    std::sort(rows.begin(), rows.end());
    const auto lock = files_.look();
    if (id >= files_.data.runs().size()) {
      a.status = 404;
      return;
    }
    const new_weights written = write_weights(*files_.data.runs()[id], rows, share, request_.weights);
    std::string text = written.done ? R"({"text":)" : R"({"error":)";
    detail::append_json_string(text, written.text);
    a.set_content(text + "}", "application/json");
  }

  const serve_request& request_;
  httplib::Server server_;
  const std::string token_ = random_token();
  follower files_;
  std::atomic<bool> ending_ = false;
  std::string host_;
  std::string local_;
};

} // namespace

int serve(const serve_request& request) {
  page_server server(request);
  if (!server.listen()) {
    print_error(fmt::format("cannot listen on 127.0.0.1:{}: the port may be in use; --port 0 selects a free one",
                            request.port));
    return wrong_usage;
  }
  server.run();
  return done;
}

#else

int serve(const serve_request& /*request*/) {
  print_error("cannot serve: built without simdjson or cpp-httplib (Debian: libsimdjson-dev, libcpp-httplib-dev)");
  return wrong_usage;
}

#endif

} // namespace tali::command
