// Rearrange, our own operator: puts axes into any order, and splits, merges and repeats them. web/lib parses
// the pattern (web/lib/arguments/pattern.ts), and sends a list. The list begins with the rank of the output,
// and for each of its axes the number of view axes that it merges. Then come three numbers for each axis of
// the view: its size, the axis of the input that it is a part of (-1: it repeats), and its step there.
// Attribute `to` has the type that the elements become, the axes of the view along which the conversion
// differs (bit a: axis a), and how it goes (ops.hpp).
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

constexpr TypeSet kTargets = types(
    "bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 bfloat16 float32 float64 f8e4m3 f8e5m2 "
    "u1 u2 u3 u4 u6 i4");
/// Types that typed arrays read and write directly, and whose values survive as JavaScript numbers.
constexpr TypeSet kNumbers = types("uint8 int8 uint16 int16 uint32 int32 float32");
constexpr TypeSet kFloats = types("float32");
/// Up to this many elements, a loop in JavaScript converts them faster than the core.
constexpr Index kFewConverted = 512;
/// The same by a table of 65,536 elements, which the core would copy first.
constexpr Index kFewByLongTable = 2048;
constexpr TypeSet kPacked = types("u1 u2 u3 u4 u6 i4 nf4 f4e2m1");

constexpr TypeSet kSources = kTargets | types("nf4 f4e2m1 f8e8m0");

Failed malformed() { return fail(Errc::kBadInput, "pattern", "the request is malformed"); }

/// Takes the numbers of a list, one after another. After the last one, each is -1.
class List {
 public:
  explicit List(std::span<const Index> values) : values_(values) {}
  Index next() { return at_ < values_.size() ? values_[at_++] : -1; }
  std::span<const Index> take(Index count) {
    if (count < 0 || static_cast<std::size_t>(count) > values_.size() - at_) return {};
    at_ += static_cast<std::size_t>(count);
    return values_.subspan(at_ - static_cast<std::size_t>(count), static_cast<std::size_t>(count));
  }
  Index left() const { return static_cast<Index>(values_.size() - at_); }

 private:
  std::span<const Index> values_;
  std::size_t at_ = 0;
};

/// Adds the axes of the view. `reach` is how far the parts of each input axis reach.
Result<void> add_axes(List& list, const View& data, View& view) {
  Index reach[kMaxRank] = {};
  while (list.left() > 0) {
    const Index size = list.next(), axis = list.next(), step = list.next();
    if (view.rank() == kMaxRank || size < 0 || axis < -1 || axis >= data.rank()) return malformed();
    if (size > kMaxIndex) return fail(Errc::kTooLarge, "sizes", "a size is beyond 2^53 - 1");
    view.axes.push_back({size, 0});
    if (axis < 0 || size < 2 || data.is_empty()) continue;
    const Axis& of = data.axes[static_cast<int>(axis)];
    if (step < 1 || step > kMaxIndex || !is_countable(size - 1, step)) return malformed();
    reach[axis] += (size - 1) * step;
    if (reach[axis] >= of.size) return malformed();
    view.axes.back().stride = step * of.stride;
  }
  if (data.is_empty() && !view.is_empty()) return malformed();
  return {};
}

/// The size of every output axis must be countable, and so must the number of elements.
Result<void> check_countable(const Plan& plan) {
  Index elements = 1;
  int a = 0;
  for (const Index count : plan.merges) {
    Index size = 1;
    for (Index k = 0; k < count; ++k) {
      const Index next = plan.whole.axes[a++].size;
      if (!is_countable(size, next))
        return fail(Errc::kTooLarge, "pattern", "an axis would be longer than 2^53 - 1");
      size *= next;
    }
    if (plan.whole.is_empty()) continue;
    if (!is_countable(elements, size)) return fail(Errc::kTooLarge, "pattern", "more than 2^53 - 1 elements");
    elements *= size;
  }
  return {};
}

Result<void> check_conversion(const Call& call, Plan& plan) {
  const Argument* to = call.find("to");
  if (to == nullptr) return {};
  List list(to->values);
  const Index type = list.next();
  const Index along = list.next();
  const Index by = list.next();
  if (type < 0 || type >= kDTypeCount || along < 0 || along >> plan.whole.rank() != 0) return malformed();
  plan.unmerged = static_cast<AxisSet>(along);
  plan.target = static_cast<int>(type);
  // only the core checks whether integers fit their new type
  const TypeSet both = TypeSet{1} << call.type | TypeSet{1} << plan.target;
  const bool computes = (both & ~kNumbers) == 0 && (by == kByScale || (both & kFloats) != 0);
  const bool looks_up = by == kByTable && ((both & kPacked) == 0);
  if (computes || looks_up)
    plan.most_in_loop = looks_up && kDTypes[call.type].bits > 8 ? kFewByLongTable : kFewConverted;
  const bool is_source = contains(kSources, call.type);
  if (is_source && contains(kTargets, plan.target)) return {};
  auto bad_type = is_source
                      ? fail(Errc::kBadType, "to", "$ is not one of ", kDTypes[plan.target].name)
                      : fail(Errc::kBadType, "input", "with to, $ is not one of ", kDTypes[call.type].name);
  bad_type.error().legal = is_source ? kTargets : kSources;
  return bad_type;
}

Result<void> plan_rearrange(const Call& call, Plan& plan) {
  List list(call.argument(0)->values);
  plan.merges = list.take(list.next());
  plan.whole.offset = call.data.offset;
  if (auto ok = add_axes(list, call.data, plan.whole); !ok) return ok;
  Index axes = 0;
  for (const Index count : plan.merges) {
    if (count < 0 || count > kMaxRank) return malformed();
    axes += count;
  }
  if (axes != plan.whole.rank() || plan.merges.size() > kMaxRank) return malformed();
  if (auto ok = check_countable(plan); !ok) return ok;
  return check_conversion(call, plan);
}

constexpr Parameter kParameters[] = {
    {.name = "pattern", .kind = Kind::kAttribute, .shape = kIntegers, .literal = "string"},
    {.name = "sizes", .kind = Kind::kAttribute, .shape = kIntegers, .optional = true, .literal = "object"},
    {.name = "to",
     .kind = Kind::kAttribute,
     .shape = kIntegers,
     .optional = true,
     .literal = "string or object"},
};

constexpr Operator kRows[] = {
    {kInternal, "Rearrange", 1, "input", kAllTypes, kParameters, plan_rearrange},
};

}  // namespace

constinit const std::span<const Operator> rearrange = kRows;

}  // namespace microtome::ops
