#include "plan/ops/pieces.hpp"

#include <algorithm>

#include "plan/operator.hpp"

namespace microtome::ops {

Result<void> check_sizes(std::span<const Index> sizes, Literal param, int axis, Index size, Pieces& pieces,
                         Rest rest) {
  if (auto ok = check_count(static_cast<Index>(sizes.size()), param); !ok) return ok;
  const bool allowed = rest == Rest::kAllowed;
  constexpr Index kTooMuch = kMaxIndex + 1;  // longer than every axis, so sums cannot overflow
  Index sum = 0;
  bool has_rest = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < (allowed ? -1 : 0))
      return fail(Errc::kBadSize, param, "entry % is %; sizes are $0 or more", i, sizes[i],
                  allowed ? "-1, " : "");
    if (sizes[i] < 0) {
      if (has_rest)
        return fail(Errc::kAmbiguousSize, param, "entry % is a second -1; only one is allowed", i);
      has_rest = true;
    } else {
      sum = std::min(sum, kTooMuch) + std::min(sizes[i], kTooMuch);
    }
  }
  if (has_rest ? sum > size : sum != size)
    return fail(Errc::kSumMismatch, param, "$% but axis % has size %",
                has_rest ? "entries other than -1 sum to " : "entries sum to ", sum, axis, size);
  pieces = Pieces::of(sizes, size - sum);
  return {};
}

}  // namespace microtome::ops
