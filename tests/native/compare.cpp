#include "compare.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "case_file.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"

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
/// k.
Bytes value_of(const Node& node, const Bytes& elements) {
  const auto given = node.attributes.find("value");
  const Index number = given != node.attributes.end() ? static_cast<Index>(given->second.values[0].integer)
                       : node.type == "nf4"           ? 7
                                                      : 0;
  const bool is_there = number >= 0 && number < count(node.dims);
  return stored(is_there ? pick(elements, node.type, places(node, {number})) : Bytes(width_of(node.type)),
                node.type);
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
  if (row_of(node)->takes == Takes::kValue && node.others.empty()) arrays.push_back(value_of(node, elements));
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

std::string complaint(Client& client, Random& random, const Node& node) {
  const auto expected = evaluate(node);
  const Reply reply = client.plan(node);
  std::string wrong;
  if (expected)
    wrong = difference(client, node, reply, *expected, random_elements(random, node));
  else if (reply.ok)
    wrong = "it should fail";
  else if (reply.code.empty() || reply.message.empty())
    wrong = "a failure without its words";
  return wrong.empty() ? wrong : to_line(node) + "\n" + wrong;
}

}  // namespace microtome::testing
