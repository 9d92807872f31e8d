// The tables of types and operators, and limits, as JSON text. The build passes them on to JavaScript and to
// the documentation.
#pragma once

#include <string_view>

namespace microtome {

/// ASCII; a 0 follows it. An object: the lists `dtypes`, `operators` and `ways`, the `numbers` that both
/// sides use, and where each word of a record is (wire/record.hpp).
std::string_view describe();

}  // namespace microtome
