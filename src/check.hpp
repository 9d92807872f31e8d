// Checks that the release keeps, because without them memory would be read or written at a wrong place. A
// caller that fails one has a bug: the native program stops, and in WebAssembly the call traps.
#pragma once

namespace microtome {

inline void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace microtome
