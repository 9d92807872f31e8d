// Arbitrary words. Whatever they are, the answer is well-formed; a plan reads only what its data's array has;
// and a move that begins copies only inside its tensors and the staging area.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "client.hpp"
#include "dtype.hpp"
#include "hostile.hpp"
#include "placed.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

// More would take too long, and be no different.
constexpr double kManyOutputs = 1024;
constexpr Index kSteps = 3;

/// Small, hostile, or any 8 bytes.
double any_word(Random& random) {
  switch (random.between(0, 3)) {
    case 0:
      return hostile_word(random);
    case 1:
      return std::bit_cast<double>(random.bits());
    default:
      return static_cast<double>(random.between(-8, 247));
  }
}

bool is_integer(double word) { return std::isfinite(word) && std::trunc(word) == word; }

void require(bool ok, const char* what) {
  if (!ok) throw std::logic_error(what);
}

/// Are all runs of the whole inside [0, limit)? Of a list's axis, those at its positions; in a gap is none.
bool is_inside(const WireMove& sent, Wide limit) {
  const Move move = sent.move();
  Wide first = move.begin, last = move.end;
  for (int a = 0; a < sent.axes.size(); ++a) {
    const auto [size, stride] = sent.axes[a];
    Wide least = 0, most = size - 1;
    if (a == sent.listed) {
      least = kMaxIndex, most = -1;
      for (const Index position : sent.list)
        if (position >= 0) least = std::min<Wide>(least, position), most = std::max<Wide>(most, position);
      if (most < 0) return true;
    }
    first += (stride < 0 ? most : least) * stride;
    last += (stride < 0 ? least : most) * stride;
  }
  return first >= 0 && last <= limit;
}

/// Bits of a stored array of so many entries.
Wide bits_of_entries(const DType& dtype, Wide entries) {
  const bool by_bytes = dtype.packed() || dtype.bits == 0;  // strings are not stored; a move counts bytes
  return entries * (by_bytes ? 8 : dtype.entry_width() * 8);
}
Wide bits_of_elements(const DType& dtype, Wide elements) {
  return elements * (dtype.bits == 0 ? 8 : dtype.bits);
}

/// A cut: every output has as many bits as its dims say, and they come from the array.
void check_cut(const Reply& reply, const DType& dtype, Index entries) {
  std::size_t output = 0;
  Wide written = 0;  // bits of it
  const auto skip_empty = [&] {
    while (output < reply.dims.size() && count(reply.dims[output]) == 0) ++output;
  };
  for (const WireMove& sent : reply.moves) {
    skip_empty();
    require(static_cast<std::size_t>(sent.part) == output, "a move of another output");
    const Wide unit_bits = sent.packed_bits == 0 ? 8 : sent.packed_bits;
    const Wide points = sent.move().points();
    // by a list, an only output may be written piece by piece
    const bool may_be_piece = reply.dims.size() == 1 && sent.part_layout.is_stated;
    for (const Stream& stream : sent.streams) {
      const Wide size = bits_of_elements(dtype, count(reply.dims.at(output)));
      written += points * stream.run * unit_bits;
      if (may_be_piece && written < size) continue;
      require(written == size, "an output of another size");
      written = 0, ++output;
    }
    require(entries < 0 ||  // there may be a shape without data
                is_inside(sent, bits_of_entries(dtype, entries) / unit_bits),
            "a plan that reads beside its data");
  }
  skip_empty();
  require(output == reply.dims.size(), "not as many streams as outputs");
}

/// A request that was read before, read again. Its lists are not there any more.
Call read_again(std::vector<double> words) {
  Reader in(words);
  Call call;
  Layouts layouts;
  call.op = operator_at(static_cast<std::size_t>(in.next()));
  require(bool(read_call(in, call, layouts)), "a request that was read before");
  call.tensors = {};
  call.drops = {};
  for (Argument& argument : call.arguments) argument.values = {};
  return call;
}

/// Entries that the data's array must have; -1 if any number will do.
Index entries_of_data(const std::vector<double>& words, const DType& dtype) {
  const View data = read_again(words).data;
  const bool strided = words.at(7 + static_cast<std::size_t>(data.rank())) != 0;
  return strided ? static_cast<Index>(std::min(words.at(5), 0x1p53)) : dtype.length(data.elements());
}

/// A join: all moves write inside the output's array.
void check_join(const Reply& reply, const DType& dtype, const Layout& layout) {
  require(reply.dims.size() == 1, "a join without its one output");
  const Wide bits = bits_of_elements(dtype, layout.is_stated ? layout.length : count(reply.dims[0]));
  for (const WireMove& sent : reply.moves)
    require(is_inside(sent, bits / (sent.packed_bits == 0 ? 8 : sent.packed_bits)),
            "a plan that writes beside its output");
}

void plan_words(Client& client, const std::vector<double>& words) {
  client.send(words);
  const bool ok = client.wire().plan(words.size());
  if (ok && client.wire().response()[0] > kManyOutputs) return;
  const Reply reply = client.plan(words);
  require(reply.ok == ok, "two answers to one request");
  if (ok) {
    if ((static_cast<int>(words[1]) & (kViews | kInOneArray)) != 0) return;
    const DType& dtype = kDTypes[static_cast<std::size_t>(words[4])];
    const bool joins = operator_at(static_cast<std::size_t>(words[0]))->takes != Takes::kOne;
    if (!joins)
      check_cut(reply, dtype, entries_of_data(words, dtype));
    else
      check_join(reply, dtype, read_again(words).out);
  } else
    require(!reply.code.empty() && !reply.message.empty(), "a failure without its words");
}

/// How many bytes the whole has; 0 if the words end before they say it.
double whole_bytes(const std::vector<double>& words) {
  if (words.size() < record::kHeader) return 0;
  const double streams = words[record::kStreams], rank = words[record::kRank];
  constexpr double kHeader = record::kHeader, kAxis = record::kAxis, kStream = record::kStream;
  const double at = kHeader + kAxis * rank + kStream * streams;
  const bool is_there = is_integer(at) && at >= kHeader && at < static_cast<double>(words.size());
  const double width = std::max(1.0, words[record::kWidth]);
  return is_there ? words[static_cast<std::size_t>(at)] * width : 0;
}

void move_words(Client& client, const std::vector<double>& words) {
  client.send(words);
  int moved = 0;
  const std::string wrong = move_some(client.wire(), words.size(), whole_bytes(words), moved, kSteps);
  require(wrong.empty(), wrong.c_str());
}

/// A few words changed, and now and then some more or less of them.
std::vector<double> spoiled(Random& random, std::vector<double> words) {
  for (Index n = random.between(1, 4); n > 0 && !words.empty(); --n)
    words[random.index(words.size())] = hostile_word(random);
  if (random.chance(10)) words.resize(random.index(words.size() + 1));
  if (random.chance(10)) words.push_back(hostile_word(random));
  return words;
}

}  // namespace

void wire(Data data) {
  static auto client = std::make_unique<Client>();
  Random random(data);
  const bool plans = random.between(0, 1) == 0;
  std::vector<double> words;
  while (!random.at_end()) words.push_back(any_word(random));
  (plans ? plan_words : move_words)(*client, words);
  if (client->wire().response_capacity() > 1 << 20) client = std::make_unique<Client>();  // let memory go
}

void changed(Data data) {
  static auto client = std::make_unique<Client>();
  Random random(data);
  const Node node = placed(random, random.one_of(known_cases())).node;
  const Operator* op = row_of(node);
  if (op == nullptr) return;
  const std::vector<double> request = Client::request(node, *op);
  if (random.chance(50)) return plan_words(*client, spoiled(random, request));
  const Reply reply = client->plan(node);
  if (!reply.ok || reply.moves.empty()) return;
  constexpr std::size_t kSizes[] = {10, 1000, 100'000, std::size_t{1} << 40};
  const std::size_t whole = kSizes[random.index(std::size(kSizes))];
  move_words(*client, spoiled(random, random.one_of(reply.moves).request(whole, whole)));
}

}  // namespace microtome::fuzz
