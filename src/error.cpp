#include "error.hpp"

namespace microtome {

constinit thread_local Error last_error;

void note(Errc code, Literal param, const char* pattern, const Term* values) {
  last_error.code = code;
  last_error.param = param;
  last_error.pattern = pattern;
  last_error.legal = 0;
  Term* out = last_error.values;
  for (; *pattern != 0; ++pattern)
    if (*pattern == '%' || *pattern == '$') *out++ = *values++;
}

void Error::write_sentence(Text& out) const {
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
