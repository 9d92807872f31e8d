#include "wire/moves.hpp"

#include <algorithm>

#include "dtype.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

/// A move's words, of which the streams follow as they come.
class MoveWriter {
 public:
  MoveWriter(Words& out, Index width, bool is_string) : out_(out), width_(width), is_string_(is_string) {}

  void add(const Region& region) {
    if (count_ == 0 || !move_.add(region)) {
      finish();
      ++count_;
      move_ = Move::of(region);
      begin();
    }
    out_.push(region.offset);
    out_.push(region.run);
  }
  /// Fills in what is known only when all streams have come.
  void finish() {
    if (count_ == 0 || !out_.complete()) return;
    out_[header_] = static_cast<double>(is_string_ ? always(kStringWay) : choose(move_, width_));
    out_[header_ + 2] = static_cast<double>(move_.streams);
  }
  Index count() const { return count_; }

 private:
  void begin() {
    header_ = out_.size();
    out_.push(0);
    out_.push(move_.packed_bits);
    out_.push(0);
    out_.push(move_.axes.size());
    for (const Axis& axis : move_.axes) {
      out_.push(axis.size);
      out_.push(axis.stride);
    }
  }

  Words& out_;
  Index width_;
  bool is_string_;
  Move move_;
  std::size_t header_ = 0;
  Index count_ = 0;
};

}  // namespace

void write_plan(const Plan& plan, int type, Words& out) {
  const DType& dtype = kDTypes[type];
  const bool cut = plan.axis >= 0 && !plan.dropped;
  // a size and a stream per output; growing towards that step by step would take up to three times the memory
  if (plan.count() > kMaxStreams) out.reserve(out.size() + 3 * static_cast<std::size_t>(plan.count()) + 1024);
  out.push(plan.count());
  out.push(cut ? plan.axis : -1);
  out.push(plan.whole.rank() - (plan.dropped ? 1 : 0));
  for (int i = 0; i < plan.whole.rank(); ++i)
    if (!plan.dropped || i != plan.axis) out.push(plan.whole.axes[i].size);
  for (Index i = 0; cut && i < plan.count(); ++i) out.push(plan.pieces.size(i));

  const std::size_t moves = out.size();
  out.push(0);
  MoveWriter writer(out, dtype.entry_width(), dtype.is_string());
  plan.each([&](const View& view) { writer.add(normalize(view, dtype.storage())); });
  writer.finish();
  if (out.complete()) out[moves] = static_cast<double>(writer.count());
}

Index read_move(Reader& in, Move& move, Stream* streams) {
  in.next();  // the way here is kStaged, or nobody would ask
  const Index packed_bits = in.next_index();
  const Index count = in.next_index();
  const Index rank = in.next_index();
  if ((packed_bits != 0 && !is_packing(packed_bits)) || count < 1 || count > kMaxStreams || rank < 0 ||
      rank > kMaxRank)
    return 0;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_index();
    move.axes.push_back({size, in.next_index()});
  }
  const Index most = packed_bits == 0 ? kTile : kMaxIndex;  // packed runs can be cut
  for (Index i = 0; i < count; ++i) {
    streams[i].offset = in.next_index();
    streams[i].run = in.next_index();
    if (streams[i].offset < 0 || streams[i].run < 1 || streams[i].run > most || streams[i].offset > kMaxIndex)
      return 0;
    move.begin = i == 0 ? streams[i].offset : std::min(move.begin, streams[i].offset);
    move.end = std::max(move.end, streams[i].offset + streams[i].run);
    move.run_sum += streams[i].run;
  }
  move.packed_bits = static_cast<int>(packed_bits);
  move.streams = count;
  return count;
}

bool is_sound(const Move& move, Index bytes) {
  if (bytes < 0 || bytes > kMaxIndex || !Tiling::possible(move)) return false;
  if (move.packed_bits != 0 && move.streams != 1) return false;
  Index first = move.begin;
  Index last = move.end;
  Index limit = bytes, points = 1;
  if (move.packed_bits != 0) {
    limit = bytes / unit_bytes(move.packed_bits) * unit_elements(move.packed_bits);
    points = move.run_sum;  // which becomes an axis
  }
  for (const Axis& axis : move.axes) {
    if (axis.size < 1 || !is_countable(axis.size, points) || !is_countable(axis.size - 1, axis.stride))
      return false;
    points *= axis.size;
    (axis.stride < 0 ? first : last) += (axis.size - 1) * axis.stride;
  }
  return first >= 0 && last <= limit;
}

}  // namespace microtome
