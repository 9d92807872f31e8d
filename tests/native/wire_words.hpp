// Requests as lists of words, to be changed word by word.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "case_file.hpp"
#include "client.hpp"
#include "hostile.hpp"

namespace microtome::testing {

using List = std::vector<double>;
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline Node node_of(const std::string& line) { return parse_case(line + " -> none").node; }

inline List request_of(const std::string& line) {
  const Node node = node_of(line);
  return Client::request(node, *row_of(node));
}

inline double word_of(const std::string& op_type, Index opset) {
  Node node;
  node.op_type = op_type;
  node.opset = opset;
  return word_of(*row_of(node));
}

/// The words of the response, or of a failure none.
inline List answer(Client& client, const List& request) {
  client.send(request);
  if (!client.wire().plan(request.size())) return {};
  const auto response = client.wire().response();
  return {response.begin(), response.end()};
}

/// A move as a list: its way, packed bits, number of the first part, sizes and strides, offsets and runs.
inline std::vector<Index> list_of(const WireMove& move) {
  std::vector<Index> list = {static_cast<Index>(move.way), move.packed_bits, move.part};
  for (const Axis& axis : move.axes) list.insert(list.end(), {axis.size, axis.stride});
  for (const Stream& stream : move.streams) list.insert(list.end(), {stream.offset, stream.run});
  return list;
}

/// The moves of a plan as lists.
inline std::vector<std::vector<Index>> moves_of(Client& client, const List& request) {
  std::vector<std::vector<Index>> lists;
  for (const WireMove& move : client.plan(request).moves) lists.push_back(list_of(move));
  return lists;
}

/// `code param` of a failure; empty if there is none.
inline std::string failure(Client& client, const List& request) {
  const Reply reply = client.plan(request);
  return reply.ok ? "" : reply.code + " " + reply.param;
}

/// The request with one word changed.
inline List with(List request, std::size_t at, double word) {
  request.at(at) = word;
  return request;
}

}  // namespace microtome::testing
