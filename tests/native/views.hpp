// Views narrowed by value, so that a test may say in one expression what it expects.
#pragma once

#include "plan/view.hpp"

namespace microtome::testing {

inline View take(View view, int axis, Index start, Index step, Index count) {
  view.take(axis, start, step, count);
  return view;
}

inline View drop(View view, int axis) {
  view.drop(axis);
  return view;
}

}  // namespace microtome::testing
