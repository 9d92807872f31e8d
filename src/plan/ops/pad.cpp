// ONNX and OpenVINO Pad. Each axis is continued forever in both directions, and the output is a window on it:
// index i of the output is index i - begin of the axis. So negative pads crop, and pads may be wider than the
// axis. A region of the output is a view of the data (stride 0 repeats, a negative one mirrors), or is filled
// with a value.
#include <algorithm>

#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

/// How an axis continues; the order of the words in kWords and kOpenVinoWords. `wrap` is in ONNX only,
/// `symmetric` in OpenVINO only.
enum Mode : int { kConstant, kReflect, kEdge, kWrap, kSymmetric };
constexpr Literal kOldWords = "constant reflect edge";
constexpr Literal kWords = "constant reflect edge wrap";
constexpr Literal kOpenVinoWords = "constant reflect edge symmetric";

/// Most axes that are continued by elements of the data: each has up to four segments, and regions are their
/// products.
constexpr int kMostContinued = 8;

constexpr Literal kTooFar = "sizes and pads are at most 2^53 - 1";

/// Indices of an axis of the output, and the indices of the data that they show. There are `times` such
/// segments, `period` apart in the output.
struct Segment {
  Index to, count;
  Index from, step;
  Index times = 1, period = 0;
};

/// All of an axis: at most the first and the last turn, which may be cut off, and between them the turns that
/// go forward and those that go backward.
struct Segments {
  Segment list[4];
  int count = 0;
  void add(const Segment& segment) {
    if (segment.count > 0) list[count++] = segment;
  }
};

/// The part of an output's axis that shows the data's axis itself.
struct Centre {
  Index first, last;
  Centre(const Plan& plan, int axis, Index size) {
    const Index total = plan.whole.axes[axis].size, begin = plan.begin[axis];
    first = std::clamp<Index>(begin, 0, total);
    last = std::clamp<Index>(begin + size, 0, total);
  }
};

Index floor_divide(Index a, Index b) { return a / b - (a % b < 0 ? 1 : 0); }

/// How an axis of `size` indices is continued. Neither it nor the output is empty.
Segments continue_axis(const Plan& plan, int axis, Index size) {
  const Index total = plan.whole.axes[axis].size, begin = plan.begin[axis];
  Segments all;
  if (size == 1) {  // every mode repeats a single element
    all.add({0, total, 0, 0});
    return all;
  }
  if (plan.mode == kEdge) {
    const Centre centre(plan, axis, size);
    all.add({0, centre.first, 0, 0});
    all.add({centre.first, centre.last - centre.first, centre.first - begin, 1});
    all.add({centre.last, total - centre.last, size - 1, 0});
    return all;
  }
  // Turn 0 is the data itself. With `reflect`, two turns share the element in which they meet. It belongs to
  // the later one, unless that would be its only element in the output: so a crop is one segment.
  const Index shared = plan.mode == kReflect ? 1 : 0, length = size - shared;
  const Index cycle = plan.mode == kWrap ? 1 : 2;
  const Index first = floor_divide(-begin, length);
  const Index last = std::max(first, floor_divide(total - 1 - shared - begin, length));
  const auto add = [&](Index turn, Index times) {
    const Index start = begin + turn * length;
    const Index from = std::max<Index>(start, 0), to = turn == last ? total : start + length;
    const bool is_back = turn % cycle != 0;
    all.add({from, times > 0 ? to - from : 0, is_back ? size - 1 - (from - start) : from - start,
             is_back ? -1 : 1, times, cycle * length});
  };
  add(first, 1);
  for (Index i = 1; i <= cycle; ++i) add(first + i, (last - first - 1 - i + cycle) / cycle);
  if (last > first) add(last, 1);
  return all;
}

/// The regions of a pad with elements of the data.
void visit_continued(const Plan& plan, const Visit& visit) {
  Tensor data;
  plan.parts.begin().read(data);
  const int rank = plan.whole.rank();
  Segments segments[kMaxRank];
  int at[kMaxRank] = {};
  if (plan.whole.is_empty()) return;
  for (int a = 0; a < rank; ++a) segments[a] = continue_axis(plan, a, data.view.axes[a].size);
  for (int a = rank; a >= 0;) {
    View whole, part;
    whole.offset = plan.whole.offset, part.offset = data.view.offset;
    for (int k = 0; k < rank; ++k) {
      const Segment& segment = segments[k].list[at[k]];
      const Index stride = plan.whole.axes[k].stride, of_data = data.view.axes[k].stride;
      whole.offset += segment.to * stride, part.offset += segment.from * of_data;
      const auto add = [&](Index size, Index in_whole, Index in_part) {
        if (size > 1) whole.axes.push_back({size, in_whole}), part.axes.push_back({size, in_part});
      };
      add(segment.times, segment.period * stride, 0);
      add(segment.count, stride, segment.step * of_data);
    }
    visit(0, whole, &part);
    for (a = rank; a-- > 0; at[a] = 0)
      if (++at[a] < segments[a].count) break;
    if (a < 0) return;
  }
}

/// The regions of a pad with a value: the borders before and after the data on the first axis, then those on
/// the second axis between them, and so on. The border after a row and the one before the next row are filled
/// together.
void visit_bordered(const Plan& plan, const Visit& visit) {
  Tensor data;
  plan.parts.begin().read(data);
  View rest = plan.whole;
  View& part = data.view;
  for (int a = 0; a < rest.rank(); ++a) {
    const Centre centre(plan, a, part.axes[a].size);
    const Axis axis = rest.axes[a];
    const Index before = centre.first, after = axis.size - centre.last;
    const Index rows = a > 0 ? rest.axes[a - 1].size : 0;
    const bool is_joined =
        before > 0 && after > 0 && rows > 1 && rest.axes[a - 1].stride == axis.size * axis.stride;
    // `count` indices from `first` on, in `of_rows` rows from `row` on
    const auto fill = [&](Index first, Index count, Index row, Index of_rows) {
      View border = rest;
      if (is_joined) border.take(a - 1, row, 1, of_rows);
      border.take(a, first, 1, count);
      Plan::visit_value(border, visit);
    };
    fill(0, before, 0, 1);
    fill(centre.last, after, rows - 1, 1);
    if (is_joined) fill(centre.last, after + before, 0, rows - 1);
    const Index count = centre.last - centre.first;
    rest.take(a, centre.first, 1, count);
    part.take(a, centre.first - plan.begin[a], 1, count);
  }
  visit(0, rest, &part);
}

/// The parameter that has the pads before the axes, or after them: OpenVINO has two lists, ONNX has one.
Literal pads_name(const Call& call, std::size_t after) {
  const Parameters& all = call.op->parameters;
  return all[all[1].name == "pads_end" ? after : 0].name;
}

/// Sets the output's size along an axis.
Result<void> pad_axis(const Call& call, Plan& plan, int axis, Index begin, Index end, bool is_openvino) {
  Index& size = plan.whole.axes[axis].size;
  const bool is_bounded = is_openvino && (plan.mode == kReflect || plan.mode == kSymmetric);
  const Index most = plan.mode == kReflect ? std::max<Index>(size - 1, 0) : size;
  const Index total = begin + size + end;
  const Index pads[] = {begin, end};
  Literal why;
  std::size_t wrong = end > begin;
  for (std::size_t i = 2; i-- > 0;) {
    const Index pad = pads[i];
    const bool is_far = magnitude(pad) > kMaxIndex;
    if (is_far || (pad < 0 && is_openvino && call.op->since_version == 1) || (is_bounded && pad > most)) {
      why = is_far    ? kTooFar
            : pad < 0 ? "they must be 0 or more"
                      : "this mode mirrors an axis only once per side";
      wrong = i;
    }
  }
  if (why.empty() && total < 0 && !is_openvino) why = "they remove more than it has";
  if (why.empty() && total > kMaxIndex) why = kTooFar;
  if (why.empty() && size == 0 && total > 0 && plan.mode != kConstant) why = "it has no element to repeat";
  if (!why.empty())
    return fail(why == kTooFar ? Errc::kTooLarge : Errc::kBadSize, pads_name(call, wrong),
                "axis % cannot have the pads % and %: $", axis, begin, end, why);
  plan.begin[axis] = begin;
  size = std::max<Index>(total, 0);
  return {};
}

/// Lays out the output, whose sizes are set. Checks how many regions it may have, and how many axes longer
/// than 1 they have. `pads`: the parameter that makes the output too large.
Result<void> finish(const Call& call, Plan& plan, Literal pads) {
  plan.parts = call.tensors;
  plan.regions = plan.mode == kConstant ? visit_bordered : visit_continued;
  int continued = 0, axes = 0;
  for (int a = 0; a < plan.whole.rank(); ++a) {
    const Index size = plan.whole.axes[a].size;
    const Index given = call.data.axes[a].size, begin = plan.begin[a];
    continued += given > 1 && (begin > 0 || size - begin > given);  // others are cropped, or one element
    axes += size > 1;
  }
  if (plan.mode != kConstant && !plan.whole.is_empty()) {
    if (continued > kMostContinued)
      return fail(Errc::kTooLarge, pads, "extends % axes in this mode; at most % are supported", continued,
                  kMostContinued);
    if (axes + continued > kMaxRank)
      return fail(Errc::kTooLarge, pads,
                  "extends % axes in this mode; with % axes longer than 1, at most % are supported",
                  continued, axes, kMaxRank - axes);
  }
  return call.lay_out_output(plan.whole, pads);
}

Result<void> plan_pad(const Call& call, Plan& plan) {
  const Argument* axes = call.find("axes");
  const Argument* ends = call.find("pads_end");  // OpenVINO's pads are two lists
  const bool is_openvino = ends != nullptr;
  const int rank = call.data.rank();
  const std::size_t count = axes == nullptr ? static_cast<std::size_t>(rank) : axes->values.size();
  plan.mode = static_cast<int>(call.integer(is_openvino ? "pad_mode" : "mode"));
  if (is_openvino && plan.mode == kWrap) plan.mode = kSymmetric;  // OpenVINO's word in the place of `wrap`
  if (is_openvino && plan.mode != kConstant && !contains(kNumbers, call.type)) {
    auto bad_type =
        fail(Errc::kBadType, call.op->data, "in this mode, $ is not one of ", kDTypes[call.type].name);
    bad_type.error().legal = kNumbers;
    return bad_type;
  }
  plan.whole = call.data;
  std::fill_n(plan.begin, rank, 0);
  for (std::size_t i = 0; i < (is_openvino ? 2 : 1); ++i)
    if (const std::size_t length = call.argument(i)->values.size(), wanted = is_openvino ? count : 2 * count;
        length != wanted)
      return fail(Errc::kLengthMismatch, call.op->parameters[i].name, "length %; it needs %", length, wanted);
  const Index* const begin = call.argument(0)->values.data();
  const Index* const end = is_openvino ? ends->values.data() : begin + count;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto axis =
        axes == nullptr ? static_cast<int>(i) : resolve_axis(call.data, axes->values[i], "axes");
    if (!axis) return failure(axis);
    if ((seen >> *axis) & 1u)
      return fail(Errc::kRepeatedAxis, "axes", "axis % is named more than once", *axis);
    seen |= std::uint64_t{1} << *axis;
    if (auto ok = pad_axis(call, plan, *axis, begin[i], end[i], is_openvino); !ok) return ok;
  }
  const auto most = [&](const Index* list) { return count == 0 ? 0 : *std::max_element(list, list + count); };
  return finish(call, plan, pads_name(call, most(end) > most(begin)));
}

constexpr Parameter list(Literal name) {
  return {.name = name, .kind = Kind::kAttribute, .shape = kIntegers};
}
constexpr Parameter input(Literal name, TypeSet types, bool optional = false) {
  return {.name = name, .optional = optional, .types = types};
}
constexpr Parameter mode(Literal name, Literal choices, bool optional = true) {
  return {.name = name,
          .kind = Kind::kAttribute,
          .shape = kWord,
          .optional = optional,
          .fallback = 0,
          .choices = choices};
}
constexpr Parameter value(Literal name, Shape shape) {
  return {.name = name,
          .shape = shape,
          .optional = true,
          .types = kAllTypes,
          .tie = Tie::kData,
          .is_value = true};
}
constexpr Parameter kAttributeValue = {.name = "value",
                                       .kind = Kind::kAttribute,
                                       .shape = kScalarOrOne,
                                       .optional = true,
                                       .types = kAllTypes,
                                       .tie = Tie::kData,
                                       .fallback = 0,
                                       .literal = "float",
                                       .is_value = true};

constexpr Parameter kParameters1[] = {list("paddings"), mode("mode", kOldWords), kAttributeValue};
constexpr Parameter kParameters2[] = {list("pads"), mode("mode", kOldWords), kAttributeValue};
constexpr Parameter kParameters11[] = {input("pads", kInt64), value("constant_value", kScalarOrOne),
                                       mode("mode", kOldWords)};
constexpr Parameter kParameters18[] = {input("pads", kInt64), value("constant_value", kScalarOrOne),
                                       input("axes", kInt32OrInt64, true), mode("mode", kOldWords)};
constexpr Parameter kParameters19[] = {input("pads", kInt64), value("constant_value", kScalarOrOne),
                                       input("axes", kInt32OrInt64, true), mode("mode", kWords)};
constexpr Parameter kOpenVinoParameters[] = {input("pads_begin", kIntegerTypes),
                                             input("pads_end", kIntegerTypes), value("pad_value", kScalar),
                                             mode("pad_mode", kOpenVinoWords, false)};

constexpr TypeSet kFloats = types("float16 float32 float64");
constexpr TypeSet kRealNumbers = kFloats | types("int8 int16 int32 int64 uint8 uint16 uint32 uint64");
constexpr TypeSet kTypes21 = kA16 | types("f8e4m3 f8e5m2 u4 i4");
constexpr TypeSet kTypes23 = kTypes21 | types("f4e2m1");
constexpr TypeSet kTypes24 = kTypes23 | types("f8e8m0");

constexpr Operator row(Literal domain, int since_version, TypeSet types, Parameters parameters) {
  return joining(domain, "Pad", since_version, Takes::kValue, "data", types, parameters, plan_pad);
}

constexpr Operator kRows[] = {
    row(kOnnx, 1, kFloats, kParameters1),        row(kOnnx, 2, kFloats, kParameters2),
    row(kOnnx, 11, kRealNumbers, kParameters11), row(kOnnx, 13, kA16, kParameters11),
    row(kOnnx, 18, kA16, kParameters18),         row(kOnnx, 19, kA16, kParameters19),
    row(kOnnx, 21, kTypes21, kParameters19),     row(kOnnx, 23, kTypes23, kParameters19),
    row(kOnnx, 24, kTypes24, kParameters19),     row(kOnnx, 25, kTypes24, kParameters19),
};
constexpr Operator kOpenVinoRows[] = {
    row(kOpenVino, 1, kNumbers, kOpenVinoParameters),
    row(kOpenVino, 12, kNumbersAndStrings, kOpenVinoParameters),
};

}  // namespace

constinit const std::span<const Operator> pad = kRows;
constinit const std::span<const Operator> openvino_pad = kOpenVinoRows;

}  // namespace microtome::ops
