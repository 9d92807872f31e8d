// Checks that the release keeps, because memory would be read or written at a wrong place without them. A
// caller who fails one has a bug: natively the program stops, and in WebAssembly the call does.
#pragma once

namespace microtome {

inline void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace microtome
