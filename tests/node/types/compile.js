// Compiles the type tests, as a program would: against the declarations that are shipped, or the sources.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { inRoot } from '../../../tools/common/paths.js';

const TSC = inRoot('node_modules/typescript/bin/tsc');
const TESTS = inRoot('tests/node/types');
export const SHIPPED = 'microtome';
export const SOURCES = '../../../web/lib/index.ts';
/** The entry for files, as the tests import it; beside the one that a program knows as `from`. */
const FILES = '../../../web/lib/source.ts';

/**
 * The configurations to compile programs under: libraries and compiler options.
 * @typedef {{ lib: string[], options?: Record<string, unknown>, without?: string[] }} Host
 * @type {Record<string, Host>}
 */
export const HOSTS = {
  'all that hosts have': { lib: ['esnext', 'dom'] },
  'the language alone': { lib: ['es2022'], without: ['host.test-d.ts', 'dom.test-d.ts'] },
  'the language of 2020': { lib: ['es2020'], without: ['host.test-d.ts', 'dom.test-d.ts'] },
  'a page without Float16Array': { lib: ['es2022', 'dom'], without: ['host.test-d.ts'] },
  'exact optional properties': { lib: ['esnext', 'dom'], options: { exactOptionalPropertyTypes: true } },
};

/**
 * Compiles files that know the library as `from`; gives tsc's exit code and what it says.
 * @param {string} name of a folder to write, or its path
 * @param {string} from
 * @param {Record<string, string>} files
 * @param {Host} host
 * @param {string} [tsc] the compiler; default: our own
 */
export function compile(name, from, files, { lib, options }, tsc = TSC) {
  const folder = resolve(inRoot('build/types-test'), isAbsolute(name) ? name : name.replace(/\W+/g, '_'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files))
    writeFileSync(
      join(folder, file),
      text
        .replaceAll(`'${SOURCES}'`, `'${from}'`)
        .replaceAll(`'${FILES}'`, `'${from === SHIPPED ? `${SHIPPED}/source` : FILES}'`),
    );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib,
    types: [],
    allowJs: true,
    skipLibCheck: false,
    noErrorTruncation: true,
    allowImportingTsExtensions: true,
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

/** The type tests, by their names. @param {readonly string[]} [without] @returns {Record<string, string>} */
export const typeTests = (without = []) =>
  Object.fromEntries(
    readdirSync(TESTS)
      .filter((name) => name.endsWith('.ts') && !without.includes(name))
      .map((name) => [name, readFileSync(join(TESTS, name), 'utf8')]),
  );
