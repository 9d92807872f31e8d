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

Result<void> check_types(const Call& call) {
  if (call.type != kUntyped)
    if (auto ok = check_type(call.op->data, call.op->types, call.type); !ok) return ok;
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

constexpr std::span<const Operator> (*kFamilies[])() = {ops::slice, ops::split, ops::split_to_sequence,
                                                        ops::variadic_split};

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
  for (const auto check : {check_presence, check_types, check_shapes, check_integers})
    if (const auto ok = check(call); !ok) return failure(ok);
  if (call.has_num_outputs && call.num_outputs < 1)
    return fail(Errc::kBadCount, "num_outputs", "% outputs; a node has at least 1", call.num_outputs);
  auto plan = call.op->plan(call);
  if (!plan || !call.has_num_outputs) return plan;
  const Index made = call.op->gives_sequence ? 1 : plan->count();
  if (made == call.num_outputs) return plan;
  return fail(Errc::kCountMismatch, "num_outputs", "is %, but $ makes % $ here", call.num_outputs,
              call.op->op_type, made, made == 1 ? "output" : "outputs");
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
