// What web/lib/move/ does: carries out the moves of a plan, run by run or through the staging area.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include "client.hpp"
#include "move/blocks.hpp"
#include "views.hpp"

namespace microtome::testing {
namespace {

constexpr Index kArena = Index{16} << 20;
constexpr Index kElsewhere = -1;

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

std::uint8_t* within(Block& block, Index begin, Index size, const char* what) {
  if (begin < 0 || size < 0 || to_size(begin) + to_size(size) > block.size()) throw std::logic_error(what);
  return block.data() + begin;
}

/// Where runs begin in the whole, from the offset of a stream on.
std::vector<Index> places_in_whole(const WireMove& sent) {
  std::vector<Index> places = {0};
  for (int a = 0; a < sent.axes.size(); ++a) {
    std::vector<Index> next;
    for (const Index place : places)
      for (Index i = 0; i < sent.axes[a].size; ++i) {
        const Index position = a == sent.listed ? sent.list[to_size(i)] : i;
        next.push_back(place < -Run::kGaps / 2 ? place
                       : position < 0          ? position - Run::kGaps
                                               : place + position * sent.axes[a].stride);
      }
    places = std::move(next);
  }
  return places;
}

/// A run of packed elements, one by one.
void copy_packed(const WireMove& sent, const Run& run, Block& whole, Block& part) {
  const int bits = sent.packed_bits;
  const Index bytes = bits % 3 == 0 ? 3 : 1, unit = 8 * bytes / bits;
  const auto check = [&](Block& block, Index first, const char* what) {
    if (first < 0) throw std::logic_error(what);
    within(block, first / unit * bytes, ((first + run.size - 1) / unit + 1 - first / unit) * bytes, what);
  };
  check(part, run.of_part, "a run beside a part");
  if (!run.is_gap()) check(whole, run.of_whole, "a run beside the whole");
  for (Index i = 0; i < run.size; ++i) {
    const Index w = run.of_whole + i, p = run.of_part + i;
    if (sent.direction == Direction::kJoin)
      put_packed(whole.data(), bits, w, packed_at(part.data(), bits, p));
    else
      put_packed(part.data(), bits, p, run.is_gap() ? run.zero() : packed_at(whole.data(), bits, w));
  }
}

/// The unused bits after the last element of dense packed elements are 0.
void clear_rest(std::span<std::uint8_t> bytes) {
  std::ranges::fill(bytes.last(std::min<std::size_t>(3, bytes.size())), std::uint8_t{0});
}

void copy_runs(const WireMove& sent, Block& whole, std::span<Block> parts) {
  for (const Run& run : runs_of(sent)) {
    if (sent.packed_bits != 0) {
      copy_packed(sent, run, whole, parts[run.array]);
      continue;
    }
    std::uint8_t* const p = within(parts[run.array], run.of_part, run.size, "a run beside a part");
    if (run.is_gap()) {
      std::memset(p, run.zero(), to_size(run.size));
      continue;
    }
    std::uint8_t* const w = within(whole, run.of_whole, run.size, "a run beside the whole");
    const auto [in, out] = sent.direction == Direction::kCut ? std::pair(w, p) : std::pair(p, w);
    std::memcpy(out, in, to_size(run.size));
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
  /// The arrays back into their blocks; the gaps must be as they were.
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
  return sent.listed < 0 &&
         std::ranges::none_of(
             sent.streams, [](const Stream& s) { return s.run == 0; }) &&
         Blocks::suits(sent.move());
}

/// The lists of copies of a staged move, between the staging area and blocks.
class Copies {
 public:
  /// Those of `places` that are not kElsewhere, of the whole and then of each part, take no copies.
  Copies(const WireMove& sent, std::span<std::uint8_t> area, Block& whole, std::span<Block> parts,
         std::span<const Index> places)
      : sent_(sent), area_(area), whole_(whole), parts_(parts), places_(places) {}

  /// Carries out one list: into the area or, if `out`, from it.
  void carry_out(Response& list, bool out) {
    std::map<Index, Index> taken;  // places in the area, and their ends
    std::array<Index, 2>& ends = out ? spoiled_ : loaded_;
    ends = {0, kPartsAt};
    for (Index left = list.next(); left > 0; --left) {
      const Index tensor = list.next(), at = list.next(), begin = list.next(), size = list.next();
      const Index spacing = list.next();
      const bool of_whole = tensor == kWhole;
      if (!of_whole && (tensor < 0 || tensor >= static_cast<Index>(parts_.size())))
        throw std::logic_error("a copy of a tensor that there is not");
      if (places_[to_size(tensor + 1)] != kElsewhere)
        throw std::logic_error("a copy of a tensor that is in the arena");
      const Index low = of_whole ? 0 : kPartsAt;
      const Index high = of_whole ? kPartsAt : static_cast<Index>(area_.size());
      if (at < low || size < 0 || size > high - at)
        throw std::logic_error("a copy beside its half of the area");
      const Index width = static_cast<Index>(of_whole ? sent_.from_width : sent_.to_width);
      if (spacing != 0 && (spacing < width || size % width != 0))
        throw std::logic_error("entries that overlap");
      const Index reach = spacing == 0 ? size : (size / width - 1) * spacing + width;
      std::uint8_t* const bytes =
          within(of_whole ? whole_ : parts_[to_size(tensor)], begin, reach, "a copy beside its tensor");
      if (size == 0) continue;
      const auto next = taken.lower_bound(at);
      if ((next != taken.end() && next->first < at + size) ||
          (next != taken.begin() && std::prev(next)->second > at))
        throw std::logic_error("two copies in one place of the area");
      taken[at] = at + size;
      const Index piece = spacing == 0 ? size : width;
      for (Index i = 0; i < size / piece; ++i) {
        std::uint8_t* const tensor_bytes = bytes + i * spacing;
        std::uint8_t* const area_bytes = area_.data() + at + i * piece;
        out ? std::memcpy(tensor_bytes, area_bytes, to_size(piece))
            : std::memcpy(area_bytes, tensor_bytes, to_size(piece));
      }
      Index& end = ends[of_whole ? 0 : 1];
      end = std::max(end, at + size);
    }
  }
  /// Junk in place of what was copied out, so that nothing of the last tile is there.
  void spoil() {
    for (const auto& [begin, end] : {std::pair(Index{0}, spoiled_[0]), std::pair(kPartsAt, spoiled_[1])})
      std::memset(area_.data() + begin, kJunk, to_size(end - begin));
  }
  /// What nobody may touch: the rest of that half of the area after the bytes that were loaded. If there are
  /// none and it is written, it is unknown where the tile ends.
  std::span<std::uint8_t> after(bool of_whole, bool is_read) {
    const Index end = of_whole ? kPartsAt : static_cast<Index>(area_.size());
    const Index begin = loaded_[of_whole ? 0 : 1], first = of_whole ? 0 : kPartsAt;
    return is_read || begin > first ? area_.subspan(to_size(begin), to_size(end - begin))
                                    : std::span<std::uint8_t>();
  }

 private:
  const WireMove& sent_;
  std::span<std::uint8_t> area_;
  Block& whole_;
  std::span<Block> parts_;
  std::span<const Index> places_;
  std::array<Index, 2> loaded_ = {0, kPartsAt}, spoiled_ = loaded_;
};

}  // namespace

std::vector<Run> runs_of(const WireMove& sent) {
  const std::vector<Index> of_whole = places_in_whole(sent);
  const Layout& layout = sent.part_layout;
  const std::vector<Index> laid_out = addresses({.offset = layout.offset, .axes = layout.axes});
  std::vector<Run> runs;
  for (std::size_t j = 0; j < sent.streams.size(); ++j) {
    const auto& [offset, size, part_offset, part] = sent.streams[j];
    for (std::size_t k = 0; size > 0 && k < of_whole.size(); ++k) {
      const bool is_gap = of_whole[k] < -Run::kGaps / 2;
      runs.push_back({.array = j % sent.arrays(),
                      .of_whole = is_gap ? of_whole[k] : offset + of_whole[k],
                      .of_part = layout.is_stated ? part_offset + laid_out[k]  // or one after another
                                                  : size * static_cast<Index>(k),
                      .size = size});
    }
  }
  return runs;
}

bool Client::stage(const WireMove& sent, Block& whole, std::span<Block> parts, Places places) {
  const bool arena_needed = places.whole || places.parts > 0;
  Arrangement arrangement(arena_needed ? arena(kArena) : std::span<std::uint8_t>());
  std::vector<Index> where(1 + parts.size(), kElsewhere);
  if (places.whole && !places.whole_last) arrangement.add(&whole, where[0]);
  for (std::size_t j = places.parts == 2 ? 1 : 0; places.parts > 0 && j < parts.size();
       j += to_size(places.parts))
    arrangement.add(&parts[j], where[j + 1]);
  if (places.whole && places.whole_last) arrangement.add(&whole, where[0]);
  arrangement.fill();

  std::vector<double> words = sent.request(whole.size() / sent.from_width, parts[0].size() / sent.to_width);
  if (arena_needed || !sent.conversion.empty())
    for (std::size_t i = 0; i <= sent.streams.size(); ++i)
      words.push_back(static_cast<double>(where[std::min(i, parts.size())]));
  words.insert(words.end(), sent.conversion.begin(), sent.conversion.end());
  const Index tiles = begin(words);
  if (tiles < 1) throw std::logic_error("a move that fits tiles is refused");
  Copies all(sent, wire_->area(), whole, parts, where);
  bool fits = true;
  const bool cuts = sent.direction == Direction::kCut;
  for (Index i = 0; i < tiles; ++i) {
    Response in(copies());
    if (i > 0) all.carry_out(in, true), all.spoil();
    all.carry_out(in, false);
    if (!in.at_end()) throw std::logic_error("more lists of copies than there are tiles");
    // packed elements in rows are unpacked there first
    const bool converts = !sent.conversion.empty();
    const auto unpacks = [&](bool of_whole) {
      if (converts) return (of_whole ? sent.packed_bits : sent.part_bits) != 0;
      return sent.packed_bits != 0 && Blocks::have_rows(sent.move());
    };
    const auto beside = [&](bool of_whole, bool is_read) {
      return unpacks(of_whole) ? std::span<std::uint8_t>() : all.after(of_whole, is_read);
    };
    const Forbidden beside_whole(beside(true, cuts)), beside_parts(beside(false, !cuts));
    fits = wire_->move_tile(i);
  }
  Response last(copies());
  all.carry_out(last, true);
  if (!last.at_end()) throw std::logic_error("a copy in after the last tile");
  arrangement.take();
  return fits;
}

bool Client::convert(const WireMove& sent, const Bytes& input, Bytes& output, Places places) {
  Block from(input), to(output);
  const bool fits = stage(sent, from, {&to, 1}, places);
  output.assign(to.bytes().begin(), to.bytes().end());
  if (!to.holds(output) || !from.holds(input)) throw std::logic_error("bytes beside an output have changed");
  return fits;
}

std::vector<Bytes> Client::run(const Reply& reply, const std::vector<Bytes>& inputs,
                               const std::vector<Bytes>& outputs, Force force, Places places) {
  std::vector<Block> from, to;
  for (const Bytes& bytes : inputs) from.emplace_back(bytes);
  for (const Bytes& bytes : outputs) to.emplace_back(bytes);
  std::size_t next = 0;  // part of a cut: each is written by one stream
  const auto is_empty = [&](std::size_t i) {
    return i < reply.dims.size() && std::ranges::count(reply.dims[i], 0) > 0;
  };
  for (const WireMove& sent : reply.moves) {
    const bool cuts = sent.direction == Direction::kCut;
    std::vector<Block>& all_parts = cuts ? to : from;
    const std::size_t first = to_size(sent.part), streams = sent.arrays();
    if (first + streams > all_parts.size())
      throw std::logic_error("a move has more streams than there are parts");
    while (cuts && next < first && is_empty(next)) ++next;  // nothing moves of what is empty
    // a gather may write its only output piece by piece
    const bool is_piece = first == 0 && next == 1 && reply.dims.size() == 1 && sent.part_layout.is_stated;
    if (cuts && first != next && !is_piece) throw std::logic_error("the moves do not write each output once");
    next = first + streams;
    Way way = sent.way;
    if (force == Force::kStaged && can_stage(sent)) way = Way::kStaged;
    if (force == Force::kRuns && sent.packed_bits == 0) way = Way::kRuns;
    const auto parts = std::span(all_parts).subspan(first, streams);
    if (sent.packed_bits != 0 && cuts && !sent.part_layout.is_stated) clear_rest(parts[0].bytes());
    Block& whole = cuts ? from.at(0) : to.at(0);
    if (way == Way::kStaged)
      stage(sent, whole, parts, places);
    else
      copy_runs(sent, whole, parts);
  }
  const bool cut = reply.moves.empty() || reply.moves[0].direction == Direction::kCut;
  while (cut && next < to.size() && is_empty(next)) ++next;
  if (cut && next != to.size()) throw std::logic_error("the moves do not write every output");
  std::vector<Bytes> written;
  for (Block& block : to) {
    written.emplace_back(block.bytes().begin(), block.bytes().end());
    if (!block.holds(written.back())) throw std::logic_error("bytes beside an output have changed");
  }
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!from[i].holds(inputs[i])) throw std::logic_error("bytes of an input, or beside it, have changed");
  return written;
}

std::vector<Bytes> Client::run(const Node& node, const Reply& reply, const std::vector<Bytes>& inputs,
                               std::vector<Bytes> outputs, Force force, Places places) {
  const bool joins = row_of(node)->takes != Takes::kOne || row_of(node)->never_views;
  const auto is_dense = [&](std::size_t i) { return node.out.empty() || !node.out[i]; };
  if (joins && is_packed(node.type) && is_dense(0)) {  // elements are written one by one
    clear_rest(outputs.at(0));
  }
  return run(reply, inputs, outputs, force, places);
}

}  // namespace microtome::testing
