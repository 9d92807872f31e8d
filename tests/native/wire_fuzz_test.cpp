// The wire under hostile words: whatever arrives, nothing crashes, overflows or reads and writes where it
// must not. Run with sanitizers this is a proof of what is_sound and the readers promise; run without, that
// nothing aborts or hangs.
#include <catch2/catch_test_macros.hpp>
#include <iostream>

#include "client.hpp"
#include "hostile.hpp"
#include "random_nodes.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// A few words changed, and now and then some more or less of them.
std::vector<double> spoiled(Random& random, std::vector<double> words) {
  for (Index n = random.between(1, 4); n > 0 && !words.empty(); --n)
    words[random.index(words.size())] = hostile_word(random);
  if (random.chance(10)) words.resize(random.index(words.size() + 1));
  if (random.chance(10)) words.push_back(hostile_word(random));
  return words;
}

std::vector<double> random_words(Random& random) {
  std::vector<double> words(random.index(40));
  for (double& word : words) word = hostile_word(random);
  return words;
}

}  // namespace

TEST_CASE("begin() under random words", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  std::cout << "begin: MICROTOME_SEED=" << seed() << '\n';
  Random random(seed());
  Client client;
  int moved = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> words = random_words(random);
    const bool structured = random.chance(70);
    if (structured) {  // at least the counts are such that all of it is read
      const Index streams = random.between(1, 3), rank = random.between(0, 4);
      words.resize(static_cast<std::size_t>(4 + 2 * rank + 2 * streams + 1), 1);
      words[1] = static_cast<double>(random.chance(70) ? 0 : random.between(0, 7));
      words[2] = static_cast<double>(streams);
      words[3] = static_cast<double>(rank);
      if (random.chance(50)) words.back() = random.one_of<double>({1000, 100'000, 0x1p40, 0x1p53 - 1});
    }
    client.send(words);
    const std::string wrong = move_some(client.wire(), words.size(), structured ? words.back() : kInf, moved);
    if (!wrong.empty()) FAIL("run " << run << ": " << wrong);
  }
  CHECK(moved > kRuns / 100);
}

TEST_CASE("begin() under moves of real plans with words changed", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  std::cout << "changed moves: MICROTOME_SEED=" << seed() << '\n';
  Random random(seed());
  Client client;
  int moved = 0;
  Reply reply;
  double source_bytes = 0;
  for (int run = 0; run < kRuns; ++run) {
    if (run % 10 == 0) {
      const Node node = random_node(random, random.one_of<std::string>({"Slice", "Split", "VariadicSplit"}));
      reply = client.plan(node);
      source_bytes = static_cast<double>(stored(random_elements(random, node), node.type).size());
    }
    if (!reply.ok || reply.moves.empty()) continue;
    std::vector<double> words = random.one_of(reply.moves).words;
    words.push_back(source_bytes);
    const bool whole =
        random.chance(80);  // else the source's size is changed too, or missing, or not the last word
    const double last = words.back();
    if (whole) words.pop_back();
    words = spoiled(random, words);
    if (whole) words.push_back(last);
    client.send(words);
    const std::string wrong = move_some(client.wire(), words.size(), kInf, moved);
    if (!wrong.empty()) FAIL("run " << run << ": " << wrong);
  }
  CHECK(moved > kRuns / 50);
}

TEST_CASE("plan() under random words", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  std::cout << "plan: MICROTOME_SEED=" << seed() << '\n';
  Random random(seed());
  Client client;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> words = random_words(random);
    if (!words.empty()) words[0] = static_cast<double>(random.between(-1, 12));
    const Reply reply = client.plan(words);  // throws if the answer is not well-formed
    if (!reply.ok && reply.code.empty()) FAIL("run " << run);
  }
}

TEST_CASE("plan() under real requests with words changed", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  std::cout << "changed requests: MICROTOME_SEED=" << seed() << '\n';
  Random random(seed());
  Client client;
  int planned = 0;
  std::vector<double> request;
  for (int run = 0; run < kRuns; ++run) {
    if (run % 5 == 0) {
      const Node node = random_node(
          random, random.one_of<std::string>({"Slice", "Split", "SplitToSequence", "VariadicSplit"}));
      request = Client::request(node, *row_of(node), entries_of(node.type, count(node.dims)));
    }
    const Reply reply = client.plan(spoiled(random, request));
    if (!reply.ok && (reply.code.empty() || reply.message.empty())) FAIL("run " << run);
    planned += reply.ok;
  }
  CHECK(planned > kRuns / 25);  // most changed words are refused
}
