#include "elements.hpp"

#include <algorithm>
#include <stdexcept>

namespace microtome::testing {
namespace {

std::size_t ceil_div(std::size_t n, std::size_t d) { return (n + d - 1) / d; }

/// "u3: 8 elements in 3 bytes, element k has its low 2 bits in (b0<<8|b1) >> 2(7-k) and its high bit in b2 >>
/// (7-k)." "u6: 4 elements in 3 bytes, low 4 bits in (b0<<8|b1) >> 4(3-k), high 2 bits in b2 >> 2(3-k)."
Bytes pack_in_groups(const Bytes& elements, unsigned low_bits, unsigned high_bits, std::size_t group) {
  Bytes bytes(3 * ceil_div(elements.size(), group));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::size_t base = i / group * 3;
    const unsigned from_end = static_cast<unsigned>(group - 1 - i % group);
    const unsigned low = elements[i] & ((1u << low_bits) - 1u);
    const unsigned high = (elements[i] >> low_bits) & ((1u << high_bits) - 1u);
    const unsigned both = low << (low_bits * from_end);
    bytes[base] = static_cast<std::uint8_t>(bytes[base] | (both >> 8));
    bytes[base + 1] = static_cast<std::uint8_t>(bytes[base + 1] | (both & 0xffu));
    bytes[base + 2] = static_cast<std::uint8_t>(bytes[base + 2] | (high << (high_bits * from_end)));
  }
  return bytes;
}

/// "u1, u2 most significant bits first; i4, u4, nf4, f4e2m1 low nibble first."
Bytes pack_in_bytes(const Bytes& elements, unsigned bits) {
  const std::size_t per_byte = 8 / bits;
  Bytes bytes(ceil_div(elements.size() * bits, 8));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto place = static_cast<unsigned>(i % per_byte);
    const unsigned shift = bits == 4 ? 4 * place : 8 - bits * (place + 1);
    const unsigned value = elements[i] & ((1u << bits) - 1u);
    bytes[i / per_byte] = static_cast<std::uint8_t>(bytes[i / per_byte] | (value << shift));
  }
  return bytes;
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
  switch (const int bits = bits_of(type); bits) {
    case 1:
    case 2:
    case 4:
      return pack_in_bytes(elements, static_cast<unsigned>(bits));
    case 3:
      return pack_in_groups(elements, 2, 1, 8);
    case 6:
      return pack_in_groups(elements, 4, 2, 4);
    default:
      return elements;
  }
}

namespace {

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
  const auto last = std::ranges::max_element(places);
  if (last == places.end()) return;
  Bytes values((static_cast<std::size_t>(*last) + 1) * width), mask = values;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t b = 0; b < width; ++b) {
      const std::size_t at = static_cast<std::size_t>(places[i]) * width + b;
      values[at] = elements[i * width + b];
      mask[at] = 0xff;
    }
  values = stored(values, type), mask = stored(mask, type);
  if (mask.size() > array.size()) throw std::logic_error("elements that the array has no room for");
  for (std::size_t b = 0; b < mask.size(); ++b)
    array[b] = static_cast<std::uint8_t>((array[b] & ~mask[b]) | (values[b] & mask[b]));
}

}  // namespace microtome::testing
