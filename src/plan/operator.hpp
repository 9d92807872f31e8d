// Operators: one row is one version of one operator, as its document declares it. Names, types, ranks and
// optional parameters are data, which one place checks for all rows. Then the row's function, which is pure,
// decides the views: of a cut, which makes several tensors from one, or of a join, which makes one from
// several. To add a version, add a row at the bottom of its file in ops/. To add an operator, add a file
// there, and its rows to operators.cpp.
#pragma once

#include <optional>
#include <span>

#include "dtype.hpp"
#include "error.hpp"
#include "plan/plan.hpp"

namespace microtome {

enum class Kind : std::uint8_t { kInput, kAttribute };
/// The ranks that a parameter may have.
struct Shape {
  int least, most;
  bool one = false;  ///< exactly one value, even with rank 1
  Literal words;
};
inline constexpr Shape kVector = {.least = 1, .most = 1, .words = "a 1-D tensor"};
inline constexpr Shape kScalarOrVector = {.least = 0, .most = 1, .words = "a scalar or a 1-D tensor"};
inline constexpr Shape kScalarOrOne = {
    .least = 0, .most = 1, .one = true, .words = "a scalar or a 1-D tensor of one element"};
inline constexpr Shape kScalar = {.least = 0, .most = 0, .one = true, .words = "a scalar"};
/// The same for attributes, which are not tensors.
inline constexpr Shape kInteger = {.least = 0, .most = 0, .one = true, .words = "one integer"};
inline constexpr Shape kIntegers = {.least = 1, .most = 1, .words = "a list of integers"};
inline constexpr Shape kAnyRank = {.least = 0, .most = kMaxRank, .words = "a tensor"};
inline constexpr Shape kWord = {.least = 0, .most = 0, .one = true, .words = "one word"};

/// Which type an input must have: any that its list allows, the data's, or the same as the other tied inputs.
enum class Tie : std::uint8_t { kNone, kData, kEachOther };

/// A list has one entry for each of these.
enum class Per : std::uint8_t { kOther, kAxis, kOutput };

struct Parameter {
  Literal name;
  Kind kind = Kind::kInput;
  Shape shape = kVector;
  bool optional = false;
  TypeSet types =
      microtome::types("int32 int64");  ///< of a tensor given for it; attributes keep this default
  Tie tie = Tie::kNone;
  Per per = Per::kOther;               ///< instead of parameters per axis, callers may give a slice string
  std::optional<Index> fallback = {};  ///< of an optional integer
  Literal choices = {};                ///< the legal words of an attribute, whose value is the index of one
  bool int64 = false;                  ///< all 64 bits matter, so each value is two words
  Literal literal = {};  ///< what callers give for an attribute, if web/lib turns it into integers
  bool is_value =
      false;  ///< an element of the data's type. The core gets its type and shape; web/lib keeps it
  bool is_mask = false;  ///< its values are the positions of what is true, in ascending order

  /// Does a request also have its sizes?
  constexpr bool any_rank() const { return shape.most > 1; }
};

/// The parameters of a row: inputs first, in their order, then attributes.
class Parameters : public std::span<const Parameter> {
 public:
  static constexpr std::size_t kMost = 4;
  constexpr Parameters() = default;
  template <std::size_t N>
  constexpr Parameters(const Parameter (&list)[N]) : span(list) {
    static_assert(N <= kMost, "a call has no room for the arguments");
  }
};

// In place of an element type.
inline constexpr int kUntyped = -1;  ///< of plain numbers
inline constexpr int kAbsent = -2;   ///< of a parameter that is not given

/// The value of a parameter. Only the type is set if it is absent.
struct Argument {
  int type = kAbsent;
  int rank;
  std::span<Index> sizes;   ///< of a parameter that has them
  std::span<Index> values;  ///< words of the request, which operators may change

  bool present() const { return type != kAbsent; }
};

struct Operator;

/// Gives a view the strides of a layout; `code` blames `param` if they reach outside its array.
Result<void> lay_out(View& view, const Layout& layout, Errc code, Literal param);

/// A node and the shape of its data: everything that a plan depends on.
struct Call {
  const Operator* op = nullptr;
  int type = kUntyped;
  bool has_any_type = false;  ///< the row's list of types is not checked
  bool has_num_outputs = false;
  bool wants_views = false;    ///< asks where the outputs are in the data, instead of for moves
  bool has_negatives = false;  ///< negative indices count from the end, also if the document has none
  bool in_one_array = false;  ///< the parts (inputs of a join, outputs of a cut) with strides share one array
  Index num_outputs = 0;      ///< the node's output count, if given
  View data;
  Tensors tensors = {};  ///< of a join, including the data
  View second;           ///< of two tensors
  Index other = 0;       ///< number of the first tensor of another type than the data; 0: there is none
  int other_type = kUntyped;
  Argument arguments[Parameters::kMost] = {};  ///< in the order of the row's parameters
  Fraction fraction = {};       ///< first entry of an argument that is no integer; 0 in `values`
  std::size_t fraction_of = 0;  ///< number of its parameter
  std::span<Index> drops = {};  ///< axes that single indices of a slice string drop
  Layout out = {};              ///< of a join's output

  /// Argument number `i`, nullptr if absent.
  const Argument* argument(std::size_t i) const { return arguments[i].present() ? &arguments[i] : nullptr; }
  /// The argument of this name, nullptr if absent. If an input and an attribute share a name (Split-1), it is
  /// the input.
  const Argument* find(Literal name) const;
  /// The value of an integer attribute or input that is present or has a fallback.
  Index integer(Literal name) const;
  /// Gives the output of a join, whose sizes are set, the strides of `out`. If the output is too large,
  /// `param` is blamed, or the data if it is empty.
  Result<void> lay_out_output(View& output, Literal param = {}) const;
};

/// The tensors that an operator takes.
enum class Takes : std::uint8_t {
  kOne,       ///< the one that it cuts
  kAny,       ///< any number of inputs, which it joins
  kSequence,  ///< the same, as one input
  kTwo,       ///< one, and another that replaces elements of it
  kValue,     ///< one, and a value: a join whose part 1 is one element, which web/lib keeps
};

struct Operator {
  Literal domain;
  Literal op_type;
  int since_version;
  Literal data;   ///< name of the first input
  TypeSet types;  ///< of the first input
  Parameters parameters;
  Result<void> (*plan)(const Call&, Plan&);
  bool gives_sequence = false;  ///< all its tensors are one output of the node
  Takes takes = Takes::kOne;
  Literal second = {};       ///< name of the second of two tensors
  bool is_hidden = false;    ///< only web/lib makes such calls
  bool is_between = false;   ///< the second of two tensors is the node's input after the first parameter
  bool never_views = false;  ///< the output of its cut is never a view of the data, nor overlaps it
  bool assigns = false;      ///< its output is its first tensor, which web/lib writes into
};

/// A row that joins.
constexpr Operator joining(Literal domain, Literal op_type, int since_version, Takes takes, Literal data,
                           TypeSet types, Parameters parameters, Result<void> (*plan)(const Call&, Plan&),
                           Literal second = {}) {
  return {domain, op_type, since_version, data, types, parameters, plan, false, takes, second};
}

constexpr Operator copying(Operator row) {
  row.never_views = true;
  return row;
}

constexpr Operator after_first_parameter(Operator row) {
  row.is_between = true;
  return row;
}

constexpr Operator hidden(Operator row) {
  row.is_hidden = true;
  return row;
}

constexpr Operator assigning(Operator row) {
  row.assigns = true;
  return hidden(row);
}

/// Row i of the table of all operators, in which the versions of one are neighbours, oldest first; nullptr
/// after the last row.
const Operator* operator_at(std::size_t i);

/// Checks the call against its row, then plans it.
Result<void> plan(const Call& call, Plan& plan);

/// Resolves an axis, which counts from the end if it is negative: to one in [0, rank), or kBadAxis.
Result<int> resolve_axis(const View& data, Index axis, Literal param);

/// Refuses more than kMaxOutputs outputs, and blames `param`.
Result<void> check_count(Index count, Literal param);

}  // namespace microtome
