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

/// Gives the view of a cut's output the strides of a layout. Each axis of the layout may merge several of the
/// view.
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

/// Sorts the axes of both sides by the strides of the part, largest first, so that the part is written in the
/// order of its memory, even if it is column-major.
void order_by_part(View& whole, View& part) {
  for (int a = 1; a < part.rank(); ++a)
    for (int k = a; k > 0; --k) {
      if (magnitude(part.axes[k].stride) <= magnitude(part.axes[k - 1].stride)) break;
      std::swap(part.axes[k], part.axes[k - 1]);
      std::swap(whole.axes[k], whole.axes[k - 1]);
    }
}

/// Parts of equal sizes that are equally spaced, both in one array and in the whole, are one part with one
/// more axis. So one pass, instead of one per channel, writes channels that alternate in an array. Other
/// parts may be between them: in YUYV, the two Y become one.
class EvenParts {
 public:
  void add(Index number, const View& whole, const View& part) {
    if (count_ == 0) first_ = number, whole_ = whole, part_ = part;
    const Index in_whole = whole.offset - last_[0], in_part = part.offset - last_[1];
    if (count_ == 1) step_[0] = in_whole, step_[1] = in_part;
    is_even_ = is_even_ && whole.axes == whole_.axes && part.axes == part_.axes &&
               (count_ == 0 || (in_whole == step_[0] && in_part == step_[1]));
    last_[0] = whole.offset, last_[1] = part.offset;
    ++count_;
  }
  /// Makes one part of them, if there are several. `axis`: the one along which they follow one another.
  bool merge(int axis) {
    if (!is_even_ || count_ < 2 || axis < 0 || whole_.rank() == kMaxRank || whole_.is_empty()) return false;
    whole_.axes.insert(axis, {count_, step_[0]});
    part_.axes.insert(axis, {count_, step_[1]});
    return true;
  }
  Index first() const { return first_; }
  const View& whole() const { return whole_; }
  const View& part() const { return part_; }

 private:
  Index count_ = 0;
  bool is_even_ = true;
  Index first_ = 0;    ///< number of the first one
  View whole_, part_;  ///< of the first one
  Index last_[2] = {}, step_[2] = {};
};

/// Visits each part as Plan::each does. In a cut, `of_part` is where the layout of an output puts its
/// elements.
Result<void> each_placed(const Plan& plan, Layouts layouts, const Visit& f) {
  Result<void> ok;
  const auto place = [&](Index part, const View& whole, const View* of_part) {
    Layout layout;
    if (plan.joins() || !layouts.next(layout)) return f(part, whole, of_part);
    View from = whole, to = whole;
    if (auto laid = lay_out_merged(plan, to, layout); !laid) ok = laid;
    if (plan.unmerged == 0 && plan.list.first < 0) order_by_part(from, to);
    if (ok) f(part, from, &to);
  };
  plan.each(Visit(place));
  return ok;
}

/// The same for the parts with strides, or for the others.
Result<void> each_of(bool strided, const Plan& plan, const Layouts& layouts, const Visit& f) {
  auto tensors = plan.parts.begin();
  Tensor tensor;
  const auto choose = [&](Index part, const View& whole, const View* of_part) {
    if (plan.joins()) tensors.read(tensor);
    const bool is_strided = plan.joins() ? tensor.is_strided : of_part != nullptr;
    if (is_strided == strided) f(part, whole, of_part);
  };
  return each_placed(plan, layouts, Visit(choose));
}

/// Writes the moves of each part. `in_one_array`: those with strides share an array. `order`: of the
/// positions of a list.
Result<void> write_parts(const Plan& plan, const Layouts& layouts, bool in_one_array, MoveWriter& writer,
                         Axes& order) {
  const bool joins = plan.joins();
  const auto write = [&](Index part, const View& whole, const View* of_part) {
    const bool is_plain = of_part == nullptr || (joins && is_row_major(*of_part));
    if (plan.list.first >= 0 && (!joins || part == 1)) {
      order = write_listed(writer, plan.list, part, joins, whole, is_plain ? nullptr : of_part);
      return;
    }
    const bool keeps_parts = (joins && plan.axis < 0) || (!is_plain && !in_one_array);
    writer.add(part, whole, is_plain ? nullptr : of_part, keeps_parts);
  };
  if (in_one_array && plan.axis >= 0) {
    EvenParts even;
    const auto add = [&](Index part, const View& whole, const View* of_part) {
      even.add(part, whole, *of_part);
    };
    if (each_of(true, plan, layouts, Visit(add)) && even.merge(plan.axis)) {
      writer.add(even.first(), even.whole(), &even.part(), true);
      return each_of(false, plan, layouts, Visit(write));
    }
  }
  return each_placed(plan, layouts, Visit(write));
}

}  // namespace

Result<void> write_plan(const Plan& plan, const Call& call, Layouts& layouts, Words& out) {
  // Reserves a size and a stream per output at once: growing step by step takes up to three times the memory.
  if (plan.count() > kMaxStreams)
    out.reserve(out.size() + (1 + record::kStream) * static_cast<std::size_t>(plan.count()) + 1024);
  write_outputs(plan, out);
  if (!plan.joins() && layouts.count() != 0 && layouts.count() != plan.count()) return refuse_request();
  const DType* const target = plan.target < 0 ? nullptr : &kDTypes[plan.target];
  if (target != nullptr) layouts.hold(plan.target);
  Result<void> ok;
  Axes order;
  {
    MoveWriter writer(out, kDTypes[call.type], target, plan.most_in_loop,
                      plan.joins() ? Direction::kJoin : Direction::kCut, plan.unmerged,
                      static_cast<Index>(plan.list.positions.size()));
    ok = write_parts(plan, layouts, call.in_one_array, writer, order);
  }
  // the zero of nf4 is code 7, here in both halves of a byte
  constexpr int kNf4 = dtype("nf4");
  const double nowhere = call.type == kNf4 ? -1 - 0x77 : -1;
  if (double* words = out.extend(plan.list.positions.size()); ok && words != nullptr && !order.empty())
    write_positions(plan.list, order, nowhere, words);
  return ok;
}

}  // namespace microtome
