#include "compare.hpp"

#include <algorithm>
#include <stdexcept>

namespace microtome::testing {
namespace {

std::string text_of(const std::vector<Index>& dims) {
  std::string text = "[";
  for (const Index size : dims) text += (text.size() > 1 ? "," : "") + std::to_string(size);
  return text + "]";
}

}  // namespace

std::vector<Index> places(const Node& node, const std::vector<Index>& indices) {
  if (!node.strides) return indices;
  std::vector<Index> list;
  for (Index index : indices) {
    Index place = node.strides->offset;
    for (std::size_t a = node.dims.size(); a-- > 0; index /= node.dims[a])
      place += index % node.dims[a] * node.strides->strides[a];
    list.push_back(place);
  }
  return list;
}

std::string compare_dims(const Reply& reply, const std::vector<Output>& expected) {
  if (reply.dims.size() != expected.size())
    return std::to_string(reply.dims.size()) + " outputs, not " + std::to_string(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (reply.dims[i] != expected[i].dims)
      return "output " + std::to_string(i) + " is " + text_of(reply.dims[i]) + ", not " +
             text_of(expected[i].dims);
  return {};
}

std::string expect_failure(const Reply& reply) {
  if (reply.ok) return "it should fail";
  if (reply.code.empty() || reply.message.empty()) return "a failure without its words";
  return {};
}

std::string difference(Client& client, const Node& node, const Reply& reply,
                       const std::vector<Output>& expected, const Bytes& elements) {
  if (!reply.ok) return "it fails: " + reply.message;
  if (const std::string wrong = compare_dims(reply, expected); !wrong.empty()) return wrong;
  const Index held = node.strides ? node.strides->elements : count(node.dims);
  if (reply.entries != entries_of(node.type, held))
    return "the data would have " + std::to_string(reply.entries) + " entries";
  const auto by_scalar = [](const WireMove& sent) { return sent.way == Way::kScalar; };
  if (node.type == "string" && !std::ranges::all_of(reply.moves, by_scalar))
    return "strings go through memory";

  std::vector<Bytes> wanted;
  std::vector<std::size_t> sizes;
  for (const Output& output : expected) {
    wanted.push_back(stored(pick(elements, width_of(node.type), places(node, output.elements)), node.type));
    sizes.push_back(wanted.back().size());
  }
  const Bytes source = stored(elements, node.type);
  struct {
    Force force;
    const char* name;
    Places places = {};
  } const ways[] = {
      {Force::kNothing, "as planned"},
      {Force::kStaged, "staged"},
      {Force::kStaged, "in the arena, the source first", {.source = true, .outputs = 1}},
      {Force::kStaged, "in the arena, the source last", {.source = true, .outputs = 2, .source_last = true}},
      {Force::kRuns, "by runs"},
      {Force::kScalar, "by entries"}};
  for (const auto& [force, name, where] : ways) {
    try {
      const auto outputs = client.run(reply, source, sizes, force, where);
      for (std::size_t i = 0; i < outputs.size(); ++i)
        if (outputs[i] != wanted[i])
          return "output " + std::to_string(i) + " has other bytes when carried out " + name;
    } catch (const std::logic_error& error) {
      return std::string(error.what()) + " when carried out " + name;
    }
  }
  return {};
}

}  // namespace microtome::testing
