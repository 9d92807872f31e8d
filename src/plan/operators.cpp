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

bool fits(const Shape& shape, const Argument& argument) {
  return argument.rank >= shape.least && argument.rank <= shape.most &&
         (!shape.one || argument.values.size() == 1);
}

Result<void> check_presence(const Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!parameters[i].optional && !call.present[i])
      return fail(Errc::kMissing, parameters[i].name, "required $ is missing",
                  parameters[i].kind == Kind::kInput ? "input" : "attribute");
  return {};
}

/// Do all tensors of a join have the type of the first?
Result<void> check_tensors(const Call& call) {
  const Operator& op = *call.op;
  auto next = call.tensors.begin();
  for (Index i = 0; i < call.tensors.count(); ++i) {
    const int type = next().type;
    if (type == call.type) continue;
    if (op.takes == Takes::kTwo)
      return fail(Errc::kBadType, op.second, "$ must be $, the type of $", kDTypes[type].name,
                  kDTypes[call.type].name, op.data);
    return fail(Errc::kBadType, op.data, "tensor % is $ but tensor 0 is $", i, kDTypes[type].name,
                kDTypes[call.type].name);
  }
  return {};
}

Result<void> check_types(const Call& call) {
  if (call.type != kUntyped)
    if (auto ok = check_type(call.op->data, call.op->types, call.type); !ok) return ok;
  if (auto ok = check_tensors(call); !ok) return ok;
  int shared = kUntyped;
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int type = call.arguments[i].type;
    if (!call.present[i] || type == kUntyped) continue;
    if (auto ok = check_type(parameters[i].name, parameters[i].types, type); !ok) return ok;
    const int wanted = parameters[i].tie == Tie::kData        ? call.type
                       : parameters[i].tie == Tie::kEachOther ? shared
                                                              : type;
    if (wanted != kUntyped && type != wanted)
      return fail(Errc::kBadType, parameters[i].name, "$ must be $, the type of $", kDTypes[type].name,
                  kDTypes[wanted].name,
                  parameters[i].tie == Tie::kData ? call.op->data : "the inputs before it");
    if (parameters[i].tie == Tie::kEachOther) shared = type;
  }
  return {};
}

Result<void> check_shapes(const Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (call.present[i] && !fits(parameters[i].shape, call.arguments[i]))
      return fail(Errc::kBadRank, parameters[i].name, "must be $, not of rank % and length %",
                  parameters[i].shape.words, call.arguments[i].rank, call.arguments[i].values.size());
  return {};
}

Result<void> check_integers(const Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (call.present[i] && call.arguments[i].fraction_at >= 0) {
      if (call.arguments[i].rank == 0)
        return fail(Errc::kNotInteger, parameters[i].name, "is %; it must be an integer",
                    call.arguments[i].fraction);
      return fail(Errc::kNotInteger, parameters[i].name, "entry % is %; it must be an integer",
                  call.arguments[i].fraction_at, call.arguments[i].fraction);
    }
  return {};
}

Result<void> check(const Call& call) {
  for (const auto check : {check_presence, check_types, check_shapes, check_integers})
    if (const auto ok = check(call); !ok) return ok;
  if (call.op->takes == Takes::kOne && call.has_num_outputs && call.num_outputs < 1)
    return fail(Errc::kBadCount, "num_outputs", "% outputs; a node has at least 1", call.num_outputs);
  return {};
}

Result<void> check_outputs(const Call& call, Index made) {
  if (!call.has_num_outputs || made == call.num_outputs) return {};
  return fail(Errc::kCountMismatch, "num_outputs", "is %, but $ makes % $ here", call.num_outputs,
              call.op->op_type, made, made == 1 ? "output" : "outputs");
}

constexpr std::span<const Operator> (*kFamilies[])() = {
    ops::slice,          ops::split,  ops::split_to_sequence,    ops::variadic_split, ops::openvino_slice,
    ops::openvino_split, ops::concat, ops::concat_from_sequence, ops::tensor_scatter, ops::openvino_concat,
    ops::slice_scatter,  ops::ours,
};

}  // namespace

const Operator* operator_at(std::size_t i) {
  for (const auto family : kFamilies) {
    const auto rows = family();
    if (i < rows.size()) return &rows[i];
    i -= rows.size();
  }
  return nullptr;
}

const Argument* Call::find(Literal name, Kind kind) const {
  for (std::size_t i = 0; i < op->parameters.size(); ++i)
    if (present[i] && op->parameters[i].kind == kind && op->parameters[i].name == name) return &arguments[i];
  return nullptr;
}

const Argument* Call::find(Literal name) const {
  const Argument* input = find(name, Kind::kInput);
  return input != nullptr ? input : find(name, Kind::kAttribute);
}

Index Call::integer(Literal name) const {
  if (const Argument* argument = find(name)) return argument->values[0];
  for (const Parameter& parameter : op->parameters)
    if (parameter.name == name && parameter.fallback) return *parameter.fallback;
  assert(false && "an optional integer without a fallback must be asked for with find()");
  return 0;
}

Result<Plan> plan(const Call& call) {
  if (const auto ok = check(call); !ok) return failure(ok);
  auto plan = call.op->plan(call);
  if (!plan) return plan;
  if (const auto ok = check_outputs(call, call.op->gives_sequence ? 1 : plan->count()); !ok)
    return failure(ok);
  return plan;
}

Result<View> Call::output(const View& sizes) const {
  View view = sizes;
  view.offset = 0;
  if (make_row_major(view) < 0) return fail(Errc::kTooLarge, op->data, "more than 2^53 - 1 elements");
  if (const auto ok = lay_out(view, out, Errc::kBadOut, "out"); !ok) return failure(ok);
  return view;
}

Result<void> lay_out(View& view, const Layout& layout, Errc code, Literal param) {
  if (!layout.given) return {};
  if (layout.strides.size() != static_cast<std::size_t>(view.rank()))
    return fail(code, param, "% strides for rank %", layout.strides.size(), view.rank());
  if (view.elements() == 0) return {};
  Index first = view.offset = layout.offset, last = first;
  bool bounded = true;
  for (int i = 0; i < view.rank(); ++i) {
    Axis& axis = view.axes[i];
    axis.stride = axis.size > 1 ? layout.strides[static_cast<std::size_t>(i)] : 0;
    bounded = bounded && is_countable(axis.size - 1, axis.stride);
    if (bounded) (axis.stride < 0 ? first : last) += (axis.size - 1) * axis.stride;
  }
  if (bounded && first >= 0 && last < layout.entries) return {};
  return fail(code, param, "strides reach outside the % elements of its data", layout.entries);
}

Result<void> ops::check_shape(const Call& call, const View& second, const View& like, Literal name,
                              int shorter) {
  const Literal param = call.op->second;
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

Result<Index> check_count(Index count, Literal param) {
  if (count <= kMaxOutputs) return count;
  return fail(Errc::kTooManyOutputs, param, "% outputs; at most % are made", count, kMaxOutputs);
}

}  // namespace microtome
