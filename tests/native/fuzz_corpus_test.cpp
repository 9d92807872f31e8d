// What fuzzing has found worth keeping (tests/fuzz/corpus/<target>/), once through its target each: defects
// that are mended stay so, and the targets stay alive where there is no fuzzer.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../fuzz/targets.hpp"
#include "elements.hpp"

using microtome::testing::Bytes;

TEST_CASE("the fuzzer's corpus", "[fuzz]") {
  for (const auto& target : microtome::fuzz::kTargets) {
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(MICROTOME_FUZZ_CORPUS) / target.name)) {
      std::ifstream in(entry.path(), std::ios::binary);
      const Bytes data(std::istreambuf_iterator<char>(in), {});
      INFO(entry.path().string());
      CHECK_NOTHROW(target.run(data));
      ++files;
    }
    INFO(target.name);
    CHECK(files > 0);
  }
}
