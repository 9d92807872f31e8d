// The tables, for the build: tools/build/deliver.js writes them into the script. They never change while the
// module runs, and to send them would take more code than they are.
#include "describe.hpp"

extern "C" [[clang::export_name("describe")]] const char* describe_tables() {
  return microtome::describe().data();
}
