// Which elements a view has.
#pragma once

#include <vector>

#include "plan/view.hpp"

namespace microtome::testing {

/// The elements of a view in order, by their addresses.
inline std::vector<Index> addresses(const View& view) {
  std::vector<Index> list;
  if (view.elements() == 0) return list;
  list.reserve(static_cast<std::size_t>(view.elements()));
  list.push_back(view.offset);
  for (int a = view.rank(); a-- > 0;) {  // from the inside out: every axis repeats what it encloses
    const std::size_t enclosed = list.size();
    for (Index i = 1; i < view.axes[a].size; ++i)
      for (std::size_t k = 0; k < enclosed; ++k) list.push_back(list[k] + i * view.axes[a].stride);
  }
  return list;
}

}  // namespace microtome::testing
