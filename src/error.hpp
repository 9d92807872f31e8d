// The mistakes that the core finds: one row per kind. To add a kind, add a row here and one to `Mistakes` in
// web/lib/types.ts, which also lists those that JavaScript finds. A row's word is the `code` that users see,
// so it never changes. Sentences are written where a mistake is found: search for kBadAxis.
#pragma once

#include <cstdint>

#include "dtype.hpp"
#include "text.hpp"

namespace microtome {

// clang-format off
#define MICROTOME_ERRORS(ROW)                                                                     \
  ROW(kMissing,         "missing")           /* a required input or attribute is absent */        \
  ROW(kConflict,        "conflict")          /* two parameters exclude each other */              \
  ROW(kBadType,         "bad_type")          /* an element type outside the version's list */     \
  ROW(kBadRank,         "bad_rank")          /* a tensor of the wrong rank, or of too many axes */\
  ROW(kBadInput,        "bad_input")         /* dims, strides and data do not fit together */     \
  ROW(kTooLarge,        "too_large")         /* a size or a product of sizes beyond 2^53 */       \
  ROW(kNotInteger,      "not_integer")       /* a fraction, NaN or infinity */                    \
  ROW(kBadAxis,         "bad_axis")          /* an axis outside [-rank, rank) */                  \
  ROW(kRepeatedAxis,    "repeated_axis")     /* one axis named twice */                           \
  ROW(kTooManyAxes,     "too_many_axes")     /* more starts than the data has axes */             \
  ROW(kLengthMismatch,  "length_mismatch")   /* lists that go together differ in length */        \
  ROW(kZeroStep,        "zero_step")         /* a step of 0 */                                    \
  ROW(kIndexOutOfRange, "index_out_of_range")/* a single index outside its axis */                \
  ROW(kBadSize,         "bad_size")          /* a piece of negative size, a chunk below 1 */      \
  ROW(kAmbiguousSize,   "ambiguous_size")    /* more than one -1 */                               \
  ROW(kSumMismatch,     "sum_mismatch")      /* the sizes do not add up to the axis */            \
  ROW(kEmptySplit,      "empty_split")       /* a list of sizes without entries */                \
  ROW(kNotDivisible,    "not_divisible")     /* an axis that equal pieces do not divide */        \
  ROW(kBadCount,        "bad_count")         /* a number of outputs below 1 */                    \
  ROW(kCountMismatch,   "count_mismatch")    /* the node's outputs and the sizes differ in number */\
  ROW(kTooManyOutputs,  "too_many_outputs")  /* more than kMaxOutputs */                          \
  ROW(kShapeMismatch,   "shape_mismatch")    /* tensors whose shapes do not fit together */       \
  ROW(kNotAView,        "not_a_view")        /* axes that no stride can merge */                 \
  ROW(kBadOut,          "bad_out")           /* an array or its strides that cannot be written */ \
  ROW(kOutOfMemory,     "out_of_memory")     /* the lists of this call do not fit into memory */
// clang-format on

enum class Errc : std::uint8_t {
#define MICROTOME_ROW(name, word) name,
  MICROTOME_ERRORS(MICROTOME_ROW)
#undef MICROTOME_ROW
};

/// The stable word of a code: `bad_axis`.
constexpr Literal word(Errc code) {
  constexpr const char* kWords[] = {
#define MICROTOME_ROW(name, word) word,
      MICROTOME_ERRORS(MICROTOME_ROW)
#undef MICROTOME_ROW
  };
  return kWords[static_cast<std::size_t>(code)];
}

/// One occurrence. Its sentence is written only when it is needed.
struct Error {
  static constexpr int kMostValues = 4;

  Errc code = {};
  Literal param = {};        ///< in the document's spelling
  const char* pattern = "";  ///< of the sentence, which gives the wrong values and the legal ones
  Term values[kMostValues] = {};
  TypeSet legal = 0;  ///< element types, which end the sentence
  int tensor = -1;    ///< number in a list, with which the sentence begins; -1: not in a list

  void write_sentence(Text& out) const;
};

/// The mistake that was made last. A call ends with its first one, so there is only this one, and what passes
/// it on returns its address: copies would be a kilobyte of wasm.
extern thread_local constinit Error last_error;

/// What `fail` returns.
class [[nodiscard]] Failed {
 public:
  constexpr explicit Failed(Error& error) : error_(&error) {}
  Error& error() const { return *error_; }

 private:
  Error* error_;
};

/// A value, or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(value) {}
  Result(Failed failed) : error_(&failed.error()) {}
  explicit operator bool() const { return error_ == nullptr; }
  T operator*() const { return value_; }
  Error& error() const { return *error_; }

 private:
  T value_ = {};
  Error* error_ = nullptr;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failed failed) : error_(&failed.error()) {}
  explicit operator bool() const { return error_ == nullptr; }
  Error& error() const { return *error_; }

 private:
  Error* error_ = nullptr;
};

[[gnu::cold, gnu::noinline]] Failed fail_with(Errc code, Literal param, const char* pattern, auto... values) {
  static_assert(sizeof...(values) <= Error::kMostValues);
  last_error = {code, param, pattern, {Term(values)...}};
  return Failed(last_error);
}

/// `return fail(Errc::kBadAxis, "axis", "% is outside [%, %]", axis, lo, hi);`
template <class... Values>
Failed fail(Errc code, Literal param, Pattern<std::type_identity_t<Values>...> pattern, Values... values) {
  // few kinds of values, so that the module has few of these functions
  [[maybe_unused]] constexpr auto plain = [](auto value) {
    if constexpr (Number<decltype(value)>)
      return static_cast<double>(value);
    else
      return Literal(value);
  };
  return fail_with(code, param, pattern.text(), plain(values)...);
}

/// Passes a mistake on: `if (!axis) return failure(axis);`
template <class T>
Failed failure(const Result<T>& result) {
  return Failed(result.error());
}

}  // namespace microtome
