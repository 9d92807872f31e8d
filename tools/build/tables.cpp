// Prints the core's tables; tools/build/deliver.js runs it and makes a script of them.
#include <cstdio>

#include "describe.hpp"

int main() { return std::puts(microtome::describe().data()) < 0; }
