// SPDX-License-Identifier: BSL-1.0
// A predicate for toposortacle as a program, and programs that misbehave. Reads JSON lines by searching for digits.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

std::vector<int> numbers(const std::string& text) {
  std::vector<int> out;
  for (const char c : text) { // all of them have one digit
    if (c >= '0' && c <= '9') {
      out.push_back(c - '0');
    }
  }
  return out;
}

bool is_right(const std::string& line) {
  const std::size_t input = line.find("\"input\":");
  const std::size_t output = line.find("\"output\":");
  const std::vector<int> edges = numbers(line.substr(input, output - input));
  const std::vector<int> order = numbers(line.substr(output));
  std::vector<std::size_t> place(10, order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t& p = place[static_cast<std::size_t>(order[i])];
    if (p != order.size()) {
      return false;
    }
    p = i;
  }
  for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {
    if (place[static_cast<std::size_t>(edges[i])] >= place[static_cast<std::size_t>(edges[i + 1])] ||
        place[static_cast<std::size_t>(edges[i + 1])] == order.size()) {
      return false;
    }
  }
  return std::set<int>(edges.begin(), edges.end()).size() == order.size();
}

} // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "right";
  if (how == "endless-output") {
    for (;;) {
      std::puts("true");
    }
  }
  if (how == "endless-line") {
    for (;;) {
      std::putchar('x');
    }
  }
  if (how == "fork-bomb") {
    for (;;) {
      if (fork() < 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1)); // fork fails; try again
      }
    }
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    if (how == "right") {
      std::cout << (is_right(line) ? "true" : "false") << std::endl;
    } else if (how == "one-answer") {
      std::cout << (is_right(line) ? "true" : "false") << std::endl;
      return 0;
    } else if (how == "threads") {
      bool answer = false;
      std::thread([&] { answer = is_right(line); }).join();
      std::cout << (answer ? "{\"valid\": true}" : "{\"valid\": false}") << std::endl;
    } else if (how == "bad-json") {
      std::cout << "{\"valid\": tru" << std::endl;
    } else if (how == "exits") {
      return 3;
    } else if (how == "crashes") {
      std::abort();
    } else if (how == "memory") {
      std::vector<std::vector<char>> all;
      for (;;) {
        all.emplace_back(1U << 24, 'x');
      }
    }
    // "silent" reads and does not answer
  }
}
