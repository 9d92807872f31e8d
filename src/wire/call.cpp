#include "wire/call.hpp"

#include <algorithm>
#include <limits>

#include "dtype.hpp"
#include "wire/tensors.hpp"

namespace microtome {
namespace {

/// Reads the tensors, of which the first is the data.
Result<void> read_tensors(Reader& in, Call& call) {
  const Operator& op = *call.op;
  const bool is_two = op.takes == Takes::kTwo;
  const bool is_list = op.takes == Takes::kAny || op.takes == Takes::kSequence;
  const Index one_or_two = is_two ? 2 : 1;
  const Index count = is_list ? in.next_within(0, kMaxIndex) : in.next_within(one_or_two, one_or_two);
  if (in.malformed()) return refuse_request();
  if (count == 0) return fail(Errc::kMissing, op.data, "there is no tensor; at least one is needed");
  if (op.takes != Takes::kOne) call.tensors = Tensors(in.rest(), count);
  Tensor tensor;
  for (Index i = 0; i < count; ++i) {
    if (auto ok = read_tensor(in, tensor, i == 1 && is_two ? op.second : op.data); !ok) {
      if (is_list) ok.error().tensor = static_cast<int>(i);
      return ok;
    }
    if (i == 0) {
      call.type = tensor.type;
      call.data = tensor.view;
    } else if (tensor.type != call.type && call.other == 0) {
      call.other = i;
      call.other_type = tensor.type;
    }
  }
  if (is_two) call.second = tensor.view;
  return {};
}

/// Is `count` the product of the sizes?
bool is_count(std::span<const Index> sizes, std::size_t count) {
  Index product = std::ranges::find(sizes, 0) != sizes.end() ? 0 : 1;
  for (const Index size : sizes) {
    if (size < 0 || size > kMaxIndex || !is_countable(product, size)) return false;
    product *= size;
  }
  return product == static_cast<Index>(count);
}

void read_arguments(Reader& in, Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Argument& argument = call.arguments[i];
    argument.type = static_cast<int>(in.next_within(kAbsent, kDTypeCount - 1));
    if (!argument.present()) continue;
    const Index rank = in.next_within(0, kMaxIndex);
    argument.rank =
        static_cast<int>(std::min<Index>(rank, kMaxRank + 1));  // every parameter refuses such a rank
    Fraction of_sizes;
    if (parameters[i].any_rank()) in.next_indices(argument.rank, of_sizes, argument.sizes);
    const Index count = rank == 0 ? in.next_within(1, 1) : in.next_within(0, kMaxIndex);
    const bool had_fraction = call.fraction.at >= 0;
    if (parameters[i].int64)
      argument.values = in.next_wide(count, call.fraction);
    else
      in.next_indices(count, call.fraction, argument.values);
    if (!had_fraction) call.fraction_of = i;
    if (parameters[i].any_rank() && !is_count(argument.sizes, argument.values.size())) in.refuse();
  }
}

}  // namespace

Result<void> read_call(Reader& in, Call& call, Layouts& layouts) {
  const Index flags = in.next_within(0, kHasCount | kAnyType | kViews | kInOneArray | kNegatives);
  call.has_num_outputs = (flags & kHasCount) != 0;
  call.has_any_type = (flags & kAnyType) != 0;
  call.wants_views = (flags & kViews) != 0;
  call.in_one_array = (flags & kInOneArray) != 0;
  call.has_negatives = (flags & kNegatives) != 0;
  const double num_outputs = in.next();
  call.num_outputs = Reader::to_integer(num_outputs);
  if (call.num_outputs == Reader::kNoInteger)
    return fail(Errc::kNotInteger, "num_outputs", "is %; it must be an integer", num_outputs);
  if (auto ok = read_tensors(in, call); !ok) return ok;
  Fraction bad;
  in.next_indices(in.next_within(0, kMaxRank), bad, call.drops);
  Index last = -1;
  for (const Index axis : call.drops) {
    if (axis <= last || axis >= call.data.rank()) return refuse_request();
    last = axis;
  }
  read_arguments(in, call);
  if (auto ok = layouts.read(in, call.type, call.op->takes == Takes::kOne ? nullptr : &call.out); !ok)
    return ok;
  if (in.malformed()) return refuse_request();
  return {};
}

}  // namespace microtome
