#include "wire/plan.hpp"

#include "dtype.hpp"
#include "move/move.hpp"
#include "move/way.hpp"

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
  MoveWriter(Words& out, const DType& dtype, Direction direction, bool converts, int kept)
      : out_(out), dtype_(dtype), converts_(converts), kept_(kept), count_at_(out.size()) {
    move_.direction = direction;
    out.push(Index{0});
  }
  ~MoveWriter() {
    finish();
    if (out_.complete()) out_[count_at_] = static_cast<double>(count_);
  }

  /// `of_part`: where the part has the elements, if not one after another. `apart`: not together with the
  /// part before it.
  void add(Index part, const View& view, const View* of_part, bool apart = false) {
    // Elements that are converted have two widths, so they are counted instead of their bytes.
    const Region region = normalize(view, converts_ ? Storage{} : dtype_.storage(), of_part, kept_);
    kept_at_ = region.kept;
    if (count_ == 0 || apart || !move_.add(region)) {
      finish();
      ++count_;
      move_.start(region);
      begin(part);
    }
    const bool laid_out = region.part_layout.given;
    double* const words = out_.extend(laid_out ? 3 : 2);
    if (words == nullptr) return;
    words[0] = static_cast<double>(region.offset);
    words[1] = static_cast<double>(region.run);
    if (laid_out) words[2] = static_cast<double>(region.part_layout.offset);
  }

  /// Which axis of the last move is the one that was to be kept; -1: there is none.
  int kept_at() const { return kept_at_; }

 private:
  static constexpr std::size_t kWays = 0, kStreams = 2;  // words of a move that its last stream decides

  void begin(Index part) {
    const Layout& layout = move_.part_layout;
    header_ = out_.size();
    double* words = out_.extend(6 + static_cast<std::size_t>(move_.axes.size()) * (layout.given ? 3 : 2));
    if (words == nullptr) return;
    words[1] = move_.packed_bits;
    words[3] = static_cast<double>(part);
    words[4] = layout.given ? 1 : 0;
    words[5] = move_.axes.size();
    words += 6;
    for (int a = 0; a < move_.axes.size(); ++a) {
      *words++ = static_cast<double>(move_.axes[a].size);
      *words++ = static_cast<double>(move_.axes[a].stride);
      if (layout.given) *words++ = static_cast<double>(layout.axes[a].stride);
    }
  }
  void finish() {
    if (count_ == 0 || !out_.complete()) return;
    out_[header_ + kWays] = converts_            ? always(Way::kStaged)
                            : dtype_.is_string() ? always(kStringWay)
                                                 : choose(move_, dtype_.entry_width());
    out_[header_ + kStreams] = static_cast<double>(move_.streams);
  }

  Words& out_;
  const DType& dtype_;
  bool converts_;
  int kept_;
  int kept_at_ = -1;
  std::size_t count_at_;
  std::size_t header_ = 0;
  Index count_ = 0;
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

/// Parts of equal sizes, at equal distances in one array and in the whole, are one part with one axis more:
/// `whole` and `part` become its views. So one pass writes channels that alternate in an array, instead of
/// one pass per channel. False if the parts are not so.
bool join_parts(const Plan& plan, Layouts layouts, View& whole, View& part) {
  if (plan.axis < 0 || plan.whole.rank() == kMaxRank) return false;
  Index count = 0, in_whole = 0, in_part = 0;  // from one part to the next
  Index last_in_whole = 0, last_in_part = 0;
  bool even = true;
  plan.each([&](Index i, const View& from, const View* of_part) {
    View to = of_part != nullptr ? *of_part : from;
    Layout layout;
    if (of_part == nullptr) even = even && layouts.next(layout) && lay_out(to, layout, Errc::kBadOut, "out");
    if (i == 0) whole = from, part = to;
    if (i == 1) in_whole = from.offset - whole.offset, in_part = to.offset - part.offset;
    even = even && from.axes == whole.axes && to.axes == part.axes &&
           (i == 0 || (from.offset - last_in_whole == in_whole && to.offset - last_in_part == in_part));
    last_in_whole = from.offset;
    last_in_part = to.offset;
    count = i + 1;
  });
  if (!even || count < 2 || whole.is_empty()) return false;
  whole.axes.insert(plan.axis, {count, in_whole});
  part.axes.insert(plan.axis, {count, in_part});
  return true;
}

}  // namespace

Result<void> write_plan(const Plan& plan, const Call& call, Layouts& layouts, Words& out) {
  const bool joins = plan.joins();
  // Room for a size and a stride per output at once: growing step by step takes up to three times the memory.
  if (plan.count() > kMaxStreams) out.reserve(out.size() + 3 * static_cast<std::size_t>(plan.count()) + 1024);
  write_outputs(plan, out);
  if (!joins && layouts.count() != 0 && layouts.count() != plan.count()) return refuse_request();
  Result<void> ok;
  const bool converts = plan.target >= 0;
  int kept_at = -1;
  {
    MoveWriter writer(out, kDTypes[call.type], joins ? Direction::kJoin : Direction::kCut, converts,
                      plan.kept);
    View all, all_laid;
    if (call.in_one_array && join_parts(plan, layouts, all, all_laid)) {
      writer.add(0, all, &all_laid);
      return {};
    }
    plan.each([&](Index part, const View& whole, const View* of_part) {
      if (joins) return writer.add(part, whole, is_row_major(*of_part) ? nullptr : of_part, plan.axis < 0);
      Layout layout;
      if (!layouts.next(layout)) return writer.add(part, whole, nullptr);
      View to = whole;
      if (auto laid = lay_out_merged(plan, to, layout); !laid) ok = laid;
      if (ok) writer.add(part, whole, &to);
    });
    kept_at = writer.kept_at();
  }
  if (converts) out.push(Index{kept_at});
  return ok;
}

}  // namespace microtome
