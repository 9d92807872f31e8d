// The folders that tools use. Only this file knows the layout of `.toolchain/` and `build/`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that set-up installs, node_modules apart. */
export const TOOLCHAIN = join(ROOT, '.toolchain');

/** Everything that the compilers write. */
export const BUILD = join(ROOT, 'build');

/** What the bench writes. */
export const BENCH_BUILD = join(BUILD, 'bench');

/** A path inside the checkout. @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** A path inside `.toolchain/`. @param {...string} parts */
export const inToolchain = (...parts) => join(TOOLCHAIN, ...parts);
