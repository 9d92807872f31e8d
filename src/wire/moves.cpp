#include "wire/moves.hpp"

#include <algorithm>
#include <cstdlib>

#include "dtype.hpp"
#include "move/blocks.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

/// Writes moves. Their streams are written as they come.
class MoveWriter {
 public:
  MoveWriter(Words& out, const DType& dtype, Direction direction)
      : out_(out), dtype_(dtype), direction_(direction), count_at_(out.size()) {
    out.push(0);
  }
  ~MoveWriter() {
    finish();
    if (out_.complete()) out_[count_at_] = static_cast<double>(count_);
  }

  /// `of_part`: where the part has the elements, if not one after another. `apart`: not together with the
  /// part before it.
  void add(Index part, const View& view, const View* of_part, bool apart = false) {
    const Region region = normalize(view, dtype_.storage(), of_part);
    if (count_ == 0 || apart || !move_.add(region)) {
      finish();
      ++count_;
      move_ = Move::of(region, direction_);
      begin(part);
    }
    out_.push(region.offset);
    out_.push(region.run);
    if (move_.spread.given) out_.push(region.spread.offset);
  }

 private:
  void begin(Index part) {
    header_ = out_.size();
    out_.push(0);
    out_.push(move_.packed_bits);
    out_.push(0);
    out_.push(part);
    out_.push(move_.spread.given ? 1 : 0);
    out_.push(move_.axes.size());
    for (int a = 0; a < move_.axes.size(); ++a) {
      out_.push(move_.axes[a].size);
      out_.push(move_.axes[a].stride);
      if (move_.spread.given) out_.push(move_.spread.axes[a].stride);
    }
  }
  /// Writes into the move's first words what is known only after its last stream.
  void finish() {
    if (count_ == 0 || !out_.complete()) return;
    out_[header_] =
        static_cast<double>(dtype_.is_string() ? always(kStringWay) : choose(move_, dtype_.entry_width()));
    out_[header_ + 2] = static_cast<double>(move_.streams);
  }

  Words& out_;
  const DType& dtype_;
  Direction direction_;
  std::size_t count_at_;
  Move move_;
  std::size_t header_ = 0;
  Index count_ = 0;
};

bool is_row_major(const View& view) {
  Index stride = 1;
  for (int a = view.rank(); a-- > 0; stride *= view.axes[a].size)
    if (view.axes[a].size != 1 && view.axes[a].stride != stride) return false;
  return view.offset == 0;
}

}  // namespace

Result<void> write_plan(const Plan& plan, int type, Layouts layouts, Words& out) {
  const bool joins = plan.joins(), cut = !joins && plan.axis >= 0, lost = cut && plan.dropped;
  // Room for a size and a stride per output at once: growing step by step takes up to three times the memory.
  if (plan.count() > kMaxStreams) out.reserve(out.size() + 3 * static_cast<std::size_t>(plan.count()) + 1024);
  out.push(plan.count());
  out.push(cut && !lost ? plan.axis : -1);
  out.push(plan.whole.rank() - (lost ? 1 : 0));
  for (int i = 0; i < plan.whole.rank(); ++i)
    if (!lost || i != plan.axis) out.push(plan.whole.axes[i].size);
  for (Index i = 0; cut && !lost && i < plan.count(); ++i) out.push(plan.pieces.size(i));

  if (!joins && layouts.count != 0 && layouts.count != plan.count()) return malformed();
  Result<void> ok;
  MoveWriter writer(out, kDTypes[type], joins ? Direction::kJoin : Direction::kCut);
  plan.each([&](Index part, const View& whole, const View* of_part) {
    if (joins) return writer.add(part, whole, is_row_major(*of_part) ? nullptr : of_part, plan.axis < 0);
    const Layout layout = layouts.count == 0 ? Layout{} : layouts.next(type);
    if (!layout.given) return writer.add(part, whole, nullptr);
    View to = whole;
    if (const auto laid = lay_out(to, layout, Errc::kBadOut, "out"); !laid) ok = laid;
    if (ok) writer.add(part, whole, &to);
  });
  return ok;
}

namespace {

/// Do axes from offsets [first, last) on stay within [0, limit)?
bool stays_within(const Axes& axes, Index first, Index last, Index limit, Index points) {
  for (const Axis& axis : axes) {
    if (!is_countable(axis.size, points) || !is_countable(axis.size - 1, axis.stride)) return false;
    points *= axis.size;
    (axis.stride < 0 ? first : last) += (axis.size - 1) * axis.stride;
  }
  return first >= 0 && last <= limit;
}

/// Are runs along the last axis apart, so that kernels may write them?
bool is_apart(const Axes& axes, Index run) {
  return axes.empty() || axes.back().size == 1 || std::abs(axes.back().stride) >= run;
}

}  // namespace

bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams) {
  move.direction = static_cast<Direction>(in.next_within(0, 1));
  move.packed_bits = static_cast<int>(in.next_within(0, 7));
  move.streams = in.next_within(1, kMaxStreams);
  move.spread.given = in.next_within(0, 1) != 0;
  const Index rank = in.next_within(0, kMaxRank);
  const bool packed = move.packed_bits != 0;
  if (packed && !is_packing(move.packed_bits)) return false;
  if ((packed || move.spread.given) && move.streams != 1) return false;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_within(1, kMaxIndex);
    move.axes.push_back({size, in.next_within(-kMaxIndex, kMaxIndex)});
    if (move.spread.given) move.spread.axes.push_back({size, in.next_within(-kMaxIndex, kMaxIndex)});
  }
  const Index longest = packed ? kMaxIndex : kTile;  // packed runs can be cut
  for (Stream& stream : std::span(streams, static_cast<std::size_t>(move.streams))) {
    const Index offset = stream.offset = in.next_within(0, kMaxIndex);
    const Index run = stream.run = in.next_within(1, longest);
    if (!packed && move.direction == Direction::kJoin && !is_apart(move.axes, run)) return false;
    move.begin = &stream == streams ? offset : std::min(move.begin, offset);
    move.end = std::max(move.end, offset + run);
    move.run_sum += run;
  }
  if (move.spread.given) {
    move.spread.offset = in.next_within(0, kMaxIndex);
    if (!packed && move.direction == Direction::kCut && !is_apart(move.spread.axes, move.run_sum))
      return false;
  }
  bytes = in.next_within(0, kMaxIndex);
  move.part_bytes = move.spread.given ? in.next_within(0, kMaxIndex) : 0;
  if (in.malformed()) return false;

  const auto limit = [&](Index size) {
    return packed ? size / unit_bytes(move.packed_bits) * unit_elements(move.packed_bits) : size;
  };
  const Index points = packed ? move.run_sum : 1;  // Tiling makes an axis of a packed run
  const Spread& spread = move.spread;
  if (!stays_within(move.axes, move.begin, move.end, limit(bytes), points)) return false;
  if (spread.given &&
      !stays_within(spread.axes, spread.offset, spread.offset + move.run_sum, limit(move.part_bytes), points))
    return false;
  return Blocks::suit(move) || Tiling::possible(move);  // they multiply sizes, which are countable here
}

}  // namespace microtome
