// Elements as bytes, written from the semantics page and not from the core: how many there are, how they are
// packed, and which of them an output has. An element by itself is `width_of` bytes; packed elements are one
// byte each, and strings are stood for by one byte.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "node.hpp"

namespace microtome::testing {

using Bytes = std::vector<std::uint8_t>;

int bits_of(const std::string& type);  ///< 0: string
std::size_t width_of(const std::string& type);
bool is_packed(const std::string& type);
/// Entries of the JavaScript array that holds `n` elements.
Index entries_of(const std::string& type, Index n);

/// Elements 0, 1, 2, ...: element k has the bits of k.
Bytes iota(const std::string& type, Index n);
/// Those of `elements` with these indices, one after the other; below 0, zero.
Bytes pick(const Bytes& elements, const std::string& type, const std::vector<Index>& indices);
/// As they are stored: packed types bit by bit, pad bits 0; others are stored as they are.
Bytes stored(const Bytes& elements, const std::string& type);
/// Element `i` of an array of packed elements, which begins there.
std::uint8_t packed_at(const std::uint8_t* array, int bits, Index i);
/// Makes it the low bits of `value`. All other bits of the array stay as they are.
void put_packed(std::uint8_t* array, int bits, Index i, std::uint8_t value);
/// Puts elements into these places of an array. All other bits of the array stay as they are.
void put(Bytes& array, const std::string& type, const std::vector<Index>& places, const Bytes& elements);

}  // namespace microtome::testing
