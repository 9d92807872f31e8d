// Kernels, which move elements. They know only widths and strides.
//
// How to add a kernel: write one function with a main loop on 16-byte vectors (vector.hpp) and plain moves
// for the remainder, and name it in the table of its file. (packed.cpp and copy_packed.cpp have no table: one
// loop serves all packings.) The sweeps in tests/native/ then compare it with a naive loop.
//
// Intervals are in bytes and half-open. Outputs overlap neither inputs nor each other. Nothing need be
// aligned. No byte outside the intervals is read or written: an array may end where memory ends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace microtome::kernels {

/// Element i is the `width` bytes at in + i*stride; it goes to out + i*out_stride.
/// `stride` may be negative, 0, or no multiple of `width`; elements of `in` may overlap.
/// Reads only the hull of the elements, which includes the gaps between them:
///   stride >= 0: in[0, (count-1)*stride + width)       stride < 0: in[(count-1)*stride, width)
/// `out_stride` is at least `width`, or at most -width; anything if there is one element. Writes only the
/// elements: the gaps between them stay as they are. It is fast if `out` has no gaps (out_stride == width).
void copy_strided(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
                  ptrdiff_t out_stride);

/// copy_strided of `columns` elements, for each of `rows` rows: row r begins at in + r*in_pitch, and goes to
/// out + r*out_pitch. It is fast if there are few columns and the width is 1, 2, 4, 8 or 16.
void copy_rows(const uint8_t* in, ptrdiff_t in_pitch, ptrdiff_t stride, size_t width, size_t rows,
               size_t columns, uint8_t* out, ptrdiff_t out_pitch, ptrdiff_t out_stride);

/// Byte b of row i, out[i*size + b], is byte from[b] of the `hull` bytes at in + i*pitch. `size` and `hull`
/// are at most 16, and `pitch` is not 0.
void copy_patterns(const uint8_t* in, ptrdiff_t pitch, size_t hull, const uint8_t* from, size_t size,
                   size_t count, uint8_t* out);

/// Repeats out[0, size), so that out[0, count*size) has it `count` times.
void repeat(uint8_t* out, size_t size, size_t count);

/// Lines of a table: line i begins at first + i*pitch, or at each[i] if that is given.
template <class Byte>
struct Lines {
  Byte* first = nullptr;
  ptrdiff_t pitch = 0;
  Byte* const* each = nullptr;
};

/// Turns a table of `rows` lines into one of `columns` lines: the `width` bytes at in[r] + c*width go to
/// out[c] + r*width. At most one side has `each`. Lines of `in` may overlap. Reads no more than the hull of
/// the lines of `in` (with `each`, no more than the lines), and writes only the elements. False, and nothing
/// has moved, if there is no kernel. There is none for a width other than 1, 2, 4 and 8, and none for `each`
/// with a single line, or with 2 or 3 lines whose elements have less than 8 bytes and gaps between them on
/// the other side. (Reading three of four has a kernel.) To ask, pass a table without elements.
bool transpose_lines(const Lines<const uint8_t>& in, const Lines<uint8_t>& out, size_t width, size_t rows,
                     size_t columns);

/// Element i becomes the `width` bytes at table + x*width, where x is the number of `from` bytes, 1 or 2, at
/// in + i*stride. They go to out + i*out_stride. `can_look_up` must be true for the width; if `from` is 2,
/// the width is 1, 2, 4 or 8.
constexpr bool can_look_up(size_t width) {
  return width <= 16 && (0b1'0001'0001'0001'1110 >> width & 1) != 0;
}
void look_up(const uint8_t* in, size_t from, ptrdiff_t stride, const uint8_t* table, size_t width,
             size_t count, uint8_t* out, ptrdiff_t out_stride);

// Packed elements have `bits` bits, and are stored in units (storage.hpp):
//   1, 2: the first element in the most significant bits of the byte.
//   4:    the first element in the low nibble.
//   3:    8 elements in two bytes of low 2 bits and one byte of high bits, most significant bits first.
//   6:    4 elements in two bytes of low 4 bits and one byte of high 2 bits, most significant bits first.

/// Unpacks one element to each byte of out[0, count), upper bits 0. Reads in[0, packed_bytes(count, bits)).
void unpack(const uint8_t* in, int bits, size_t count, uint8_t* out);

/// The inverse: writes out[0, packed_bytes(count, bits)), with pad bits 0. Reads in[0, count) and
/// ignores its upper bits.
void pack(const uint8_t* in, int bits, size_t count, uint8_t* out);

/// Elements [to, to + count) of the packed `out` become elements [from, from + count) of the packed `in`.
/// Reads the units of `in` that hold them, and writes the units of `out` that do. Other elements and unused
/// bits in those units stay as they are.
void copy_packed(const uint8_t* in, size_t from, int bits, size_t count, uint8_t* out, size_t to);

}  // namespace microtome::kernels
