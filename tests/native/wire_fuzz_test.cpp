// The wire under hostile words: whatever arrives, nothing crashes, overflows or reads and writes where it
// must not. Run with sanitizers this is a proof of what is_sound and the readers promise; run without, that
// nothing aborts or hangs.
#include <catch2/catch_test_macros.hpp>

#include "client.hpp"
#include "compare.hpp"
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

std::size_t bytes_of_output(const Reply& reply, const Node& node, std::size_t i) {
  const bool is_dense = node.out.empty() || !node.out[i];
  return bytes_of(node.type, is_dense ? count(reply.dims[i]) : node.out[i]->elements);
}
/// Bytes of the tensor that is cut, or that is made.
std::size_t bytes_of_whole(const Reply& reply, const Node& node) {
  const bool cuts = row_of(node)->takes == Takes::kOne;
  return cuts ? bytes_of(node.type, held(node.tensors()[0])) : bytes_of_output(reply, node, 0);
}
std::size_t bytes_of_part(const Reply& reply, const Node& node, const WireMove& sent) {
  const bool cuts = row_of(node)->takes == Takes::kOne;
  const auto part = static_cast<std::size_t>(sent.part);
  return cuts ? bytes_of_output(reply, node, part) : bytes_of(node.type, held(node.tensors()[part]));
}

std::vector<double> random_words(Random& random) {
  std::vector<double> words(random.index(40));
  for (double& word : words) word = hostile_word(random);
  return words;
}

}  // namespace

TEST_CASE("begin() under random words", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  Random random(announced("begin"));
  Client client;
  int moved = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> words = random_words(random);
    const bool structured = random.chance(70);
    std::size_t whole = 0;
    if (structured) {  // at least the counts are such that all of it is read
      const bool laid_out = random.chance(30);
      const Index streams = laid_out ? 1 : random.between(1, 3), rank = random.between(0, 4);
      const Index step = laid_out ? 3 : 2;
      words.resize(static_cast<std::size_t>(5 + step * (rank + streams) + (laid_out ? 2 : 1)), 1);
      words[0] = static_cast<double>(random.between(0, 1));
      words[1] = static_cast<double>(random.chance(70) ? 0 : random.between(0, 7));
      words[2] = static_cast<double>(streams);
      words[3] = laid_out ? 1 : 0;
      words[4] = static_cast<double>(rank);
      whole = static_cast<std::size_t>(5 + step * (rank + streams));
      for (std::size_t at = whole; at < words.size(); ++at)
        if (random.chance(50)) words[at] = random.one_of<double>({1000, 100'000, 0x1p40, 0x1p53 - 1});
    }
    client.send(words);
    const std::string wrong = move_some(client.wire(), words.size(), structured ? words[whole] : kInf, moved);
    if (!wrong.empty()) FAIL("run " << run << ": " << wrong);
  }
  CHECK(moved > kRuns / 100);
}

TEST_CASE("begin() under moves of real plans with words changed", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  Random random(announced("changed moves"));
  Client client;
  int moved = 0;
  Reply reply;
  Node node;
  for (int run = 0; run < kRuns; ++run) {
    if (run % 10 == 0) {
      node = random_node(random, random.one_of(kOperators));
      reply = client.plan(node);
    }
    if (!reply.ok || reply.moves.empty()) continue;
    const WireMove& sent = random.one_of(reply.moves);
    std::vector<double> words = sent.request(bytes_of_whole(reply, node), bytes_of_part(reply, node, sent));
    const bool whole =
        random.chance(80);  // else the whole's size is changed too, or missing, or not the last word
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
  Random random(announced("plan"));
  Client client;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> words = random_words(random);
    if (!words.empty())
      words[0] = static_cast<double>(random.between(-1, static_cast<Index>(all_rows().size())));
    const Reply reply = client.plan(words);  // throws if the answer is not well-formed
    if (!reply.ok && reply.code.empty()) FAIL("run " << run);
  }
}

TEST_CASE("plan() under real requests with words changed", "[wire][fuzz]") {
  constexpr int kRuns = 100'000;
  Random random(announced("changed requests"));
  Client client;
  int planned = 0;
  std::vector<double> request;
  for (int run = 0; run < kRuns; ++run) {
    if (run % 5 == 0) {
      const Node node = random_node(random, random.one_of(kOperators));
      request = Client::request(node, *row_of(node));
    }
    const Reply reply = client.plan(spoiled(random, request));
    if (!reply.ok && (reply.code.empty() || reply.message.empty())) FAIL("run " << run);
    planned += reply.ok;
  }
  CHECK(planned > kRuns / 25);  // most changed words are refused
}
