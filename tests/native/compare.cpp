#include "compare.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "case_file.hpp"
#include "placed.hpp"

namespace microtome::testing {
namespace {

std::string text_of(const std::vector<Index>& dims) {
  std::string text = "[";
  for (const Index size : dims) text += (text.size() > 1 ? "," : "") + std::to_string(size);
  return text + "]";
}

/// What is wrong with the outputs' dims; empty if nothing.
std::string compare_dims(const Reply& reply, const std::vector<Output>& expected) {
  if (reply.dims.size() != expected.size())
    return std::to_string(reply.dims.size()) + " outputs, not " + std::to_string(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (reply.dims[i] != expected[i].dims)
      return "output " + std::to_string(i) + " is " + text_of(reply.dims[i]) + ", not " +
             text_of(expected[i].dims);
  return {};
}

/// What fills, if it is no tensor of the node: an element of the data, as in the corpus, where element k is
/// k. -1: a zero.
Index filling(const Node& node) {
  const auto given = node.attributes.find("value");
  const Index number = given != node.attributes.end() ? static_cast<Index>(given->second.values[0].integer)
                       : node.type == "nf4"           ? 7
                                                      : 0;
  return number < count(node.dims) ? number : -1;
}
bool is_filled_by_number(const Node& node) {
  return row_of(node)->takes == Takes::kValue && node.others.empty();
}

/// So many elements take so many bytes.
std::pair<Index, Index> elements_in_bytes(const std::string& type) {
  if (!is_packed(type)) return {1, static_cast<Index>(width_of(type))};
  const Index bytes = bits_of(type) % 3 == 0 ? 3 : 1;
  return {8 * bytes / bits_of(type), bytes};
}

/// What a plan moves: the numbers of the elements of each output.
std::vector<Output> numbered_outputs(const Node& node, const Reply& reply) {
  constexpr Index kUnwritten = -2;
  std::vector<std::vector<Index>> inputs;
  Index next = 0;
  for (const Operand& tensor : node.tensors()) {
    inputs.emplace_back(static_cast<std::size_t>(count(tensor.dims)));
    for (Index& number : inputs.back()) number = next++;
  }
  if (is_filled_by_number(node)) inputs.push_back({filling(node)});
  std::vector<Output> outputs;
  for (const auto& dims : reply.dims)
    outputs.push_back({dims, std::vector<Index>(static_cast<std::size_t>(count(dims)), kUnwritten)});
  for (const WireMove& sent : reply.moves) {
    const auto [per_unit, unit] =
        sent.packed_bits == 0 ? elements_in_bytes(node.type) : std::pair(Index{1}, Index{1});
    for (const Run& run : runs_of(sent)) {
      const std::size_t part = static_cast<std::size_t>(sent.part) + run.array;
      const bool joins = sent.direction == Direction::kJoin;
      std::vector<Index>& to = outputs.at(joins ? 0 : part).elements;
      const std::vector<Index>& from = inputs.at(joins ? part : 0);
      const Index of_part = run.of_part / unit * per_unit;
      const Index of_whole = run.is_gap() ? 0 : run.of_whole / unit * per_unit;
      for (Index i = 0; i < run.size / unit * per_unit; ++i) {
        const auto p = static_cast<std::size_t>(of_part + i), w = static_cast<std::size_t>(of_whole + i);
        if (per_unit > 1 && (joins ? w : p) >= to.size()) break;  // bits that pad the last byte
        to.at(joins ? w : p) = run.is_gap() ? -1 : from.at(joins ? p : w);
      }
    }
  }
  for (const Output& output : outputs)
    if (std::ranges::count(output.elements, kUnwritten) > 0)
      throw std::logic_error("a plan that leaves elements of an output as they were");
  return outputs;
}

}  // namespace

std::vector<Index> places(const std::vector<Index>& dims, const std::optional<Strides>& strides,
                          const std::vector<Index>& indices) {
  if (!strides) return indices;
  std::vector<Index> list;
  for (Index index : indices) {
    Index place = strides->offset;
    for (std::size_t a = dims.size(); a-- > 0; index /= dims[a])
      place += index % dims[a] * strides->strides[a];
    list.push_back(place);
  }
  return list;
}

std::vector<Index> places(const Node& node, const std::vector<Index>& indices) {
  const std::vector<Operand> tensors = node.tensors();
  std::vector<Index> list;
  for (Index index : indices) {
    if (index < 0) {
      list.push_back(index);
      continue;
    }
    std::size_t t = 0;
    Index first = 0;
    for (; index >= count(tensors[t].dims); ++t) index -= count(tensors[t].dims), first += held(tensors[t]);
    list.push_back(first + places(tensors[t].dims, tensors[t].strides, {index})[0]);
  }
  return list;
}

std::vector<Bytes> arrays_of(const Node& node, const Bytes& elements) {
  std::vector<Bytes> arrays;
  auto first = elements.begin();
  for (const Operand& tensor : node.tensors()) {
    const auto last = first + held(tensor) * static_cast<std::ptrdiff_t>(width_of(tensor.type));
    arrays.push_back(stored(Bytes(first, last), tensor.type));
    first = last;
  }
  if (is_filled_by_number(node))
    arrays.push_back(stored(pick(elements, node.type, places(node, {filling(node)})), node.type));
  return arrays;
}

std::size_t bytes_of(const std::string& type, Index elements) {
  const auto n = static_cast<std::size_t>(is_packed(type) ? entries_of(type, elements) : elements);
  return n * width_of(type);
}

std::string difference(Client& client, const Node& node, const Reply& reply,
                       const std::vector<Output>& expected, const Bytes& elements) {
  if (!reply.ok) return "it fails: " + reply.message;
  if (const std::string wrong = compare_dims(reply, expected); !wrong.empty()) return wrong;
  const auto by_loop = [](const WireMove& sent) { return sent.way == Way::kLoop; };
  if (node.type == "string" && !std::ranges::all_of(reply.moves, by_loop)) return "strings go through memory";

  const std::vector<Bytes> inputs = arrays_of(node, elements);
  std::vector<Bytes> outputs, wanted;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Bytes values = pick(elements, node.type, places(node, expected[i].elements));
    wanted.push_back(stored(values, node.type));
    outputs.emplace_back(wanted.back().size(), kJunk);
    if (node.out.empty() || !node.out[i]) continue;
    std::vector<Index> all(expected[i].elements.size());
    std::iota(all.begin(), all.end(), 0);
    const Strides& layout = *node.out[i];
    wanted.back() = outputs.back() = Bytes(bytes_of(node.type, layout.elements), kJunk);
    put(wanted.back(), node.type, places(expected[i].dims, layout, all), values);
  }
  struct {
    Force force;
    const char* name;
    Places places = {};
  } const ways[] = {
      {Force::kNothing, "as planned"},
      {Force::kStaged, "staged"},
      {Force::kStaged, "in the arena, the whole first", {.whole = true, .parts = 1}},
      {Force::kStaged, "in the arena, the whole last", {.whole = true, .parts = 2, .whole_last = true}},
      {Force::kRuns, "by runs"}};
  for (const auto& [force, name, where] : ways) {
    try {
      const auto written = client.run(node, reply, inputs, outputs, force, where);
      for (std::size_t i = 0; i < written.size(); ++i)
        if (written[i] != wanted[i])
          return "output " + std::to_string(i) + " has other bytes when carried out " + name;
    } catch (const std::logic_error& error) {
      return std::string(error.what()) + " when carried out " + name;
    }
  }
  return {};
}

std::string difference(const Reply& reply, const Expectation& expected) {
  if (reply.ok) return "it succeeds";
  if (reply.code == kOfArguments) return {};
  if (reply.code.empty() || reply.message.empty()) return "a failure without its words";
  if (expected.code.empty()) return {};
  if (reply.code != expected.code) return "code " + reply.code + ": " + reply.message;
  if (reply.param != expected.param) return "param '" + reply.param + "': " + reply.message;
  return expected.sentence.empty() || reply.message == expected.sentence ? "" : reply.message;
}

std::string complaint(Client& client, Random& random, const Case& one) {
  const Reply reply = client.plan(one.node);
  const std::string wrong = one.expected.is_error ? difference(reply, one.expected)
                                                  : difference(client, one.node, reply, one.expected.outputs,
                                                               random_elements(random, one.node));
  return wrong.empty() ? wrong : to_line(one.node) + "\n" + wrong;
}

std::optional<Case> answered(const Node& node) {
  static Client client;
  constexpr Index kMost = 200'000;
  const Reply reply = client.plan(node);
  if (!reply.ok)
    return Case{.node = node, .expected = {.is_error = true, .outputs = {}}, .where = {}, .text = {}};
  Wide elements = 0;
  for (const auto& dims : reply.dims) {
    Wide all = 1;
    for (const Index size : dims) all = std::min<Wide>(all, kMost) * size;
    elements += all + 1;
  }
  if (elements > kMost) return {};
  return Case{.node = node, .expected = {.outputs = numbered_outputs(node, reply)}, .where = {}, .text = {}};
}

}  // namespace microtome::testing
