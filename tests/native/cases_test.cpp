// The corpus, tests/cases/*.txt, through the core: dims and bytes of every output in every way of carrying
// the plan out, or the error's code, operator and parameter. The oracle must agree too, which is the one test
// that it has.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "case_file.hpp"
#include "compare.hpp"
#include "oracle.hpp"

using namespace microtome::testing;
using microtome::Operator;

namespace {

std::set<std::string> corpus_files() {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(MICROTOME_CASES_DIR))
    if (entry.path().extension() == ".txt") files.insert(entry.path().string());
  return files;
}

/// `ai.onnx.Split-18`, the row that serves the opset.
std::string row_name(const Operator& op) {
  return std::string(op.domain) + "." + std::string(op.op_type) + "-" + std::to_string(op.since_version);
}

/// What is wrong with how the call failed.
std::string difference(const Reply& reply, const Expectation& expected) {
  if (reply.ok) return "it succeeds";
  if (reply.code == kOfDoor) return {};
  if (reply.code != expected.code) return "code " + reply.code + ": " + reply.message;
  if (reply.param != expected.param) return "param '" + reply.param + "': " + reply.message;
  if (reply.message.empty()) return "no message";
  return expected.sentence.empty() || reply.message == expected.sentence ? "" : reply.message;
}

/// The oracle makes lists, so axes that are only large in name are not for it.
bool is_small(const Node& node) {
  for (const Operand& tensor : node.tensors())
    for (const microtome::Index size : tensor.dims)
      if (size > 1000) return false;
  return true;
}

std::string oracle_difference(const Case& c) {
  const auto outputs = evaluate(c.node);
  if (!outputs) return c.expected.is_error ? "" : "the oracle fails";
  if (c.expected.is_error) return "the oracle succeeds";
  return *outputs == c.expected.outputs ? "" : "the oracle has other outputs";
}

}  // namespace

TEST_CASE("every line of the corpus", "[cases]") {
  Client client;
  for (const std::string& file : corpus_files()) {
    DYNAMIC_SECTION(std::filesystem::path(file).filename().string()) {
      for (const Case& c : read_cases(file)) {
        INFO(c.where << ": " << c.text);
        const Reply reply = client.plan(c.node);
        if (c.expected.is_error)
          CHECK(difference(reply, c.expected) == "");
        else
          CHECK(difference(client, c.node, reply, c.expected.outputs, iota(c.node.type, count_all(c.node))) ==
                "");
        if (is_small(c.node)) CHECK(oracle_difference(c) == "");
      }
    }
  }
}

TEST_CASE("the corpus has all versions, by success and by error, and lines enough", "[cases]") {
  std::map<std::string, int> successes, errors;
  std::size_t lines = 0;
  for (const std::string& file : corpus_files()) {
    for (const Case& c : read_cases(file)) {
      ++lines;
      const Operator* op = row_of(c.node);
      if (op != nullptr) ++(c.expected.is_error ? errors : successes)[row_name(*op)];
    }
  }
  CHECK(lines >= 2000);
  for (const Operator* op : documented_rows()) {
    INFO(row_name(*op));
    CHECK(successes[row_name(*op)] >= 15);
    CHECK(errors[row_name(*op)] >= 15);
  }
}

TEST_CASE("lines of the corpus survive being written again", "[cases]") {
  for (const std::string& file : corpus_files()) {
    for (const Case& c : read_cases(file)) {
      INFO(c.where << ": " << c.text);
      const std::string line = to_line(c.node);
      CHECK(to_line(parse_case(line + " -> none").node) == line);
    }
  }
}
