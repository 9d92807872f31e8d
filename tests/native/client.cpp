// What web/lib/core/instance.ts does: requests to plan as words, and responses as data again.
#include "client.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "dtype.hpp"

namespace microtome::testing {
namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Where the positions of a move's list begin, and how many of them are gaps.
struct List {
  Index begin, gaps;
};

WireMove read_move(Response& in, List& list) {
  const std::span<double> header = in.take(record::kHeader);
  const auto word = [&](std::size_t i) { return static_cast<Index>(header[i]); };
  WireMove sent{.way = static_cast<Way>(word(record::kWays) & 7),  // for arrays of the host's
                .packed_bits = static_cast<int>(word(record::kPacked)),
                .direction = word(record::kJoins) != 0 ? Direction::kJoin : Direction::kCut,
                .part = word(record::kFirst),
                .axes = {},
                .streams = {}};
  sent.part_layout.is_stated = word(record::kStridedPart) != 0;
  sent.block = word(record::kBlock);
  sent.along = word(record::kAlong);
  sent.listed = static_cast<int>(word(record::kListed));
  list = {word(record::kList), word(record::kGaps)};
  for (Index i = 0; i < word(record::kRank); ++i) {
    const std::span<double> axis = in.take(record::kAxis);
    const auto size = static_cast<Index>(axis[record::kSize]);
    sent.axes.push_back({size, static_cast<Index>(axis[record::kStride])});
    sent.box.push_back(static_cast<Index>(axis[record::kBox]));
    if (sent.part_layout.is_stated)
      sent.part_layout.axes.push_back({size, static_cast<Index>(axis[record::kPartStride])});
  }
  for (Index i = 0; i < word(record::kStreams); ++i) {
    const std::span<double> stream = in.take(record::kStream);
    const auto of_part = static_cast<Index>(stream[record::kPartOffset]);
    if (i == 0) sent.part_layout.offset = of_part;
    sent.streams.push_back({.offset = static_cast<Index>(stream[record::kOffset]),
                            .run = static_cast<Index>(stream[record::kRun]),
                            .part_offset = of_part - sent.part_layout.offset});
  }
  return sent;
}

void read_plan(Response& in, bool are_views, Reply& reply) {
  const Index outputs = in.next();
  const Index axis = in.next();
  std::vector<Index> dims(to_size(in.next()));
  for (Index& size : dims) size = in.next();
  reply.dims.assign(to_size(outputs), dims);
  if (axis >= 0)
    for (auto& output : reply.dims) output.at(to_size(axis)) = in.next();
  const Index moves = are_views ? 0 : in.next(), count = are_views ? 0 : in.next();
  std::vector<List> lists(to_size(moves));
  std::vector<Index> positions;
  for (List& list : lists) reply.moves.push_back(read_move(in, list));
  for (Index i = 0; i < count; ++i) positions.push_back(in.next());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    WireMove& move = reply.moves[i];
    if (move.listed < 0) continue;
    const Index size = move.axes[move.listed].size;
    const Index begin = lists[i].begin;
    if (begin < 0 || size > count - begin) throw std::logic_error("a list beside the positions");
    const auto first = positions.begin() + begin;
    move.list.assign(first, first + size);
    const auto gaps = std::ranges::count_if(move.list, [](Index position) { return position < 0; });
    if (gaps != lists[i].gaps) throw std::logic_error("a list with more gaps than it says, or less");
  }
  for (Index i = 0; are_views && i < outputs; ++i) {
    std::vector<Index>& view = reply.views.emplace_back(1 + dims.size());
    for (Index& word : view) word = in.next();
  }
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

/// An integer of 64 bits as two words: the upper half, which may be negative, and the lower.
void write_wide(const Number& number, std::vector<double>& out) {
  constexpr Wide kHalf = Wide{1} << 32;
  const double high =
      number.integral ? static_cast<double>(number.integer >> 32) : std::floor(number.real / 0x1p32);
  out.push_back(high);
  out.push_back(number.integral ? static_cast<double>(number.integer & (kHalf - 1))
                                : number.real - high * 0x1p32);
}

/// The positions of what is true.
void write_positions(const Value& condition, std::vector<double>& out) {
  const std::size_t count = out.size();
  out.push_back(0);
  for (std::size_t i = 0; i < condition.values.size(); ++i)
    if (condition.values[i].real != 0) out.push_back(static_cast<double>(i));
  out[count] = static_cast<double>(out.size() - count - 1);
}

void write_value(const Parameter& parameter, const Value* value, std::vector<double>& out) {
  if (value == nullptr) return out.push_back(kAbsent);
  if (!parameter.choices.empty())
    return void(out.insert(out.end(), {kUntyped, 0, 1, double(choice_of(parameter, *value))}));
  out.push_back(value->type.empty() ? kUntyped : dtype(value->type));
  out.push_back(static_cast<double>(value->dims.size()));
  if (parameter.any_rank())
    for (const Index size : value->dims) out.push_back(static_cast<double>(size));
  if (parameter.is_mask && value->dims.size() == 1) return write_positions(*value, out);
  out.push_back(static_cast<double>(value->values.size()));
  for (const Number& number : value->values)
    parameter.int64 ? write_wide(number, out) : out.push_back(number.real);
}

void write_strides(const Strides& strides, std::vector<double>& out) {
  out.push_back(static_cast<double>(strides.offset));
  for (const Index stride : strides.strides) out.push_back(static_cast<double>(stride));
}

void write_layout(const std::optional<Strides>& layout, const std::string& type, std::vector<double>& out) {
  if (!layout) return void(out.insert(out.end(), {-1, 0, 0}));
  out.push_back(static_cast<double>(entries_of(type, layout->elements)));
  out.push_back(static_cast<double>(layout->strides.size()));
  write_strides(*layout, out);
}

/// Does the row know all arguments of this kind, and the words among them?
bool knows(const Operator& op, const std::map<std::string, Value>& arguments, Kind kind) {
  return std::ranges::all_of(arguments, [&](const auto& argument) {
    return std::ranges::any_of(op.parameters, [&](const Parameter& p) {
      return p.kind == kind && std::string_view(p.name) == argument.first &&
             (p.choices.empty() || choice_of(p, argument.second) >= 0);
    });
  });
}

/// Has the node the tensors that the row takes?
bool has_tensors(const Node& node, const Operator& op) {
  const bool is_short = op.takes == Takes::kTwo && node.others.empty();
  return !node.absent && !is_short && std::ranges::none_of(node.others, &Operand::absent);
}

}  // namespace

void write_tensor(const Operand& tensor, std::vector<double>& out) {
  const auto push = [&](Index i) { out.push_back(static_cast<double>(i)); };
  push(dtype(tensor.type));
  push(entries_of(tensor.type, held(tensor)));
  push(static_cast<Index>(tensor.dims.size()));
  for (const Index size : tensor.dims) push(size);
  push(tensor.strides ? 1 : 0);
  if (tensor.strides) write_strides(*tensor.strides, out);
}

std::vector<double> Client::request(const Node& node, const Operator& op) {
  std::vector<double> out = {word_of(op)};
  const auto push = [&](Index i) { out.push_back(static_cast<double>(i)); };
  push(node.outputs ? 1 : 0);
  push(node.outputs.value_or(0));
  std::vector<Operand> tensors = node.tensors();
  if (op.takes == Takes::kValue) tensors.resize(1);
  push(static_cast<Index>(tensors.size()));
  for (const Operand& tensor : tensors) write_tensor(tensor, out);
  push(static_cast<Index>(node.drops.size()));
  for (const Index axis : node.drops) push(axis);
  for (const Parameter& parameter : op.parameters) {
    if (parameter.is_value && !node.others.empty()) {
      const Operand& value = node.others[0];
      push(dtype(value.type));
      push(static_cast<Index>(value.dims.size()));
      push(count(value.dims));
      out.insert(out.end(), to_size(count(value.dims)), 0);
      continue;
    }
    const auto& arguments = parameter.kind == Kind::kInput ? node.inputs : node.attributes;
    const auto argument = arguments.find(std::string(parameter.name));
    write_value(parameter, argument == arguments.end() ? nullptr : &argument->second, out);
  }
  push(static_cast<Index>(node.out.size()));
  for (const auto& layout : node.out) write_layout(layout, node.type, out);
  return out;
}

Move WireMove::move() const {
  Move move{.axes = axes,
            .packed_bits = packed_bits,
            .direction = direction,
            .part_layout = part_layout,
            .streams = static_cast<Index>(streams.size())};
  move.begin = streams[0].offset;
  Index first = streams[0].part_offset, last = first;
  for (const Stream& stream : streams) {
    first = std::min(first, stream.part_offset);
    last = std::max(last, stream.part_offset + stream.run);
    move.begin = std::min(move.begin, stream.offset);
    move.end = std::max(move.end, stream.offset + stream.run);
    move.run_sum += stream.run;
  }
  if (!part_layout.is_stated) return move;
  move.part_layout.offset += first;
  move.part_gap = last - first - move.run_sum;
  return move;
}

std::vector<double> WireMove::request(std::size_t whole_bytes, std::size_t part_bytes) const {
  std::vector<double> words(record::kHeader);
  const auto put = [&](std::size_t at, Index i) { words[at] = static_cast<double>(i); };
  put(record::kJoins, direction == Direction::kJoin ? 1 : 0);
  put(record::kPacked, packed_bits);
  put(record::kStridedPart, part_layout.is_stated ? 1 : 0);
  if (!conversion.empty()) {
    put(record::kWidth, static_cast<Index>(from_width));
    put(record::kPartWidth, static_cast<Index>(to_width));
    put(record::kPartBits, part_bits);
  }
  put(record::kBlock, block);
  put(record::kAlong, along);
  put(record::kListed, listed);
  put(record::kRepeated, repeated);
  put(record::kStreams, static_cast<Index>(streams.size()));
  put(record::kRank, axes.size());
  for (int a = 0; a < axes.size(); ++a) {
    const std::size_t at = words.size();
    words.resize(at + record::kAxis);
    put(at + record::kSize, axes[a].size);
    put(at + record::kStride, axes[a].stride);
    put(at + record::kPartStride, part_layout.is_stated ? part_layout.axes[a].stride : 0);
    put(at + record::kBox, box.empty() ? 0 : box[to_size(a)]);
  }
  for (const Stream& stream : streams) {
    const std::size_t at = words.size();
    words.resize(at + record::kStream);
    put(at + record::kOffset, stream.offset);
    put(at + record::kRun, stream.run);
    put(at + record::kPartOffset, part_layout.offset + stream.part_offset);
  }
  words.push_back(static_cast<double>(whole_bytes));
  words.push_back(static_cast<double>(part_bytes));
  return words;
}

Reply Client::plan(const Node& node) {
  const Operator* op = row_of(node);
  if (op != nullptr && knows(*op, node.attributes, Kind::kAttribute) &&
      knows(*op, node.inputs, Kind::kInput) && has_tensors(node, *op))
    return plan(request(node, *op));
  Reply failure;
  failure.code = kOfArguments, failure.message = node.op_type;
  return failure;
}

void Client::send(const std::vector<double>& words) {
  const std::span<double> buffer = views_.request(words.size());
  if (buffer.size() < words.size()) throw std::bad_alloc();
  std::ranges::copy(words, buffer.begin());
}

std::span<std::uint8_t> Client::arena(Index bytes) {
  if (wire_->arena().empty() && !wire().set_arena(bytes)) throw std::bad_alloc();
  return wire_->arena();
}

std::span<double> Client::copies() {
  const std::span<double> view = views_.response();
  const std::size_t words = wire_->response().size();
  if (words > view.size()) throw std::logic_error("more copies than the view has words");
  return view.first(words);
}

Reply Client::plan(const std::vector<double>& request) {
  send(request);
  Reply reply;
  reply.ok = wire_->plan(request.size());
  if (reply.ok) {
    const std::size_t words = wire_->response().size();
    const std::span<double> view = views_.response();
    if (words > view.size()) throw std::logic_error("a response longer than its view");
    Response in(view.first(words));
    const bool are_views = (static_cast<Index>(request[1]) & kViews) != 0;
    read_plan(in, are_views, reply);
  } else {
    read_failure(wire_->failure(), reply);
  }
  return reply;
}

}  // namespace microtome::testing
