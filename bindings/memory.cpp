// Memory for what grows, in place of a general allocator: two lists of words and one arena take all there is,
// and none is ever given back. So a piece begins where the one before it ends, and the last one grows where
// it lies; any other one moves to the end, and what it leaves is less than it takes, because lists double.
#include <cstdint>
#include <cstring>

extern "C" {
extern char __heap_base;
void* malloc(std::size_t size);
void* aligned_alloc(std::size_t alignment, std::size_t size);
void* realloc(void* piece, std::size_t size);
void free(void*);
}

namespace {

constexpr std::size_t kAlignment = 16, kPage = 1 << 16;  // what is rounded up stays within its page
constexpr auto kRefused = static_cast<std::size_t>(-1);

char* last = nullptr;
char* end = &__heap_base;

/// Makes `size` bytes from `begin` the last piece, if memory reaches that far.
char* place(char* begin, std::size_t size) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(begin) + std::uint64_t{size};
  const auto pages = static_cast<std::size_t>((wanted + kPage - 1) / kPage);
  const auto present = __builtin_wasm_memory_size(0);
  if (pages > present && __builtin_wasm_memory_grow(0, pages - present) == kRefused) return nullptr;
  last = begin;
  end = begin + (size + kAlignment - 1) / kAlignment * kAlignment;
  return begin;
}

}  // namespace

void* malloc(std::size_t size) { return place(end, size); }

void* aligned_alloc(std::size_t, std::size_t size) { return place(end, size); }

void* realloc(void* piece, std::size_t size) {
  if (piece == nullptr || piece == last) return place(piece == nullptr ? end : last, size);
  const auto* const old = static_cast<const char*>(piece);
  const auto length =
      static_cast<std::size_t>(end - old);  // at most: what lies behind it is copied for nothing
  char* const moved = place(end, size);
  return moved == nullptr ? nullptr : std::memcpy(moved, old, size < length ? size : length);
}

void free(void*) {}
