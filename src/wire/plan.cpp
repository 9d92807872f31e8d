#include "wire/plan.hpp"

#include "dtype.hpp"
#include "wire/lists.hpp"
#include "wire/move_writer.hpp"
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
  // Room for a size and a stream per output at once: growing step by step takes up to three times the memory.
  if (plan.count() > kMaxStreams)
    out.reserve(out.size() + (1 + record::kStream) * static_cast<std::size_t>(plan.count()) + 1024);
  write_outputs(plan, out);
  if (!joins && layouts.count() != 0 && layouts.count() != plan.count()) return refuse_request();
  Result<void> ok;
  const DType* const target = plan.target < 0 ? nullptr : &kDTypes[plan.target];
  if (target != nullptr) layouts.hold(plan.target);
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
        if (plan.list.first >= 0) return write_listed(writer, plan.list, whole, of_part);
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
