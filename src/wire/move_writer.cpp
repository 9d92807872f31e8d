#include "wire/move_writer.hpp"

#include <bit>

#include "move/way.hpp"
#include "wire/record.hpp"

namespace microtome {

MoveWriter::MoveWriter(Words& out, const DType& dtype, const DType* target, Index most_in_loop,
                       Direction direction, AxisSet unmerged, Index positions)
    : out_(out),
      dtype_(dtype),
      target_(target),
      most_in_loop_(most_in_loop),
      unmerged_(unmerged),
      count_at_(out.size()) {
  move_.direction = direction;
  out.push(0);
  out.push(positions);
}

MoveWriter::~MoveWriter() {
  finish();
  if (out_.complete()) out_[count_at_] = static_cast<double>(count_);
}

void MoveWriter::add(Index part, const View& view, const View* of_part, bool apart) {
  if (view.is_empty()) return finish();
  // Elements that are converted have two widths, so they are counted instead of their bytes.
  const Region region =
      normalize(view, target_ != nullptr ? Storage{} : dtype_.storage(), of_part, unmerged_);
  add_stream(part, region, apart);
}

void MoveWriter::add_listed(Index part, const View& view, const View* of_part, int axis, Index list,
                            Index gaps) {
  const Region region = normalize(view, dtype_.storage(), of_part, set_of(axis), true);
  add_stream(part, region, true);
  move_.listed = std::countr_zero(region.unmerged);
  list_ = list;
  gaps_ = gaps;
  finish();
}

[[gnu::noinline]] void MoveWriter::add_stream(Index part, const Region& region, bool apart) {
  if (!is_open_ || apart || part != next_ || !move_.add(region)) {
    finish();
    move_.start(region);
    begin(part, region.unmerged);
  }
  next_ = part + 1;
  double* const words = out_.extend(record::kStream);
  if (words == nullptr) return;
  words[record::kOffset] = static_cast<double>(region.offset);
  words[record::kRun] = static_cast<double>(region.run);
  words[record::kPartOffset] = static_cast<double>(region.part_layout.offset);
}

void MoveWriter::begin(Index part, AxisSet unmerged) {
  is_open_ = true;
  ++count_;
  header_ = out_.size();
  const int rank = move_.axes.size();
  double* const words = out_.extend(record::kHeader + record::kAxis * static_cast<std::size_t>(rank));
  if (words == nullptr) return;
  words[record::kAlong] = unmerged;
  words[record::kFirst] = static_cast<double>(part);
  words[record::kRank] = rank;
  const Layout& layout = move_.part_layout;
  Index runs = 1;
  for (int a = rank; a-- > 0; runs *= move_.axes[a].size) {
    double* const axis = words + record::kHeader + record::kAxis * static_cast<std::size_t>(a);
    axis[record::kSize] = static_cast<double>(move_.axes[a].size);
    axis[record::kStride] = static_cast<double>(move_.axes[a].stride);
    axis[record::kPartStride] = static_cast<double>(layout.is_stated ? layout.axes[a].stride : runs);
  }
}

void MoveWriter::finish() {
  if (!is_open_) return;
  is_open_ = false;
  if (!out_.complete()) return;
  const Storage storage = dtype_.storage();
  if (target_ != nullptr) move_.packed_bits = storage.packed_bits;
  const Storage stored = target_ != nullptr ? target_->storage() : Storage{.width = 0};
  const Choice choice = target_ != nullptr ? choose_converted(move_, storage.width, stored, most_in_loop_)
                                           : choose(move_, dtype_.is_string() ? 0 : dtype_.entry_width());
  double* const words = out_.data() + header_;
  words[record::kWays] = choice.ways;
  words[record::kJoins] = move_.direction == Direction::kJoin ? 1 : 0;
  words[record::kPacked] = move_.packed_bits;
  words[record::kStridedPart] = move_.part_layout.is_stated ? 1 : 0;
  words[record::kWidth] = target_ == nullptr ? 0 : storage.width;
  words[record::kPartWidth] = stored.width;
  words[record::kPartBits] = stored.packed_bits;
  words[record::kListed] = move_.listed;
  words[record::kList] = static_cast<double>(list_);
  words[record::kGaps] = static_cast<double>(gaps_);
  words[record::kRepeated] = choice.repeated;
  words[record::kItem] = static_cast<double>(choice.item);
  words[record::kInner] = choice.inner;
  words[record::kDepth] = choice.depth;
  words[record::kBlock] = static_cast<double>(choice.block);
  words[record::kStreams] = static_cast<double>(move_.streams);
  double* box = words + record::kHeader + record::kBox;
  for (int a = 0; a < move_.axes.size(); ++a, box += record::kAxis)
    *box = choice.has_box ? static_cast<double>(choice.box[a]) : 0;
}

}  // namespace microtome
