// THE element-type table. To add a type, add a row, and its name to the lists of the operators that take it
// (plan/ops/), and its arrays to web/lib/types/elements.ts. Storage, the other JavaScript and the
// documentation follow from the row. How a type is packed follows from its number of bits (storage.hpp): a
// second packing with the same number of bits would need its own key in all code that counts packed elements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "storage.hpp"
#include "text.hpp"

namespace microtome {

struct DType {
  Literal name;     ///< onnxruntime's name, or OpenVINO's where ONNX has none
  int bits = 0;     ///< per element; 0: not a number of bits (strings)
  int numbers = 1;  ///< per element; 2 in complex types, which have an array entry for each

  constexpr bool is_string() const { return bits == 0; }
  constexpr bool packed() const { return bits % 8 != 0; }
  constexpr Storage storage() const {
    return packed() ? Storage{.width = 1, .packed_bits = bits} : Storage{.width = is_string() ? 1 : bits / 8};
  }
  /// Bytes of an array entry; strings are counted as if they had one.
  constexpr int entry_width() const { return storage().width / numbers; }
  /// Elements that are stored together, and the array entries that hold them.
  constexpr int group() const { return packed() ? unit_elements(bits) : 1; }
  constexpr int entries() const { return packed() ? unit_bytes(bits) : numbers; }
  /// Array entries that hold `n` elements.
  constexpr std::int64_t length(std::int64_t n) const {
    return packed() ? packed_bytes(n, bits) : n * numbers;
  }
};

/// A row of the table. The module needs only the type; describe.cpp, which is not in the module, reads the
/// rest.
struct DTypeRow {
  DType type;
  Literal classes;  ///< JavaScript classes that hold it. Data without a type has the type of the first row
                    ///< that names its class.
  Literal alias = {};
  int integer = 0;  ///< bits of its values, negative if they are signed; 0: not an integer
};

inline constexpr DTypeRow kDTypeRows[] = {
    {{"float32", 32}, "Float32Array"},
    {{"float64", 64}, "Float64Array"},
    {{"uint8", 8}, "Uint8Array Uint8ClampedArray", {}, 8},
    {{"int8", 8}, "Int8Array", {}, -8},
    {{"uint16", 16}, "Uint16Array", {}, 16},
    {{"int16", 16}, "Int16Array", {}, -16},
    {{"uint32", 32}, "Uint32Array", {}, 32},
    {{"int32", 32}, "Int32Array", {}, -32},
    {{"uint64", 64}, "BigUint64Array", {}, 64},
    {{"int64", 64}, "BigInt64Array", {}, -64},
    {{"float16", 16}, "Float16Array Uint16Array"},
    {{"bool", 8}, "Uint8Array", {}, 1},
    {{"string", 0}, "Array"},
    {{"complex64", 64, 2}, "Float32Array"},
    {{"complex128", 128, 2}, "Float64Array"},
    {{"bfloat16", 16}, "Uint16Array"},
    {{"u1", 1}, "Uint8Array", {}, 1},
    {{"u2", 2}, "Uint8Array", {}, 2},
    {{"u3", 3}, "Uint8Array", {}, 3},
    {{"u4", 4}, "Uint8Array", "uint4", 4},
    {{"u6", 6}, "Uint8Array", {}, 6},
    {{"i4", 4}, "Uint8Array", "int4", -4},
    {{"nf4", 4}, "Uint8Array"},
    {{"f4e2m1", 4}, "Uint8Array", "float4e2m1"},
    {{"f8e4m3", 8}, "Uint8Array", "float8e4m3fn"},
    {{"f8e5m2", 8}, "Uint8Array", "float8e5m2"},
    {{"f8e8m0", 8}, "Uint8Array", "float8e8m0"},
};
inline constexpr int kDTypeCount = std::size(kDTypeRows);

/// The types of the rows alone.
struct DTypes {
  DType rows[kDTypeCount];
  constexpr DTypes() { std::ranges::transform(kDTypeRows, rows, &DTypeRow::type); }
};
inline constexpr DTypes kTypesOfRows;
inline constexpr auto& kDTypes = kTypesOfRows.rows;

/// A set of rows of kDTypes, one bit each.
using TypeSet = std::uint32_t;
static_assert(kDTypeCount <= 32);
static_assert(std::ranges::all_of(kDTypes,
                                  [](const DType& type) { return !type.packed() || is_packing(type.bits); }));

/// Index of the row called `name`, -1 if there is none.
constexpr int dtype(std::string_view name) {
  for (int i = 0; i < kDTypeCount; ++i)
    if (std::string_view(kDTypes[i].name) == name) return i;
  return -1;
}

void unknown_element_type();  // not constexpr: calling it ends the compilation

/// The set of the space-separated names; does not compile if one of them is not in the table.
consteval TypeSet types(std::string_view names) {
  TypeSet set = 0;
  while (!names.empty()) {
    const std::size_t end = names.find(' ');
    const int row = dtype(names.substr(0, end));
    if (row < 0) unknown_element_type();
    set |= TypeSet{1} << row;
    names.remove_prefix(end == names.npos ? names.size() : end + 1);
  }
  return set;
}

constexpr bool contains(TypeSet set, int type) { return type >= 0 && ((set >> type) & 1u) != 0; }

}  // namespace microtome
