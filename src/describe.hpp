// The tables as JSON text: how the build learns them, and from it JavaScript and the generators of
// documentation, so that they stand only once.
#pragma once

#include <string_view>

namespace microtome {

/// ASCII, and behind it a 0:
/// `{ "dtypes": [...], "operators": [...], "max_rank": ..., "max_outputs": ... }`
std::string_view describe();

}  // namespace microtome
