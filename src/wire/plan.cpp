#include "wire/plan.hpp"

#include "dtype.hpp"
#include "move/move.hpp"
#include "move/way.hpp"
#include "wire/record.hpp"

namespace microtome {

void write_outputs(const Plan& plan, Words& out) {
  const bool cut = !plan.joins() && plan.axis >= 0, lost = cut && plan.dropped, differ = cut && !lost;
  const Index count = plan.count();
  const Axes axes = plan.merges.empty() ? plan.whole.axes : plan.merged();
  const int rank = axes.size() - (lost ? 1 : 0);
  double* words =
      out.extend(static_cast<std::size_t>(3 + rank) + static_cast<std::size_t>(differ ? count : 0));
  if (words == nullptr) return;
  *words++ = static_cast<double>(count);
  *words++ = differ ? plan.axis : -1;
  *words++ = rank;
  for (int a = 0; a < axes.size(); ++a)
    if (!lost || a != plan.axis) *words++ = static_cast<double>(axes[a].size);
  for (Index i = 0; differ && i < count; ++i) *words++ = static_cast<double>(plan.pieces.size(i));
}

namespace {

/// Writes moves. Their streams are written as they come.
class MoveWriter {
 public:
  /// `target`: what elements become; null: they stay as they are. `positions`: how many there are.
  MoveWriter(Words& out, const DType& dtype, const DType* target, Direction direction, int kept,
             Index positions)
      : out_(out), dtype_(dtype), target_(target), kept_(kept), count_at_(out.size()) {
    move_.direction = direction;
    out.push(Index{0});
    out.push(positions);
  }
  ~MoveWriter() {
    finish();
    if (out_.complete()) out_[count_at_] = static_cast<double>(count_);
  }

  /// `of_part`: where the part has the elements, if not one after another. `apart`: not together with the
  /// part before it. Nothing moves of an empty part.
  void add(Index part, const View& view, const View* of_part, bool apart = false) {
    if (view.is_empty()) return finish();
    // Elements that are converted have two widths, so they are counted instead of their bytes.
    const Region region = normalize(view, target_ != nullptr ? Storage{} : dtype_.storage(), of_part, kept_);
    add_stream(part, region, apart);
  }

  /// A move of its own, with a list for an axis of the view: so many positions of it are gaps.
  void add_listed(const View& view, const View* of_part, int axis, Index list, Index gaps) {
    const Region region = normalize(view, dtype_.storage(), of_part, axis, true);
    add_stream(0, region, true);
    move_.listed = region.kept;
    list_ = list;
    gaps_ = gaps;
    finish();
  }

 private:
  [[gnu::noinline]] void add_stream(Index part, const Region& region, bool apart) {
    if (!is_open_ || apart || !move_.add(region)) {
      finish();
      move_.start(region);
      begin(part, region.kept);
    }
    double* const words = out_.extend(record::kStream);
    if (words == nullptr) return;
    words[record::kOffset] = static_cast<double>(region.offset);
    words[record::kRun] = static_cast<double>(region.run);
    words[record::kPartOffset] = static_cast<double>(region.part_layout.offset);
  }
  void begin(Index part, int kept) {
    is_open_ = true;
    ++count_;
    header_ = out_.size();
    const int rank = move_.axes.size();
    double* const words = out_.extend(record::kHeader + record::kAxis * static_cast<std::size_t>(rank));
    if (words == nullptr) return;
    words[record::kAlong] = kept;
    words[record::kFirst] = static_cast<double>(part);
    words[record::kRank] = rank;
    const Layout& layout = move_.part_layout;
    Index runs = 1;
    for (int a = rank; a-- > 0; runs *= move_.axes[a].size) {
      double* const axis = words + record::kHeader + record::kAxis * static_cast<std::size_t>(a);
      axis[record::kSize] = static_cast<double>(move_.axes[a].size);
      axis[record::kStride] = static_cast<double>(move_.axes[a].stride);
      axis[record::kPartStride] = static_cast<double>(layout.given ? layout.axes[a].stride : runs);
    }
  }
  /// Writes what the last stream of a move decides.
  void finish() {
    if (!is_open_) return;
    is_open_ = false;
    if (!out_.complete()) return;
    // the ways of strings and conversions are only reported: web/lib has no choice there
    const Storage storage = dtype_.storage();
    if (target_ != nullptr) move_.packed_bits = storage.packed_bits;
    const Choice choice = target_ != nullptr   ? choose_converted(move_, storage.width, target_->bits / 8)
                          : dtype_.is_string() ? Choice{.ways = always(Way::kLoop)}
                                               : choose(move_, dtype_.entry_width());
    double* const words = out_.data() + header_;
    words[record::kWays] = choice.ways;
    words[record::kJoins] = move_.direction == Direction::kJoin ? 1 : 0;
    words[record::kPacked] = move_.packed_bits;
    words[record::kSpread] = move_.part_layout.given ? 1 : 0;
    words[record::kWidth] = target_ == nullptr ? 0 : storage.width;
    words[record::kPartWidth] = target_ == nullptr ? 0 : target_->bits / 8;
    words[record::kListed] = move_.listed;
    words[record::kList] = static_cast<double>(list_);
    words[record::kGaps] = static_cast<double>(gaps_);
    words[record::kRepeated] = choice.repeated;
    words[record::kWord] = static_cast<double>(choice.word);
    words[record::kInner] = choice.inner;
    words[record::kDepth] = choice.depth;
    words[record::kBlock] = static_cast<double>(choice.block);
    words[record::kStreams] = static_cast<double>(move_.streams);
    double* box = words + record::kHeader + record::kBox;
    for (int a = 0; a < move_.axes.size(); ++a, box += record::kAxis)
      *box = static_cast<double>(choice.box[a]);
  }

  Words& out_;
  const DType& dtype_;
  const DType* target_;
  int kept_;
  std::size_t count_at_;
  std::size_t header_ = 0;
  Index count_ = 0;
  Index list_ = 0, gaps_ = 0;
  bool is_open_ = false;  ///< a move has begun whose last stream may not have come
  Move move_;
};

/// Gives the view of a cut's output the strides of a layout, of which each axis may be several of the view's.
Result<void> lay_out_merged(const Plan& plan, View& view, const Layout& layout) {
  if (plan.merges.empty()) return lay_out(view, layout, Errc::kBadOut, "out");
  View merged{.offset = 0, .axes = plan.merged()};
  if (auto ok = lay_out(merged, layout, Errc::kBadOut, "out"); !ok || view.is_empty()) return ok;
  view.offset = merged.offset;
  int a = 0;
  for (std::size_t i = 0; i < plan.merges.size(); ++i) {
    Index stride = merged.axes[static_cast<int>(i)].stride;
    const int end = a + static_cast<int>(plan.merges[i]);
    for (int k = end; k-- > a; stride *= view.axes[k].size) view.axes[k].stride = stride;
    a = end;
  }
  return {};
}

/// The moves of a cut by a list.
class ListWriter {
 public:
  /// `part`: where the output has the elements; null: one after another.
  ListWriter(MoveWriter& writer, const Listed& list, const View& whole, const View* part)
      : writer_(writer), list_(list), is_plain_(part == nullptr) {
    if (whole.is_empty()) return;
    View dense = whole;
    dense.offset = 0;
    make_row_major(dense.axes);
    add(whole, is_plain_ ? dense : *part, list.positions, list.batches, list.first, list.count);
  }

 private:
  using List = std::span<const Index>;

  /// `first`, `count`: the axes of the list. There is a move for each batch, and for each index of an axis
  /// that does not go on with the next one in the output.
  [[gnu::noinline]] void add(View view, View part, List list, int batches, int first, int count) {
    if (batches > 0) return add_each(view, part, list, 0, batches - 1, first - 1, count);
    if (count == 0) {
      view.axes.insert(first, {1, 0});
      part.axes.insert(first, {1, 0});
    } else if (count > 1) {
      const Axis outer = part.axes[first], inner = part.axes[first + 1];
      view.axes[first].stride = 0;
      if (outer.size > 1 && inner.size > 1 && outer.stride != inner.size * inner.stride)
        return add_each(view, part, list, first, 0, first, count - 1);
      part.axes[first + 1] = {outer.size * inner.size, inner.size > 1 ? inner.stride : outer.stride};
      view.axes[first + 1].size = outer.size * inner.size;
      part.axes.erase(first);
      view.axes.erase(first);
      return add(view, part, list, 0, first, count - 1);
    }
    view.axes[first].stride = list_.stride;
    add_list(view, part, list, first);
  }
  [[gnu::noinline]] void add_each(const View& view, const View& part, List list, int axis, int batches,
                                  int first, int count) {
    const Index size = view.axes[axis].size;
    const std::size_t each = list.size() / static_cast<std::size_t>(size);
    is_plain_ = is_plain_ && size == 1;
    for (Index i = 0; i < size; ++i) {
      View of_view = view, of_part = part;
      of_view.take(axis, i, 1, 1), of_view.drop(axis);
      of_part.take(axis, i, 1, 1), of_part.drop(axis);
      add(of_view, of_part, list.subspan(static_cast<std::size_t>(i) * each, each), batches, first, count);
    }
  }
  /// Positions at equal distances are a slice. Several slices are worth a move each if they are long.
  [[gnu::noinline]] void add_list(const View& view, const View& part, List list, int axis) {
    constexpr std::size_t kLong = 64;
    const std::size_t most = std::max<std::size_t>(1, list.size() / kLong);
    std::size_t slices = 0;
    for (std::size_t i = 0; i < list.size() && slices <= most; i += length_of_slice(list.subspan(i)))
      ++slices;
    const Index gaps = list_.has_gaps ? std::ranges::count_if(list, [](Index at) { return at < 0; }) : 0;
    if (gaps > 0 || slices > most)
      return writer_.add_listed(view, is_plain_ ? nullptr : &part, axis, list.data() - list_.positions.data(),
                                gaps);
    for (std::size_t i = 0; i < list.size();) {
      const std::size_t length = length_of_slice(list.subspan(i));
      const Index step = length > 1 ? list[i + 1] - list[i] : 1;
      View of_view = view, of_part = part;
      of_view.take(axis, list[i], step, static_cast<Index>(length));
      of_part.take(axis, static_cast<Index>(i), 1, static_cast<Index>(length));
      writer_.add(0, of_view, is_plain_ && slices == 1 ? nullptr : &of_part, true);
      i += length;
    }
  }
  /// How many of the first positions are at equal distances.
  static std::size_t length_of_slice(List list) {
    std::size_t length = std::min<std::size_t>(list.size(), 2);
    while (length < list.size() && list[length] - list[length - 1] == list[1] - list[0]) ++length;
    return length;
  }

  MoveWriter& writer_;
  const Listed& list_;
  bool is_plain_;
};

/// Parts of equal sizes, at equal distances in one array and in the whole, are one part with one axis more.
/// So one pass writes channels that alternate in an array, instead of one pass per channel.
class EvenParts {
 public:
  /// `of_part`: null if the part has its elements one after another, which so is in an array of its own.
  void add(const View& whole, const View* of_part) {
    if (of_part == nullptr) return void(is_even_ = false);
    const View& part = *of_part;
    if (count_ == 0) whole_ = whole, part_ = part;
    const Index in_whole = whole.offset - last_[0], in_part = part.offset - last_[1];
    if (count_ == 1) step_[0] = in_whole, step_[1] = in_part;
    is_even_ = is_even_ && whole.axes == whole_.axes && part.axes == part_.axes &&
               (count_ == 0 || (in_whole == step_[0] && in_part == step_[1]));
    last_[0] = whole.offset, last_[1] = part.offset;
    ++count_;
  }
  /// Makes them one part, if they are more than one. `axis`: along which they follow one another.
  bool merge(int axis) {
    if (!is_even_ || count_ < 2 || axis < 0 || whole_.rank() == kMaxRank || whole_.is_empty()) return false;
    whole_.axes.insert(axis, {count_, step_[0]});
    part_.axes.insert(axis, {count_, step_[1]});
    return true;
  }
  const View& whole() const { return whole_; }
  const View& part() const { return part_; }

 private:
  Index count_ = 0;
  bool is_even_ = true;
  View whole_, part_;  ///< of the first one
  Index last_[2] = {}, step_[2] = {};
};

}  // namespace

Result<void> write_plan(const Plan& plan, const Call& call, Layouts& layouts, Words& out) {
  const bool joins = plan.joins();
  // Room for a size and a stream per output at once: growing step by step takes up to three times the memory.
  if (plan.count() > kMaxStreams)
    out.reserve(out.size() + (1 + record::kStream) * static_cast<std::size_t>(plan.count()) + 1024);
  write_outputs(plan, out);
  if (!joins && layouts.count() != 0 && layouts.count() != plan.count()) return refuse_request();
  Result<void> ok;
  const DType* const target = plan.target < 0 ? nullptr : &kDTypes[plan.target];
  {
    MoveWriter writer(out, kDTypes[call.type], target, joins ? Direction::kJoin : Direction::kCut, plan.kept,
                      static_cast<Index>(plan.list.positions.size()));
    EvenParts even;
    const auto each_part = [&](bool compares) {
      Layouts left = layouts;
      const auto write = [&](Index part, const View& whole, const View* of_part) {
        Layout layout;
        View to;
        if (!joins && left.next(layout)) {
          to = whole;
          if (auto laid = lay_out_merged(plan, to, layout); !laid) ok = laid;
          of_part = &to;
        }
        if (!ok) return;
        if (plan.list.first >= 0) return void(ListWriter(writer, plan.list, whole, of_part));
        if (compares) return even.add(whole, of_part);
        const bool is_plain = of_part == nullptr || (joins && is_row_major(*of_part));
        const bool is_apart = (joins && plan.axis < 0) || (!is_plain && !call.in_one_array);
        writer.add(part, whole, is_plain ? nullptr : of_part, is_apart);
      };
      plan.each(Visit(write));
    };
    if (call.in_one_array) each_part(true);
    if (even.merge(plan.axis))
      writer.add(0, even.whole(), &even.part());
    else
      each_part(false);
  }
  // code 7 of nf4 is zero, and in both halves of a byte
  const double nowhere = call.type == dtype("nf4") ? -1 - 0x77 : -1;
  if (double* words = out.extend(plan.list.positions.size()))
    for (const Index position : plan.list.positions)
      *words++ = position < 0 ? nowhere : static_cast<double>(position);
  return ok;
}

}  // namespace microtome
