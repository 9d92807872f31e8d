#include "error.hpp"

namespace microtome {

thread_local constinit Error last_error;

void Error::write_sentence(Text& out) const {
  if (tensor >= 0) out.format("tensor %: ", tensor);
  out.add(pattern, values);
  const char* separator = "";
  for (int type = 0; type < kDTypeCount; ++type) {
    if (!contains(legal, type)) continue;
    out.add(separator);
    out.add(kDTypes[type].name.text());
    separator = ", ";
  }
}

}  // namespace microtome
