#include "wire/moves.hpp"

#include <algorithm>
#include <cstdlib>

#include "move/blocks.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

/// Do runs at these points stay within a tensor of `bytes`? `run`: the run at the first point. It becomes the
/// bytes from the first to the last of all runs.
bool stay_within(Axes axes, Interval& run, Index bytes, Index points, int packed_bits) {
  Hull hull;
  for (const Axis& axis : axes)
    if (!extend(hull, axis)) return false;
  if (make_row_major(axes, points) < 0) return false;
  run = {run.begin + hull.first, run.end + hull.last};
  if (run.begin < 0 || run.end > kMaxIndex) return false;
  if (packed_bits != 0)  // whole units are read and written
    run = {run.begin / unit_elements(packed_bits) * unit_bytes(packed_bits),
           packed_bytes(run.end, packed_bits)};
  return run.end <= bytes;
}

/// Do runs along the last axis not overlap, so that kernels may write them?
bool runs_disjoint(const Axes& axes, Index run) {
  return axes.empty() || axes.back().size == 1 || std::abs(axes.back().stride) >= run;
}

}  // namespace

bool read_move(Reader& in, ParsedMove& parsed, Stream* streams) {
  bool is_right = true;
  const auto within = [&](double word, Index least, Index most) {
    const Index index = Reader::to_integer(word);
    if (index >= least && index <= most) return index;
    is_right = false;
    return least;
  };
  const auto header = in.next_list(record::kHeader);
  if (header.empty()) return false;
  Move& move = parsed.move;
  Layout& part = move.part_layout;
  move.direction = within(header[record::kJoins], 0, 1) != 0 ? Direction::kJoin : Direction::kCut;
  move.packed_bits = static_cast<int>(within(header[record::kPacked], 0, 7));
  move.streams = within(header[record::kStreams], 1, kMaxStreams);
  part.is_stated = within(header[record::kStridedPart], 0, 1) != 0;
  const Index rank = within(header[record::kRank], 0, kMaxRank);
  const Index repeated = within(header[record::kRepeated], -1, rank - 1);
  parsed.along = static_cast<AxisSet>(within(header[record::kAlong], 0, (Index{1} << rank) - 1));
  const Index width = within(header[record::kWidth], 0, kWidest);
  const Index part_width = within(header[record::kPartWidth], 0, kWidest);
  const bool packed = move.packed_bits != 0, converts = width != 0;
  const int part_bits = static_cast<int>(within(header[record::kPartBits], 0, 7));
  within(header[record::kListed], -1, -1);  // kernels know no lists
  if (!is_right || (packed && !is_packing(move.packed_bits))) return false;
  if (part_bits != 0 && (!is_packing(part_bits) || part_width != 1)) return false;
  if ((packed || converts) && move.streams != 1) return false;
  if (converts != (part_width != 0) ||
      (converts && (repeated >= 0 || move.direction != Direction::kCut || (packed && width != 1))))
    return false;
  for (Index i = 0; i < rank; ++i) {
    const auto axis = in.next_list(record::kAxis);
    if (axis.empty()) return false;
    if (i == repeated) continue;  // repeated elements move once
    const Index size = within(axis[record::kSize], 1, kMaxIndex);
    parsed.box[move.axes.size()] = within(axis[record::kBox], 0, size);
    move.axes.push_back({size, within(axis[record::kStride], -kMaxIndex, kMaxIndex)});
    if (part.is_stated) part.axes.push_back({size, within(axis[record::kPartStride], -kMaxIndex, kMaxIndex)});
  }
  Index part_end = 0;
  const Index longest = packed || converts ? kMaxIndex : tile_limit(move);  // those become an axis
  for (Stream& stream : std::span(streams, static_cast<std::size_t>(move.streams))) {
    const auto words = in.next_list(record::kStream);
    if (words.empty()) return false;
    const Index offset = stream.offset = within(words[record::kOffset], 0, kMaxIndex);
    const Index run = stream.run = within(words[record::kRun], 1, longest);
    if ((!packed || converts) &&
        !runs_disjoint(move.direction == Direction::kJoin ? move.axes : part.axes, run))
      return false;
    move.begin = &stream == streams ? offset : std::min(move.begin, offset);
    move.end = std::max(move.end, offset + run);
    move.run_sum += run;
    if (!part.is_stated) continue;
    const Index of_part = stream.part_offset = within(words[record::kPartOffset], 0, kMaxIndex);
    part.offset = &stream == streams ? of_part : std::min(part.offset, of_part);
    part_end = std::max(part_end, of_part + run);
  }
  if (part.is_stated) {
    move.part_gap = part_end - part.offset - move.run_sum;
    for (Index j = 0; j < move.streams; ++j) streams[j].part_offset -= part.offset;
  }
  const int sent_axes = move.axes.size();
  parsed.bytes = in.next_within(0, kMaxIndex);
  part.length = in.next_within(0, kMaxIndex);
  if (!is_right || in.malformed()) return false;
  if (converts) {
    if (!is_countable(parsed.bytes, width) ||
        !move.convert(width, {.width = static_cast<int>(part_width), .packed_bits = part_bits}))
      return false;
    parsed.bytes *= width;
    streams[0] = {.offset = move.begin, .run = width};
  }

  const Index points = packed ? move.run_sum : 1;
  Touched& touched = parsed.touched;
  touched.whole = {move.begin, move.end};
  if (!stay_within(move.axes, touched.whole, parsed.bytes, points, move.packed_bits)) return false;
  touched.part = {part.offset, part.offset + (converts ? part_width : move.part_span())};
  if (part.is_stated &&
      !stay_within(part.axes, touched.part, part.length, points, converts ? part_bits : move.packed_bits))
    return false;
  if (!Blocks::suits(move)) return false;  // multiplies sizes, which are countable here
  int axes = move.axes.size();
  if (packed && !converts && move.run_sum > 1) ++axes;  // the run becomes one, as it has in a conversion
  if (axes > sent_axes) parsed.box[sent_axes] = within(header[record::kBlock], 0, kMaxIndex);
  const auto box = std::span(parsed.box, static_cast<std::size_t>(axes));
  if (box.empty() || box[0] == 0) return is_right;
  return std::ranges::find(box, 0) == box.end() && (!packed || Blocks::have_rows(move)) &&
         Blocks(move, parsed.box).fits() && is_right;
}

}  // namespace microtome
