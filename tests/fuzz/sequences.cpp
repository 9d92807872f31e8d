// Calls in turns: what one leaves behind must not harm the next. Plans with lists that grow and jump, so that
// requests and responses move; plans that are kept, decided again and carried out later; calls that fail;
// moves and conversions that are begun and left; and tensors that share an array of the arena. The client
// keeps its views of the buffers as long as the library does.
#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "compare.hpp"
#include "dtype.hpp"
#include "hostile.hpp"
#include "move/blocks.hpp"
#include "move/staging.hpp"
#include "placed.hpp"
#include "targets.hpp"
#include "views.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

constexpr int kMostSteps = 40;
constexpr std::size_t kMostKept = 8;
/// Outputs of a plan that is carried out.
constexpr std::size_t kFew = 40;
/// An array of the arena in which a move has its whole and its part.
constexpr std::size_t kPool = 1 << 18;

void require(bool ok, const std::string& what) {
  if (!ok) throw std::logic_error(what);
}

std::vector<std::vector<Index>> dims_of(const std::vector<Output>& outputs) {
  std::vector<std::vector<Index>> list;
  for (const Output& output : outputs) list.push_back(output.dims);
  return list;
}

/// All that a reply says, but for messages.
std::vector<double> words_of(const Reply& reply) {
  std::vector<double> words;
  const auto push = [&](const auto& list) { words.insert(words.end(), list.begin(), list.end()); };
  for (const auto& dims : reply.dims) push(dims);
  for (const WireMove& sent : reply.moves) {
    push(sent.request(0));
    push(sent.list);
    push(std::vector<Index>{static_cast<Index>(sent.way), sent.part});
  }
  return words;
}

/// A node with a list of about `n` entries: of outputs, of sizes, of tensors.
Node list_node(Random& random, Index n) {
  Node node{.op_type = random.one_of<std::string>({"Split", "VariadicSplit", "SplitToSequence", "Concat"}),
            .opset = 18,
            .type = "uint8",
            .dims = {n},
            .inputs = {},
            .attributes = {},
            .outputs = {}};
  const bool is_outer = random.chance(30);
  if (is_outer) node.dims.insert(node.dims.begin(), 2);
  const Value axis = Value::scalar("", is_outer ? 1 : 0);
  if (node.op_type == "VariadicSplit") {
    node.inputs = {
        {"axis", Value::scalar("int64", is_outer ? 1 : 0)},
        {"split_lengths", Value::list("int64", std::vector<Wide>(static_cast<std::size_t>(n), 1))}};
    return node;
  }
  node.attributes = {{"axis", axis}};
  if (node.op_type == "Split") node.attributes.emplace("num_outputs", Value::scalar("", n));
  if (node.op_type == "SplitToSequence")
    node.attributes.emplace("keepdims", Value::scalar("", random.between(0, 1)));
  if (node.op_type == "Concat") {
    node.dims.back() = 1;
    node.others.assign(static_cast<std::size_t>(n) - 1, {.type = node.type, .dims = node.dims});
  }
  return node;
}

struct Kept {
  Node node;
  std::vector<Output> expected;
  std::vector<double> request;
  Reply reply;
};

class Sequence {
 public:
  explicit Sequence(Random& random) : random_(random) {}

  void step() {
    switch (random_.between(0, 7)) {
      case 0:
        return check(complaint(client_, random_, placed(random_, random_.one_of(known_cases()))));
      case 1:
        return plan(*answered(list_node(random_, entries_ = next_entries())));
      case 2:
        return plan(placed(random_, random_.one_of(known_cases())));
      case 3:
        return plan_again();
      case 4:
        return carry_out();
      case 5:
        return fail();
      case 6:
        return convert();
      default:
        return move_in_pool();
    }
  }

 private:
  static void check(const std::string& wrong) { require(wrong.empty(), wrong); }

  /// Often as many as have a response that needs all the room of the one before, or more than there is.
  Index next_entries() {
    switch (random_.between(0, 5)) {
      case 0:
        return random_.between(3700, 4150);
      case 1:
        return random_.between(7800, 8250);
      case 2:
        return random_.between(1, 60);
      default:
        return entries_ > 9000 ? 1 : entries_ + random_.between(1, 255);
    }
  }

  void plan(const Case& one) {
    const auto& [node, expected, where, text] = one;
    const Reply reply = client_.plan(node);
    require(reply.ok != expected.is_error, "a plan that should fail, or should not");
    if (!reply.ok) return;
    require(reply.dims == dims_of(expected.outputs), "outputs of other sizes");
    kept_.push_back({node, expected.outputs, Client::request(node, *row_of(node)), reply});
    if (kept_.size() > kMostKept) kept_.erase(kept_.begin());
  }

  void plan_again() {
    if (kept_.empty()) return;
    const Kept& kept = random_.one_of(kept_);
    require(words_of(client_.plan(kept.request)) == words_of(kept.reply), "another plan for one request");
  }

  void carry_out() {
    if (kept_.empty()) return;
    const Kept& kept = random_.one_of(kept_);
    if (kept.expected.size() > kFew || kept.node.others.size() > kFew) return leave(kept);
    check(difference(client_, kept.node, kept.reply, kept.expected, random_elements(random_, kept.node)));
  }

  /// Begins a move, and leaves it after some tiles, as a call that throws does.
  void leave(const Kept& kept) {
    if (kept.reply.moves.empty()) return;
    const Index tiles = client_.begin(random_.one_of(kept.reply.moves).request(kPool, kPool));
    for (Index i = 0; i < std::min<Index>(tiles, random_.between(0, 2)); ++i) {
      require(!client_.copies().empty(), "no copies");
      client_.move_tile(i);
    }
  }

  void fail() {
    std::vector<double> words = kept_.empty() ? std::vector<double>(3) : random_.one_of(kept_).request;
    if (random_.chance(20)) {
      require(client_.views().request(std::size_t{1} << 62).empty(), "memory that there is not");
      return;
    }
    words[random_.index(words.size())] = hostile_word(random_);
    if (random_.chance(20)) words.resize(random_.index(words.size()));
    client_.plan(words);
  }

  /// Bytes to twice their values as float32.
  void convert() {
    const Index count = random_.between(1, 200);
    WireMove sent{.axes = {}, .streams = {{0, 1}}};
    sent.axes.push_back({count, 1});
    sent.to_width = sizeof(float);
    sent.conversion = {double(dtype("uint8")), double(dtype("float32")), 0, 0, 0, 1, 2, 1, 0};
    std::vector<double> words = sent.request(static_cast<std::size_t>(count));
    words.insert(words.end(), {-1, -1});
    words.insert(words.end(), sent.conversion.begin(), sent.conversion.end());
    require(client_.begin(words) == 1, "a conversion that is refused");
    require(client_.copies()[0] == 1, "not one copy");
    if (random_.chance(20)) return;
    std::uint8_t* const area = client_.area().data();
    const auto in = static_cast<Index>(client_.copies()[2]);
    for (Index k = 0; k < count; ++k) area[in + k] = static_cast<std::uint8_t>(k);
    require(client_.move_tile(0) && client_.copies()[0] == 1, "not one copy out");
    const auto out = static_cast<Index>(client_.copies()[2]);
    for (Index k = 0; k < count; ++k) {
      float made = 0;
      std::memcpy(&made, area + out + k * Index{sizeof made}, sizeof made);
      require(made == static_cast<float>(2 * k), "another number");
    }
  }

  /// Whole and part of a move are in one array of the arena, and nothing of one is where the other reaches.
  void move_in_pool() {
    const Index run = Index{1} << random_.between(0, 3), rows = random_.between(1, 70),
                columns = random_.between(1, 70);
    const bool turns = random_.chance(50);
    const Index step = run * random_.between(1, 2), row = columns * step + random_.between(0, 9);
    const Index other = run * random_.between(1, 2),
                line = (turns ? rows : columns) * other + random_.between(0, 9);
    WireMove sent{.way = Way::kStaged,
                  .direction = random_.chance(50) ? Direction::kCut : Direction::kJoin,
                  .axes = {},
                  .streams = {{0, run}},
                  .part_layout = {.is_stated = true}};
    sent.axes.push_back({rows, row}), sent.axes.push_back({columns, step});
    sent.part_layout.axes.push_back({rows, turns ? other : line});
    sent.part_layout.axes.push_back({columns, turns ? line : other});
    const Index reach = rows * row, part_reach = (turns ? columns : rows) * line;
    const bool is_first = random_.chance(50);
    sent.streams[0].offset = random_.between(0, 99) + (is_first ? 0 : part_reach);
    sent.part_layout.offset =
        is_first ? sent.streams[0].offset + reach : random_.between(0, sent.streams[0].offset - part_reach);

    const std::span<std::uint8_t> pool = client_.arena(kPool).first(kPool);
    std::ranges::copy(random_.bytes(kPool), pool.begin());
    Bytes expected(pool.begin(), pool.end());
    const std::vector<Index> of_whole = addresses({.offset = sent.streams[0].offset, .axes = sent.axes});
    const std::vector<Index> of_part =
        addresses({.offset = sent.part_layout.offset, .axes = sent.part_layout.axes});
    for (std::size_t k = 0; k < of_whole.size(); ++k) {
      const auto [from, to] = sent.direction == Direction::kCut ? std::pair(of_whole[k], of_part[k])
                                                                : std::pair(of_part[k], of_whole[k]);
      std::memcpy(expected.data() + to, pool.data() + from, static_cast<std::size_t>(run));
    }
    std::vector<double> words = sent.request(kPool, kPool);
    words.insert(words.end(), {0, 0});
    const Index tiles = client_.begin(words);
    require(tiles > 0, "a move inside one array of the arena is refused");
    for (Index i = 0; i < tiles; ++i) {
      require(client_.copies()[0] == 0, "a copy of what is in the arena");
      client_.move_tile(i);
    }
    require(std::ranges::equal(expected, pool), "other bytes in the arena");
  }

  Random& random_;
  Client client_;
  std::vector<Kept> kept_;
  Index entries_ = 1;
};

}  // namespace

void sequences(Data data) {
  Random random(data);
  const auto sequence = std::make_unique<Sequence>(random);
  for (int step = 0; step < kMostSteps && !random.at_end(); ++step) sequence->step();
}

}  // namespace microtome::fuzz
