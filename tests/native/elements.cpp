#include "elements.hpp"

#include <algorithm>
#include <stdexcept>

namespace microtome::testing {
namespace {

// The documents say: "u1, u2 most significant bits first; i4, u4, nf4, f4e2m1 low nibble first." "u3: 8
// elements in 3 bytes, element k has its low 2 bits in (b0<<8|b1) >> 2(7-k) and its high bit in b2 >> (7-k)."
// "u6: 4 elements in 3 bytes, low 4 bits in (b0<<8|b1) >> 4(3-k), high 2 bits in b2 >> 2(3-k)."

/// Where an array has so many bits of an element.
struct Field {
  Index byte;
  int shift, mask;
};

Field field_at(Index bit, int width, bool low_first) {
  const auto within = static_cast<int>(bit % 8);
  return {.byte = bit / 8, .shift = low_first ? within : 8 - width - within, .mask = (1 << width) - 1};
}
/// The low bits of element `i`, which are all but for groups.
Field low_field(int bits, Index i) {
  if (bits % 3 != 0) return field_at(i * bits, bits, bits == 4);
  const Index group = bits == 3 ? 8 : 4;
  const int low = 16 / static_cast<int>(group);
  return field_at(i / group * 24 + i % group * low, low, false);
}
/// The high bits of element `i` of a group.
Field high_field(int bits, Index i) {
  const Index group = bits == 3 ? 8 : 4;
  const int high = 8 / static_cast<int>(group);
  return field_at(i / group * 24 + 16 + i % group * high, high, false);
}

int get(const std::uint8_t* array, Field at) { return array[at.byte] >> at.shift & at.mask; }

void set(std::uint8_t* array, Field at, int value) {
  array[at.byte] =
      static_cast<std::uint8_t>((array[at.byte] & ~(at.mask << at.shift)) | (value & at.mask) << at.shift);
}

}  // namespace

int bits_of(const std::string& type) {
  if (type == "string") return 0;
  if (type == "bool") return 8;
  return std::stoi(type.substr(type.find_first_of("0123456789")));  // the first number: f8e4m3 has 8
}

bool is_packed(const std::string& type) { return bits_of(type) % 8 != 0; }

std::size_t width_of(const std::string& type) {
  return is_packed(type) || type == "string" ? 1 : static_cast<std::size_t>(bits_of(type)) / 8;
}

Index entries_of(const std::string& type, Index n) {
  if (type.starts_with("complex")) return 2 * n;
  switch (const int bits = bits_of(type); bits) {
    case 1:
    case 2:
    case 4:
      return n / (8 / bits) + (n % (8 / bits) != 0);
    case 3:
      return 3 * (n / 8 + (n % 8 != 0));
    case 6:
      return 3 * (n / 4 + (n % 4 != 0));
    default:
      return n;
  }
}

Bytes iota(const std::string& type, Index n) {
  const std::size_t width = width_of(type);
  Bytes elements(static_cast<std::size_t>(n) * width);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    std::size_t value = type == "bool" ? i % 2 : is_packed(type) ? i % (std::size_t{1} << bits_of(type)) : i;
    for (std::size_t b = 0; b < width; ++b, value >>= 8)
      elements[i * width + b] = static_cast<std::uint8_t>(value);
  }
  return elements;
}

Bytes pick(const Bytes& elements, const std::string& type, const std::vector<Index>& indices) {
  const std::size_t width = width_of(type);
  Bytes picked;
  picked.reserve(indices.size() * width);
  for (const Index i : indices) {
    const std::size_t at = static_cast<std::size_t>(i) * width;
    if (i < 0) {
      picked.insert(picked.end(), width, type == "nf4" ? std::uint8_t{7} : std::uint8_t{0});  // G4
      continue;
    }
    if (at + width > elements.size())
      throw std::logic_error("the oracle names an element that does not exist");
    for (std::size_t b = 0; b < width; ++b) picked.push_back(elements[at + b]);
  }
  return picked;
}

Bytes stored(const Bytes& elements, const std::string& type) {
  if (!is_packed(type)) return elements;
  const int bits = bits_of(type);
  Bytes bytes(static_cast<std::size_t>(entries_of(type, std::ssize(elements))));
  for (Index i = 0; i < std::ssize(elements); ++i)
    put_packed(bytes.data(), bits, i, elements[static_cast<std::size_t>(i)]);
  return bytes;
}

std::uint8_t packed_at(const std::uint8_t* array, int bits, Index i) {
  const int low = get(array, low_field(bits, i));
  if (bits % 3 != 0) return static_cast<std::uint8_t>(low);
  return static_cast<std::uint8_t>(low | get(array, high_field(bits, i)) << (2 * bits / 3));
}

void put_packed(std::uint8_t* array, int bits, Index i, std::uint8_t value) {
  set(array, low_field(bits, i), value);
  if (bits % 3 == 0) set(array, high_field(bits, i), value >> (2 * bits / 3));
}

void put(Bytes& array, const std::string& type, const std::vector<Index>& places, const Bytes& elements) {
  const std::size_t width = width_of(type);
  const int bits = is_packed(type) ? bits_of(type) : 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Index entries = bits != 0 ? entries_of(type, places[i] + 1) : places[i] + 1;
    if (static_cast<std::size_t>(entries) * width > array.size())
      throw std::logic_error("elements that the array has no room for");
    if (bits != 0)
      put_packed(array.data(), bits, places[i], elements[i]);
    else
      std::copy_n(&elements[i * width], width, &array[static_cast<std::size_t>(places[i]) * width]);
  }
}

}  // namespace microtome::testing
