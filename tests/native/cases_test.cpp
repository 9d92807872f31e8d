// Lines of the corpus through the core: dims and bytes of every output in every way of carrying the plan out,
// or the error's code, operator and parameter. Those of tests/cases, as they are and wherever arrays may be;
// and nodes that JavaScript has drawn and answered (tests/random/draw.js). MICROTOME_SEED=<n> repeats a run;
// a failure prints the call as a line for the corpus.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "case_file.hpp"
#include "compare.hpp"
#include "placed.hpp"

using namespace microtome::testing;
using microtome::Operator;

namespace {

std::set<std::string> files_in(const std::filesystem::path& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".txt") files.insert(entry.path().string());
  return files;
}

/// `ai.onnx.Split-18`, the row that serves the opset.
std::string row_name(const Operator& op) {
  return std::string(op.domain) + "." + std::string(op.op_type) + "-" + std::to_string(op.since_version);
}

/// Drawn lines of these operators, in several places. What sanitizers find does not hide in single lines.
void check_drawn(bool joins) {
  constexpr int kEvery = kIsSanitized ? 4 : 1, kPlaces = kIsSanitized ? 1 : 4;
  Random random(announced("drawn"));
  Client client;
  for (const std::string& file : files_in(MICROTOME_DRAWN_DIR)) {
    const std::vector<Case> cases = read_cases(file, kEvery);
    if ((row_of(cases.at(0).node)->takes != microtome::Takes::kOne) != joins) continue;
    std::size_t successes = 0;
    for (const Case& one : cases) {
      successes += !one.expected.is_error;
      for (int i = 0; i < kPlaces; ++i) {
        const std::string wrong = complaint(client, random, placed(random, one));
        if (!wrong.empty()) FAIL(one.where << ": " << one.text << "\n" << wrong);
      }
    }
    INFO(file);
    CHECK(successes > cases.size() / 2);        // not only errors are tested,
    CHECK(successes < cases.size() * 39 / 40);  // and not only successes
  }
}

}  // namespace

TEST_CASE("every line of the corpus", "[cases]") {
  Client client;
  for (const std::string& file : files_in(MICROTOME_CASES_DIR)) {
    DYNAMIC_SECTION(std::filesystem::path(file).filename().string()) {
      for (const Case& c : read_cases(file)) {
        INFO(c.where << ": " << c.text);
        const Reply reply = client.plan(c.node);
        if (c.expected.is_error)
          CHECK(difference(reply, c.expected) == "");
        else
          CHECK(difference(client, c.node, reply, c.expected.outputs, iota(c.node.type, count_all(c.node))) ==
                "");
      }
    }
  }
}

TEST_CASE("lines of the corpus from and to any place, and that a plan's own answer is theirs", "[cases]") {
  Random random(announced("places"));
  Client client;
  for (const Case& one : known_cases()) {
    INFO(one.where << ": " << one.text);
    CHECK(complaint(client, random, placed(random, one)) == "");
    if (one.expected.is_error) continue;
    const auto own = answered(one.node);
    CHECK((own && own->expected.outputs == one.expected.outputs));
  }
}

TEST_CASE("drawn cuts are what the oracle says", "[drawn]") { check_drawn(false); }

TEST_CASE("drawn joins are what the oracle says", "[drawn]") { check_drawn(true); }

TEST_CASE("the corpus has all versions, by success and by error, and lines enough", "[cases]") {
  std::map<std::string, int> successes, errors;
  std::size_t lines = 0;
  for (const std::string& file : files_in(MICROTOME_CASES_DIR)) {
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
