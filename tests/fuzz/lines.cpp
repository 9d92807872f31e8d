// Calls of the operators as lines of the corpus, which the fuzzer changes: a line, and then bytes that choose
// where its arrays are and of which type they are. Whether the right elements move, JavaScript's oracle
// judges afterwards (tests/fuzz/answers.js); here, they must be the same ones in all places and ways, and
// those of the node's views.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "compare.hpp"
#include "dtype.hpp"
#include "placed.hpp"
#include "targets.hpp"
#include "views.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

constexpr Index kLargestSize = 64;
constexpr Wide kMostElements = 5000;

/// A number that no integer of 128 bits holds would overflow in the reader.
bool has_long_number(std::string_view text) {
  std::size_t digits = 0;
  return std::ranges::any_of(text,
                             [&](char c) { return (digits = c >= '0' && c <= '9' ? digits + 1 : 0) > 25; });
}

bool is_type(const std::string& name) { return dtype(name) >= 0; }

/// Has a request words for it, and are its arrays small?
bool is_affordable(const Node& node) {
  Wide elements = 0;
  for (const Operand& tensor : node.tensors()) {
    if (tensor.absent) continue;
    if (!is_type(tensor.type)) return false;
    Wide all = 1;
    for (const Index size : tensor.dims) {
      if (size < 0 || size > kLargestSize) return false;
      all = std::min<Wide>(all, kMostElements) * size;
    }
    elements += all;
  }
  const auto has_words = [](const auto& argument) {
    const Value& value = argument.second;
    return (value.type.empty() || is_type(value.type)) && count(value.dims) >= 0 &&
           (!value.word.empty() || static_cast<std::size_t>(count(value.dims)) == value.values.size());
  };
  return elements <= kMostElements && std::ranges::all_of(node.inputs, has_words) &&
         std::ranges::all_of(node.attributes, has_words);
}

std::optional<Node> read(std::string_view line) {
  if (has_long_number(line)) return {};
  try {
    const Node node = parse_case(std::string(line) + " -> none").node;
    if (is_affordable(node)) return node;
  } catch (const std::exception&) {  // no line of the corpus
  }
  return {};
}

/// The views of a cut have the elements that its moves have.
void check_views(Client& client, const Case& one) {
  const Operator* op = row_of(one.node);
  constexpr int kFlags = 1, kViews = 4;
  std::vector<double> request = Client::request(one.node, *op);
  request[kFlags] += kViews;
  const Reply reply = client.plan(request);
  for (std::size_t i = 0; i < reply.views.size(); ++i) {
    const Output& output = one.expected.outputs.at(i);
    View view{.offset = reply.views[i][0], .axes = {}};
    for (std::size_t a = 0; a < output.dims.size(); ++a)
      view.axes.push_back({output.dims[a], reply.views[i][a + 1]});
    if (reply.dims.at(i) != output.dims || addresses(view) != output.elements)
      throw std::logic_error(to_line(one.node) + "\na view of other elements");
  }
}

}  // namespace

void lines(Data data) {
  static Client client;
  const auto end = std::ranges::find(data, '\n');
  const std::string line(data.begin(), end);
  Random random(end == data.end() ? Data() : Data(end + 1, data.end()));
  const auto node = read(line);
  if (!node) return;
  const auto one = answered(*node);
  if (!one) return;
  if (!one->expected.is_error) check_views(client, *one);
  const std::string wrong = complaint(client, random, placed(random, *one));
  if (!wrong.empty()) throw std::logic_error(wrong);
}

std::vector<std::uint8_t> changed_line(Random& random) {
  static const std::string kCharacters = "0123456789-,[]@= ";
  std::string line = random.one_of(known_cases()).text;
  line.resize(line.find(" -> "));
  for (Index n = random.between(0, 2); n > 0; --n) {
    const std::size_t at = random.index(line.size());
    const char other =
        kCharacters[random.index(line[at] >= '0' && line[at] <= '9' ? 10 : kCharacters.size())];
    random.chance(70) ? void(line[at] = other) : void(line.insert(at, 1, other));
  }
  std::vector<std::uint8_t> data(line.begin(), line.end());
  data.push_back('\n');
  const auto rest = random.bytes(60);
  data.insert(data.end(), rest.begin(), rest.end());
  return data;
}

}  // namespace microtome::fuzz
