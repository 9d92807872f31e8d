// The fuzz targets without a fuzzer: on what fuzzing has found worth keeping (tests/fuzz/corpus/<target>/),
// so that defects that are mended stay so, and on random bytes and lines.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../fuzz/targets.hpp"
#include "elements.hpp"
#include "random.hpp"

using namespace microtome::testing;

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

TEST_CASE("the fuzzer's targets on what is drawn for them", "[fuzz]") {
  for (const auto& target : microtome::fuzz::kTargets) {
    Random random(announced(target.name.data()));
    for (int run = 0; run < runs_here(target.runs); ++run) {
      const Bytes data = target.draw(random);
      INFO(target.name << ", run " << run);
      REQUIRE_NOTHROW(target.run(data));
    }
  }
}
