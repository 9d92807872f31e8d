// Arbitrary words. Whatever they are, the answer is well-formed; a plan reads only what its data's array has;
// and a move that begins copies only inside its source and the staging area.
#include <bit>
#include <memory>
#include <stdexcept>

#include "client.hpp"
#include "dtype.hpp"
#include "hostile.hpp"
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

void require(bool ok, const char* what) {
  if (!ok) throw std::logic_error(what);
}

/// Does the move read only inside [0, limit)?
bool reads_inside(const WireMove& sent, Wide limit) {
  const Move move = sent.move();
  Wide first = move.begin, last = move.end;
  for (const Axis& axis : sent.axes) (axis.stride < 0 ? first : last) += Wide{axis.size - 1} * axis.stride;
  return first >= 0 && last <= limit;
}

/// Every output has as many bits as its dims say, and they come from the array.
void check_reply(const Reply& reply, const DType& dtype) {
  const bool by_bytes =
      dtype.packed() || dtype.bits == 0;  // strings are not stored; a move counts them as bytes
  const Wide element_bits = dtype.bits == 0 ? 8 : dtype.bits;
  const Wide array_bits = Wide{reply.entries} * (by_bytes ? 8 : dtype.entry_width() * 8);
  std::size_t output = 0;
  for (const WireMove& sent : reply.moves) {
    const Wide unit_bits = sent.packed_bits == 0 ? 8 : sent.packed_bits;
    const Wide points = sent.move().points();
    for (const Stream& stream : sent.streams)
      require(points * stream.run * unit_bits == count(reply.dims.at(output++)) * element_bits,
              "an output of another size");
    const bool reads = reply.entries >= 0 && sent.streams[0].run > 0;  // there may be a shape without data
    require(!reads || reads_inside(sent, array_bits / unit_bits), "a plan that reads beside its data");
  }
  require(output == reply.dims.size(), "not as many streams as outputs");
}

void plan_words(Client& client, const std::vector<double>& words) {
  client.send(words);
  const bool ok = client.wire().plan(words.size());
  if (ok && client.wire().response()[1] > kManyOutputs) return;
  const Reply reply = client.plan(words);
  require(reply.ok == ok, "two answers to one request");
  if (ok)
    check_reply(reply, kDTypes[static_cast<std::size_t>(words[1])]);
  else
    require(!reply.code.empty() && !reply.message.empty(), "a failure without its words");
}

/// The word that says how many bytes the source has; 0 where the words end before it.
double source_bytes(const std::vector<double>& words) {
  if (words.size() < 4) return 0;
  const double rank = Reader::is_integer(words[3]) ? words[3] : 0;
  const double at = 4 + 2 * words[2] + 2 * rank;
  return at >= 4 && at < static_cast<double>(words.size()) ? words[static_cast<std::size_t>(at)] : 0;
}

void move_words(Client& client, const std::vector<double>& words) {
  client.send(words);
  int moved = 0;
  const std::string wrong = move_some(client.wire(), words.size(), source_bytes(words), moved, kSteps);
  require(wrong.empty(), wrong.c_str());
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

}  // namespace microtome::fuzz
