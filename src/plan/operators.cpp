// Collects the rows of ops/, and checks calls against what a row declares.
#include "plan/operator.hpp"
#include "plan/ops/ops.hpp"

namespace microtome {
namespace {

Result<void> check_type(Literal param, TypeSet types, int type) {
  assert(type >= 0 && type < kDTypeCount);
  if (contains(types, type)) return {};
  auto bad_type = fail(Errc::kBadType, param, "$ is not one of ", kDTypes[type].name);
  bad_type.error().legal = types;
  return bad_type;
}

Result<void> check_presence(const Call& call) {
  const Argument* argument = call.arguments;
  for (const Parameter& parameter : call.op->parameters)
    if (!(argument++)->present() && !parameter.optional)
      return fail(Errc::kMissing, parameter.name, "required $ is missing",
                  parameter.kind == Kind::kInput ? "input" : "attribute");
  return {};
}

/// All tensors of a join must have the type of the first.
Result<void> check_tensors(const Call& call) {
  if (call.other == 0) return {};
  const Operator& op = *call.op;
  if (op.takes == Takes::kTwo)
    return fail(Errc::kBadType, op.second, "$ must be $, the type of $", kDTypes[call.other_type].name,
                kDTypes[call.type].name, op.data);
  return fail(Errc::kBadType, op.data, "tensor % is $ but tensor 0 is $", call.other,
              kDTypes[call.other_type].name, kDTypes[call.type].name);
}

Result<void> check_types(const Call& call) {
  if (!call.has_any_type)
    if (auto ok = check_type(call.op->data, call.op->types, call.type); !ok) return ok;
  if (auto ok = check_tensors(call); !ok) return ok;
  int shared = kUntyped;
  const Argument* argument = call.arguments;
  for (const Parameter& parameter : call.op->parameters) {
    const int type = (argument++)->type;
    if (type == kAbsent || type == kUntyped) continue;
    if (auto ok = check_type(parameter.name, parameter.types, type); !ok) return ok;
    const int wanted = parameter.tie == Tie::kData        ? call.type
                       : parameter.tie == Tie::kEachOther ? shared
                                                          : type;
    if (wanted != kUntyped && type != wanted)
      return fail(Errc::kBadType, parameter.name, "$ must be $, the type of $", kDTypes[type].name,
                  kDTypes[wanted].name, parameter.tie == Tie::kData ? call.op->data : "the inputs before it");
    if (parameter.tie == Tie::kEachOther) shared = type;
  }
  return {};
}

Result<void> check_shapes(const Call& call) {
  const Argument* argument = call.arguments;
  for (const Parameter& parameter : call.op->parameters) {
    const Argument& given = *argument++;
    const Shape& shape = parameter.shape;
    if (given.present() &&
        (given.rank < shape.least || given.rank > shape.most || (shape.one && given.values.size() != 1)))
      return fail(Errc::kBadRank, parameter.name, "must be $, not of rank % and length %", shape.words,
                  given.rank, given.values.size());
  }
  return {};
}

Result<void> check_integers(const Call& call) {
  if (call.fraction.at < 0) return {};
  const Literal param = call.op->parameters[call.fraction_of].name;
  if (call.arguments[call.fraction_of].rank == 0)
    return fail(Errc::kNotInteger, param, "is %; it must be an integer", call.fraction.value);
  return fail(Errc::kNotInteger, param, "entry % is %; it must be an integer", call.fraction.at,
              call.fraction.value);
}

Result<void> check(const Call& call) {
  if (auto ok = check_presence(call); !ok) return ok;
  if (auto ok = check_types(call); !ok) return ok;
  if (auto ok = check_shapes(call); !ok) return ok;
  if (auto ok = check_integers(call); !ok) return ok;
  if (call.op->takes == Takes::kOne && call.has_num_outputs && call.num_outputs < 1)
    return fail(Errc::kBadCount, "num_outputs", "% outputs; a node has at least 1", call.num_outputs);
  return {};
}

Result<void> check_outputs(const Call& call, Index made) {
  if (!call.has_num_outputs || made == call.num_outputs) return {};
  return fail(Errc::kCountMismatch, "num_outputs", "is %, but $ makes % $ here", call.num_outputs,
              call.op->op_type, made, made == 1 ? "output" : "outputs");
}

constexpr const std::span<const Operator>* kFamilies[] = {
    &ops::slice,
    &ops::split,
    &ops::split_to_sequence,
    &ops::variadic_split,
    &ops::openvino_slice,
    &ops::openvino_split,
    &ops::concat,
    &ops::concat_from_sequence,
    &ops::tensor_scatter,
    &ops::openvino_concat,
    &ops::slice_scatter,
    &ops::pad,
    &ops::openvino_pad,
    &ops::rearrange,
    &ops::gather,
    &ops::openvino_gather,
    &ops::compress,
    &ops::scatter_update,
    &ops::internal_ops,
};

}  // namespace

const Operator* operator_at(std::size_t i) {
  for (const auto* rows : kFamilies) {
    if (i < rows->size()) return &(*rows)[i];
    i -= rows->size();
  }
  return nullptr;
}

const Argument* Call::find(Literal name) const {
  const Argument* argument = arguments;
  for (const Parameter& parameter : op->parameters) {
    if (argument->present() && parameter.name == name) return argument;
    ++argument;
  }
  return nullptr;
}

Index Call::integer(Literal name) const {
  if (const Argument* argument = find(name)) return argument->values[0];
  for (const Parameter& parameter : op->parameters)
    if (parameter.name == name && parameter.fallback) return *parameter.fallback;
  assert(false && "an optional integer without a fallback must be asked for with find()");
  return 0;
}

Result<void> plan(const Call& call, Plan& plan) {
  if (auto ok = check(call); !ok) return ok;
  if (auto ok = call.op->plan(call, plan); !ok) return ok;
  return check_outputs(call, call.op->gives_sequence ? 1 : plan.count());
}

Result<void> Call::lay_out_output(View& output, Literal param) const {
  output.offset = 0;
  if (make_row_major(output.axes) < 0)
    return fail(Errc::kTooLarge, param.empty() ? op->data : param, "more than 2^53 - 1 elements");
  return lay_out(output, out, Errc::kBadOut, "out");
}

Result<void> lay_out(View& view, const Layout& layout, Errc code, Literal param) {
  if (!layout.is_stated) return {};
  if (layout.axes.size() != view.rank())
    return fail(code, param, "% strides for rank %", layout.axes.size(), view.rank());
  if (view.is_empty()) return {};
  Hull hull;
  bool bounded = true;
  view.offset = layout.offset;
  for (int i = 0; i < view.rank(); ++i) {
    Axis& axis = view.axes[i];
    axis.stride = axis.size > 1 ? layout.axes[i].stride : 0;
    bounded = bounded && extend(hull, axis);
  }
  if (bounded && view.offset + hull.first >= 0 && view.offset + hull.last < layout.length) return {};
  return fail(code, param, "strides reach outside the % elements of its data", layout.length);
}

Result<void> ops::check_rank(const Call& call) {
  if (call.data.rank() > 0) return {};
  return fail(Errc::kBadRank, call.op->data, "rank 0; it needs at least one axis");
}

Result<void> ops::check_shape(const Call& call, const View& like, Literal name, int shorter) {
  const Literal param = call.op->second;
  const View& second = call.second;
  if (second.rank() != like.rank())
    return fail(Errc::kShapeMismatch, param, "rank % but $ has rank %", second.rank(), name, like.rank());
  for (int axis = 0; axis < like.rank(); ++axis) {
    const Index size = second.axes[axis].size, most = like.axes[axis].size;
    if (axis == shorter ? size > most : size != most)
      return fail(Errc::kShapeMismatch, param, "size % on axis % but $ has size %", size, axis, name, most);
  }
  return {};
}

Result<int> resolve_axis(const View& data, Index axis, Literal param) {
  const int rank = data.rank();
  if (rank == 0) return fail(Errc::kBadAxis, param, "rank-0 data has no axis %", axis);
  if (axis < -rank || axis >= rank)
    return fail(Errc::kBadAxis, param, "% is outside [%, %]", axis, -rank, rank - 1);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Result<void> check_count(Index count, Literal param) {
  if (count <= kMaxOutputs) return {};
  return fail(Errc::kTooManyOutputs, param, "% outputs; at most % are made", count, kMaxOutputs);
}

}  // namespace microtome
