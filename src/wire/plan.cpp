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
    // the ways of strings and conversions are only reported: web/lib has no choice there
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
        if (compares) return even.add(whole, of_part);
        const bool is_plain = of_part == nullptr || (joins && is_row_major(*of_part));
        writer.add(part, whole, is_plain ? nullptr : of_part, joins && plan.axis < 0);
      };
      plan.each(Visit(write));
    };
    if (call.in_one_array) each_part(true);
    if (even.merge(plan.axis))
      writer.add(0, even.whole(), &even.part());
    else
      each_part(false);
    kept_at = writer.kept_at();
  }
  if (converts) out.push(Index{kept_at});
  return ok;
}

}  // namespace microtome
