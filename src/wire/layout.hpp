// Reads layouts: where the elements of a strided tensor or output are in its array. wire.hpp says what the
// words are.
#pragma once

#include "error.hpp"
#include "plan/view.hpp"
#include "words.hpp"

namespace microtome {

/// Reads where the elements of a tensor of this rank are, in an array of `length` elements.
Result<void> read_layout(Reader& in, int rank, Index length, Layout& layout, Literal param);

/// Number of elements in an array of `entries` entries, which may be unknown (-1).
Index elements_of(int type, Index entries);

/// Where outputs are written. A cut may have a million, so they stay words, as tensors do.
class Layouts {
 public:
  /// Reads the layouts of all outputs. That of a join's one output becomes `out`, which is null for a cut.
  Result<void> read(Reader& in, int type, Layout* out);

  /// Sets the type that the arrays hold. If elements are converted, it is not the type that was read.
  void hold(int type) { type_ = type; }

  Index count() const { return count_; }  ///< 0: all outputs are in row-major order
  /// Reads the next one again; false if that output is in row-major order.
  bool next(Layout& layout);

 private:
  Result<void> read_one(Reader& in, Layout& layout) const;

  Reader words_{{}};
  Index count_ = 0;
  int type_ = 0;
};

/// The error for words that web/lib never writes.
[[gnu::noinline]] Failed refuse_request();

/// An array may have any number of entries; more than kMaxIndex count as kMaxIndex.
inline constexpr Index kMostEntries = std::numeric_limits<Index>::max();

}  // namespace microtome
