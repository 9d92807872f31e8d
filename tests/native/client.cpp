// What web/lib/core/instance.js does: requests to plan as words, and responses as data again.
#include "client.hpp"

#include <algorithm>
#include <new>

#include "dtype.hpp"

namespace microtome::testing {
namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

WireMove read_move(Response& in) {
  const std::size_t begin = in.at();
  WireMove sent{.way = static_cast<Way>(in.next() & 3),  // for arrays of the host's
                .packed_bits = static_cast<int>(in.next()),
                .axes = {},
                .streams = {},
                .words = {}};
  const Index streams = in.next();
  const Index rank = in.next();
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next();
    sent.axes.push_back({size, in.next()});
  }
  for (Index i = 0; i < streams; ++i) {
    const Index offset = in.next();
    sent.streams.push_back({offset, in.next()});
  }
  sent.words = in.since(begin);
  return sent;
}

void read_plan(Response& in, Reply& reply) {
  reply.entries = in.next();
  const Index outputs = in.next();
  const Index axis = in.next();
  std::vector<Index> dims(to_size(in.next()));
  for (Index& size : dims) size = in.next();
  reply.dims.assign(to_size(outputs), dims);
  if (axis >= 0)
    for (auto& output : reply.dims) output.at(to_size(axis)) = in.next();
  const Index moves = in.next();
  for (Index i = 0; i < moves; ++i) reply.moves.push_back(read_move(in));
  if (!in.at_end()) throw std::logic_error("the response has more words than it says");
}

/// `code \n param \n what`
void read_failure(std::string_view text, Reply& reply) {
  for (std::string* part : {&reply.code, &reply.param}) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) throw std::logic_error("a failure without its three lines");
    *part = std::string(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  reply.message = std::string(text);
}

void write_value(const Value* value, std::vector<double>& out) {
  if (value == nullptr) return out.push_back(kAbsent);
  out.push_back(value->type.empty() ? kUntyped : dtype(value->type));
  out.push_back(static_cast<double>(value->dims.size()));
  out.push_back(static_cast<double>(value->values.size()));
  for (const Number& number : value->values) out.push_back(number.real);
}

/// The first name that the row lacks; empty if there is none.
std::string unknown_name(const Operator& op, const std::map<std::string, Value>& arguments, Kind kind) {
  for (const auto& [name, value] : arguments)
    if (std::ranges::none_of(op.parameters, [&](const Parameter& p) {
          return p.kind == kind && std::string_view(p.name) == name;
        }))
      return name;
  return {};
}

}  // namespace

std::vector<double> Client::request(const Node& node, const Operator& op, Index entries) {
  std::vector<double> out = {word_of(op), static_cast<double>(dtype(node.type))};
  const auto push = [&](Index i) { out.push_back(static_cast<double>(i)); };
  push(node.outputs ? 1 : 0);
  push(node.outputs.value_or(0));
  push(node.strides ? entries_of(node.type, node.strides->elements) : entries);
  push(static_cast<Index>(node.dims.size()));
  for (const Index size : node.dims) push(size);
  push(node.strides ? 1 : 0);
  if (node.strides) {
    push(node.strides->offset);
    for (const Index stride : node.strides->strides) push(stride);
  }
  push(0);  // no axes to drop
  for (const Parameter& parameter : op.parameters) {
    const auto& arguments = parameter.kind == Kind::kInput ? node.inputs : node.attributes;
    const auto argument = arguments.find(std::string(parameter.name));
    write_value(argument == arguments.end() ? nullptr : &argument->second, out);
  }
  return out;
}

Reply Client::plan(const Node& node) {
  const Operator* op = row_of(node);
  Reply failure;
  failure.message = node.op_type;
  failure.code = "bad_opset";
  if (op == nullptr) return failure;
  failure.code = "unknown_attribute";
  failure.param = unknown_name(*op, node.attributes, Kind::kAttribute);
  if (!failure.param.empty()) return failure;
  failure.code = "unknown_input";
  failure.param = unknown_name(*op, node.inputs, Kind::kInput);
  if (!failure.param.empty()) return failure;
  return plan(request(node, *op, entries_of(node.type, count(node.dims))));
}

void Client::send(const std::vector<double>& words) {
  double* buffer = wire_->request(words.size());
  if (buffer == nullptr && !words.empty()) throw std::bad_alloc();
  std::ranges::copy(words, buffer);
}

Reply Client::plan(const std::vector<double>& request) {
  send(request);
  Reply reply;
  reply.ok = wire_->plan(request.size());
  if (reply.ok) {
    Response in(wire_->response());
    read_plan(in, reply);
  } else {
    read_failure(wire_->failure(), reply);
  }
  return reply;
}

}  // namespace microtome::testing
