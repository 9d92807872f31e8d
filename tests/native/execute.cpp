// What web/lib/move/execute.js does: carries out the moves of a plan, run by run, through the staging area,
// or entry by entry.
#include <algorithm>
#include <cstring>
#include <deque>

#include "client.hpp"
#include "move/tiling.hpp"

namespace microtome::testing {
namespace {

constexpr Index kArena = Index{16} << 20;
constexpr Index kElsewhere = -1;

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Calls `f(address, point)` for every point of the move, in order.
template <class F>
void each_point(const Axes& axes, const F& f, int depth = 0, Index address = 0,
                std::size_t* counter = nullptr) {
  std::size_t points = 0;
  if (counter == nullptr) counter = &points;
  if (depth == axes.size()) return f(address, (*counter)++);
  for (Index i = 0; i < axes[depth].size; ++i)
    each_point(axes, f, depth + 1, address + i * axes[depth].stride, counter);
}

std::uint8_t* within(Block& block, Index begin, Index size, const char* what) {
  if (begin < 0 || size < 0 || to_size(begin) + to_size(size) > block.size()) throw std::logic_error(what);
  return block.data() + begin;
}

void copy_runs(const WireMove& sent, Block& source, std::span<Block> outputs, bool by_bytes) {
  for (std::size_t j = 0; j < sent.streams.size(); ++j) {
    const Stream stream = sent.streams[j];
    const std::size_t run = to_size(stream.run);
    if (run == 0) continue;
    each_point(sent.axes, [&](Index address, std::size_t point) {
      const std::uint8_t* in =
          within(source, stream.offset + address, stream.run, "a read beside the source");
      std::uint8_t* out =
          within(outputs[j], static_cast<Index>(point) * stream.run, stream.run, "a write beside the output");
      if (!by_bytes) return void(std::memcpy(out, in, run));
      for (std::size_t b = 0; b < run; ++b) out[b] = in[b];
    });
  }
}

/// Arrays in the arena: the first where it begins, the others one after another up to its end, with marked
/// bytes between them that nobody may read or write.
class Arrangement {
 public:
  explicit Arrangement(std::span<std::uint8_t> arena) : arena_(arena) {}

  /// An array that is there, unless `block` is nullptr or there is no room: `place` becomes where.
  void add(Block* block, Index& place) {
    const std::size_t needed = block == nullptr ? 0 : block->size() + 2 * kGap;
    place = kElsewhere;
    if (block == nullptr || used_ + needed > arena_.size()) return;
    used_ += needed;
    arrays_.push_back({block, &place});
  }
  /// When all have been added.
  void fill() {
    std::size_t end = arena_.size(), first = 0;
    for (std::size_t i = arrays_.size(); i-- > 0;) {
      const auto& [block, place] = arrays_[i];
      const bool at_begin = i == 0 && arrays_.size() > 1;
      const std::size_t begin = at_begin ? 0 : end - block->size();
      std::ranges::copy(block->bytes(), arena_.begin() + static_cast<std::ptrdiff_t>(begin));
      *place = static_cast<Index>(begin);
      if (at_begin) {
        first = block->size();
      } else {
        end = begin - kGap;
        std::memset(arena_.data() + end, kMark, kGap);
        if (i > 1) forbidden_.emplace_back(arena_.subspan(end, kGap));
      }
    }
    if (end == arena_.size()) return;
    std::memset(arena_.data() + first, kMark, kGap);
    forbidden_.emplace_back(arena_.subspan(first, end + kGap - first));
  }
  /// The outputs back into their blocks; the gaps must be as they were.
  void take() {
    forbidden_.clear();
    for (const auto& [block, place] : arrays_) {
      const auto begin = to_size(*place), end = begin + block->size();
      const auto marked = [&](std::size_t from) {
        return std::ranges::all_of(arena_.subspan(from, kGap), [](std::uint8_t b) { return b == kMark; });
      };
      if ((begin > 0 && !marked(begin - kGap)) || (end < arena_.size() && !marked(end)))
        throw std::logic_error("bytes of the arena beside an array have changed");
      std::ranges::copy(arena_.subspan(begin, block->size()), block->data());
    }
  }

 private:
  static constexpr std::size_t kGap = 64;
  struct Array {
    Block* block;
    Index* place;
  };
  std::span<std::uint8_t> arena_;
  std::size_t used_ = 0;
  std::vector<Array> arrays_;
  std::deque<Forbidden> forbidden_;
};

bool can_stage(const WireMove& sent) {
  return std::ranges::none_of(sent.streams, [](const Stream& s) { return s.run == 0; }) &&
         Tiling::possible(sent.move());
}

}  // namespace

Move WireMove::move() const {
  Move move{.axes = axes, .packed_bits = packed_bits, .streams = static_cast<Index>(streams.size())};
  move.begin = streams[0].offset;
  for (const Stream& stream : streams) {
    move.begin = std::min(move.begin, stream.offset);
    move.end = std::max(move.end, stream.offset + stream.run);
    move.run_sum += stream.run;
  }
  return move;
}

void Client::stage(const WireMove& sent, Block& source, std::span<Block> outputs, Places places) {
  const bool arena_needed = places.source || places.outputs > 0;
  if (arena_needed && wire_->arena().empty() && !wire_->set_arena(kArena)) throw std::bad_alloc();
  Arrangement arrangement(wire_->arena());
  Index source_place = kElsewhere;
  std::vector<Index> output_places(outputs.size(), kElsewhere);
  if (places.source && !places.source_last) arrangement.add(&source, source_place);
  for (std::size_t j = places.outputs == 2 ? 1 : 0; places.outputs > 0 && j < outputs.size();
       j += to_size(places.outputs))
    arrangement.add(&outputs[j], output_places[j]);
  if (places.source && places.source_last) arrangement.add(&source, source_place);
  arrangement.fill();

  std::vector<double> words = sent.words;
  words.push_back(static_cast<double>(source.size()));
  if (arena_needed) {
    words.push_back(static_cast<double>(source_place));
    for (const Index place : output_places) words.push_back(static_cast<double>(place));
  }
  send(words);
  const Index tiles = wire_->begin(words.size());
  if (tiles < 1) throw std::logic_error("a move that fits tiles is refused");
  const auto area = wire_->area();
  for (Index i = 0; i < tiles; ++i) {
    Response in(wire_->response());
    const Index at = in.next(), begin = in.next(), size = in.next();
    const std::uint8_t* bytes = within(source, begin, size, "a copy in from beside the source");
    if (at < 0 || at + size > kLargeTile) throw std::logic_error("a copy in beside its half of the area");
    std::memset(area.data(), kJunk, to_size(std::min(at + size + 256, kLargeTile)));
    const bool loaded = source_place == kElsewhere;
    if (loaded) std::memcpy(area.data() + at, bytes, to_size(size));
    {
      const Index end = loaded ? at + size : 0;
      const Forbidden not_loaded(area.subspan(to_size(end), to_size(kLargeTile - end)));
      wire_->step(i);
    }
    Response out(wire_->response());
    out.next(), out.next();
    const Index more = out.next();
    if ((more > 0) != (i + 1 < tiles)) throw std::logic_error("a copy in too many or too few");
    for (std::size_t j = 0; j < sent.streams.size(); ++j) {
      const Index from = out.next(), to = out.next(), length = out.next();
      if (from < 0 || from + length > static_cast<Index>(area.size()))
        throw std::logic_error("a copy out from nowhere");
      std::uint8_t* const output = within(outputs[j], to, length, "a write beside the output");
      if (output_places[j] == kElsewhere && length > 0)
        std::memcpy(output, area.data() + from, to_size(length));
    }
    if (!out.at_end()) throw std::logic_error("more copies out than streams");
  }
  arrangement.take();
}

std::vector<Bytes> Client::run(const Reply& reply, const Bytes& bytes, const std::vector<std::size_t>& sizes,
                               Force force, Places places) {
  Block source(bytes);
  std::vector<Block> blocks;
  for (const std::size_t size : sizes) blocks.emplace_back(size);
  std::span<Block> rest = blocks;
  for (const WireMove& sent : reply.moves) {
    Way way = sent.way;
    if (force == Force::kStaged && can_stage(sent)) way = Way::kStaged;
    if (force == Force::kRuns && sent.packed_bits == 0) way = Way::kRuns;
    if (force == Force::kScalar && sent.packed_bits == 0) way = Way::kScalar;
    const std::size_t streams = sent.streams.size();
    if (streams > rest.size()) throw std::logic_error("the moves have more streams than there are outputs");
    const auto outputs = rest.first(streams);
    rest = rest.subspan(streams);
    if (way == Way::kStaged)
      stage(sent, source, outputs, places);
    else
      copy_runs(sent, source, outputs, way == Way::kScalar);
  }
  if (!rest.empty()) throw std::logic_error("the moves have fewer streams than there are outputs");
  std::vector<Bytes> outputs;
  for (Block& block : blocks) {
    outputs.emplace_back(block.bytes().begin(), block.bytes().end());
    if (!block.holds(outputs.back())) throw std::logic_error("bytes beside an output have changed");
  }
  return outputs;
}

}  // namespace microtome::testing
