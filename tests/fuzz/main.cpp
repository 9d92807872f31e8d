// libFuzzer's side of the targets: `--list` names them; `--target=wire` chooses one; `--seconds=60` ends a
// run after that much processor time, so that a busy machine does not shorten it.
#include <sys/time.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

#include "targets.hpp"

namespace {

using microtome::fuzz::kTargets;

const microtome::fuzz::Target* chosen = nullptr;

constexpr int kGrace = 30;  // seconds in which the last input must come to an end

/// libFuzzer ends on SIGUSR1 when an input is done. One that is not done by the next time hangs.
void end_of_time(int) {
  static volatile std::sig_atomic_t asked = 0;
  if (asked != 0) std::abort();
  asked = 1;
  std::raise(SIGUSR1);
}

void limit_processor_time(int seconds) {
  std::signal(SIGPROF, end_of_time);
  const itimerval timer{.it_interval = {.tv_sec = kGrace, .tv_usec = 0},
                        .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void read_option(std::string_view option) {
  constexpr std::string_view kTarget = "--target=", kSeconds = "--seconds=";
  if (option == "--list") {
    for (const auto& target : kTargets) std::cout << target.name << '\n';
    std::exit(0);
  }
  if (option.starts_with(kTarget))
    for (const auto& target : kTargets)
      if (target.name == option.substr(kTarget.size())) chosen = &target;
  if (option.starts_with(kSeconds)) limit_processor_time(std::atoi(option.substr(kSeconds.size()).data()));
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i) read_option((*arguments)[i]);
  if (chosen != nullptr) return 0;
  std::cerr << "--target= must be one of those that --list names\n";
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({data, size});
  return 0;
}
