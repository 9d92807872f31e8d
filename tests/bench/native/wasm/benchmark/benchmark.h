// The few names of Google Benchmark that kernels_bench.cpp uses, for WebAssembly, where its library is not at
// hand. Prints the same JSON as far as it is read: {"benchmarks": [{"name", "bytes_per_second"}]}.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace benchmark {

class State {
 public:
  explicit State(int64_t iterations) : iterations_(iterations) {}
  struct [[maybe_unused]] Tick {};
  struct Iterator {
    int64_t left;
    bool operator!=(const Iterator& other) const { return left != other.left; }
    void operator++() { --left; }
    Tick operator*() const { return {}; }
  };
  Iterator begin() const { return {iterations_}; }
  static Iterator end() { return {0}; }
  int64_t iterations() const { return iterations_; }
  void SetBytesProcessed(int64_t bytes) { bytes_ = bytes; }
  int64_t bytes() const { return bytes_; }

 private:
  int64_t iterations_;
  int64_t bytes_ = 0;
};

template <class T>
void DoNotOptimize(T&& value) {
  asm volatile("" : : "r"(value) : "memory");
}
inline void ClobberMemory() { asm volatile("" : : : "memory"); }

struct Registered {
  std::string name;
  std::function<void(State&)> run;
};
inline std::vector<Registered>& registered() {
  static std::vector<Registered> all;
  return all;
}
template <class F>
void RegisterBenchmark(const char* name, F&& run) {
  registered().push_back({name, run});
}

inline double seconds_of(const Registered& one, int64_t iterations, int64_t& bytes) {
  State state(iterations);
  const auto since = std::chrono::steady_clock::now();
  one.run(state);
  bytes = state.bytes();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

inline void Initialize(int*, char**) {}
inline void Shutdown() {}

/// Doubles the iterations until they take long enough; then the best of five.
inline void RunSpecifiedBenchmarks() {
  constexpr double kEnough = 0.02;
  std::printf("{\"benchmarks\": [\n");
  const char* separator = "";
  for (const Registered& one : registered()) {
    int64_t iterations = 1;
    int64_t bytes = 0;
    double best = seconds_of(one, iterations, bytes);
    while (best < kEnough) best = seconds_of(one, iterations *= 2, bytes);
    for (int i = 0; i < 5; ++i) best = std::min(best, seconds_of(one, iterations, bytes));
    std::printf("%s{\"name\": \"%s\", \"bytes_per_second\": %.6g}", separator, one.name.c_str(),
                static_cast<double>(bytes) / best);
    separator = ",\n";
  }
  std::printf("]}\n");
}

}  // namespace benchmark
