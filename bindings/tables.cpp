// The tables, for the build: tools/build/deliver.js writes them into a section of the module. They never
// change while it runs, and to send them would take more code than they are.
#include "describe.hpp"

extern "C" [[clang::export_name("describe")]] const char* describe_tables() {
  return microtome::describe().data();
}
