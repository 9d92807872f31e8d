#include "transpose_lines.hpp"

#include <bit>
#include <cassert>

namespace microtome::kernels {
namespace {

/// Most lines given by a pitch that move as streams.
constexpr size_t kFew = 16;

/// Where lines begin. Without `each`, they are at most kFew.
template <class Byte>
Byte* const* begins(const Lines<Byte>& lines, size_t count, Byte** found) {
  if (lines.each != nullptr) return lines.each;
  for (size_t i = 0; i < count; ++i) found[i] = lines.first + ptrdiff_t(i) * lines.pitch;
  return found;
}

/// Do lines move as streams?
template <class Byte>
bool are_streams(const Lines<Byte>& lines, size_t count, size_t bytes) {
  constexpr size_t kVector = 16;
  return lines.each != nullptr || (count <= kFew && bytes >= kVector);
}

}  // namespace

bool transpose_lines(const Lines<const uint8_t>& in, const Lines<uint8_t>& out, size_t width, size_t rows,
                     size_t columns) {
  if (width > 8 || !std::has_single_bit(width)) return false;
  if (out.each == nullptr && are_streams(in, rows, columns * width)) {
    const uint8_t* found[kFew];
    if (interleave(begins(in, rows, found), width, rows, columns, out.first, out.pitch)) return true;
  }
  if (in.each == nullptr && are_streams(out, columns, rows * width)) {
    uint8_t* found[kFew];
    if (deinterleave(in.first, in.pitch, width, columns, rows, begins(out, columns, found))) return true;
  }
  if (in.each != nullptr || out.each != nullptr) return false;
  transpose(in.first, in.pitch, width, rows, columns, out.first, out.pitch);
  return true;
}

}  // namespace microtome::kernels
