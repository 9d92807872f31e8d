// Memory of exactly so many bytes. Under AddressSanitizer a block is an allocation of its own, so that the
// first byte read or written outside it is seen, before it as well as after it. Without, marked bytes are on
// either side, and show a write.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__  // as g++ does
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, size) (static_cast<void>(begin), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(begin, size) (static_cast<void>(begin), static_cast<void>(size))
#endif

namespace microtome::testing {

inline constexpr std::uint8_t kMark = 0xa5;
/// Fills outputs before they are written.
inline constexpr std::uint8_t kJunk = 0x5a;

/// Bytes that nobody may read or write while this object lives, if AddressSanitizer is there to see it: the
/// first of `bytes`, because forbidding megabytes takes longer than the test.
class Forbidden {
 public:
  explicit Forbidden(std::span<const std::uint8_t> bytes)
      : bytes_(bytes.first(std::min(bytes.size(), std::size_t{4096}))) {
    ASAN_POISON_MEMORY_REGION(bytes_.data(), bytes_.size());
  }
  ~Forbidden() { ASAN_UNPOISON_MEMORY_REGION(bytes_.data(), bytes_.size()); }
  Forbidden(const Forbidden&) = delete;
  Forbidden& operator=(const Forbidden&) = delete;

 private:
  std::span<const std::uint8_t> bytes_;
};

class Block {
 public:
  /// `misalignment` bytes after a multiple of 16; with 0, its first byte is the first of an allocation.
  explicit Block(std::size_t size, std::size_t misalignment = 0)
      : before_(kGuard + misalignment), size_(size), memory_(new std::uint8_t[before_ + size + kGuard]) {
    std::memset(memory_.get(), kMark, before_);
    std::memset(data(), kJunk, size);
    std::memset(data() + size, kMark, kGuard);
  }
  explicit Block(std::span<const std::uint8_t> bytes, std::size_t misalignment = 0)
      : Block(bytes.size(), misalignment) {
    std::ranges::copy(bytes, data());
  }

  std::uint8_t* data() { return memory_.get() + before_; }
  std::size_t size() const { return size_; }
  std::span<std::uint8_t> bytes() { return {data(), size_}; }
  /// Does it hold these bytes, and are those on either side as they were?
  bool holds(std::span<const std::uint8_t> expected) const {
    const std::uint8_t* const begin = memory_.get() + before_;
    const auto marked = [](std::uint8_t b) { return b == kMark; };
    return std::ranges::equal(std::span(begin, size_), expected) &&
           std::all_of<const std::uint8_t*>(memory_.get(), begin, marked) &&
           std::all_of(begin + size_, begin + size_ + kGuard, marked);
  }

 private:
#ifdef __SANITIZE_ADDRESS__
  static constexpr std::size_t kGuard = 0;
#else
  static constexpr std::size_t kGuard = 64;
#endif
  std::size_t before_, size_;
  std::unique_ptr<std::uint8_t[]> memory_;
};

}  // namespace microtome::testing
