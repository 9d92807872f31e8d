// The tables of types and operators, and limits, as JSON text. The build passes them on to JavaScript and to
// the documentation.
#pragma once

#include <string_view>

namespace microtome {

/// ASCII; a 0 follows it:
/// `{ "dtypes": [...], "operators": [...], "max_rank": ..., "max_outputs": ..., "script": [...] }`
std::string_view describe();

}  // namespace microtome
