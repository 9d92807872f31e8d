#include "wire/moves.hpp"

#include <algorithm>

#include "dtype.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

/// Writes moves. Their streams are written as they come.
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
  /// Writes into the move's first words what is known only after its last stream.
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
  // Room for a size and a stream per output at once: growing step by step takes up to three times the memory.
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

bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams) {
  in.next();  // the way, which must be kStaged
  const Index packed_bits = in.next_index();
  const Index count = in.next_index();
  const Index rank = in.next_index();
  const bool packed = packed_bits != 0;
  if (packed && (!is_packing(packed_bits) || count != 1)) return false;
  if (count < 1 || count > kMaxStreams || rank < 0 || rank > kMaxRank) return false;
  move.packed_bits = static_cast<int>(packed_bits);
  move.streams = count;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_index();
    move.axes.push_back({size, in.next_index()});
  }
  const Index longest = packed ? kMaxIndex : kTile;  // packed runs can be cut
  for (Stream& stream : std::span(streams, static_cast<std::size_t>(count))) {
    const Index offset = stream.offset = in.next_index(-1), run = stream.run = in.next_index();
    if (offset < 0 || offset > kMaxIndex || run < 1 || run > longest) return false;
    move.begin = &stream == streams ? offset : std::min(move.begin, offset);
    move.end = std::max(move.end, offset + run);
    move.run_sum += run;
  }
  bytes = in.next_index(-1);
  if (bytes < 0 || bytes > kMaxIndex || !Tiling::possible(move)) return false;

  // where the first byte is that it reads, and the end of the last
  Index first = move.begin, last = move.end, limit = bytes, points = 1;
  if (packed) {
    limit = bytes / unit_bytes(move.packed_bits) * unit_elements(move.packed_bits);
    points = move.run_sum;  // Tiling makes an axis of the run
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
