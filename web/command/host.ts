// Modules of Node without what `import` would load with them, such as streams: `ls` and `--help` need none of that,
// and would take a tenth more time.
export const fs = process.getBuiltinModule('node:fs');
export const util = process.getBuiltinModule('node:util');
