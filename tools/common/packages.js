// npm packages that only some commands need: installed by them into build/, exactly as their lock file says. A group is a folder of
// tests/ or tools/ that has a package.json and a package-lock.json. After a change of the first, run there
// `npm install --package-lock-only --omit-lockfile-registry-resolved`.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILD, inRoot } from './paths.js';
import { startProgress } from './progress.js';
import { capture } from './run.js';

/** Folders of the checkout. */
export const GROUPS = /** @type {const} */ ([
  'tests/bench/peers',
  'tests/bench/report',
  'tests/hosts',
  'tests/package',
  'tests/peers',
  'tests/recipes',
  'tests/types',
  'tools/site',
]);

/** @typedef {(typeof GROUPS)[number]} Group */

/** None of their scripts: onnxruntime-node's would fetch GPU libraries, Bun's would move its program. */
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export const LOCK = 'package-lock.json';

/** Where a group is installed. @param {Group} group */
export const homeOf = (group) => join(BUILD, group.replace(/^tests\//, ''));

/**
 * Installs a group, unless it is there. Gives false when that failed; what is missing is then found out by
 * `load`.
 * @param {Group} group
 */
export async function installGroup(group) {
  const home = homeOf(group);
  const stamp = join(home, 'installed.json');
  const wanted = contentOf(inRoot(group, LOCK));
  if (contentOf(stamp) === wanted) return true;
  const progress = startProgress(`Installing npm packages: ${group}`);
  mkdirSync(home, { recursive: true });
  for (const name of ['package.json', LOCK]) copyFileSync(inRoot(group, name), join(home, name));
  const failure = await npm(home, ['ci']);
  if (failure) progress.note(`npm could not: ${failure}`);
  else writeFileSync(stamp, wanted);
  progress.done();
  return !failure;
}

/**
 * `npm install`, or another command that installs, in a folder.
 * @param {string} folder
 * @param {readonly string[]} command
 * @returns {Promise<string>} why it could not, in npm's words; empty where it could
 */
export async function npm(folder, command) {
  const { code, all } = await capture('npm', [...command, ...QUIETLY], { cwd: folder });
  return code === 0 ? '' : (/npm error (?!code)(.*)/.exec(all)?.[1] ?? `exit code ${code}`);
}

/** A package of a group, as CommonJS sees it. @param {Group} group @param {string} name @returns {any} */
export const load = (group, name) => createRequire(join(homeOf(group), 'package.json'))(name);

/**
 * A package of a group, as a module beside it sees it.
 * @param {Group} group
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function importFrom(group, name) {
  const path = join(homeOf(group), 'import.mjs');
  writeFileSync(path, 'export default (name) => import(name);\n');
  return (await import(pathToFileURL(path).href)).default(name);
}

/**
 * Its version, undefined where it is not installed.
 * @param {Group} group
 * @param {string} name
 * @returns {string | undefined}
 */
export function versionOf(group, name) {
  const text = contentOf(join(homeOf(group), 'node_modules', name, 'package.json'));
  return text ? JSON.parse(text).version : undefined;
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A file of a group's packages, undefined if it is not there.
 * @param {Group} group
 * @param {string} path in node_modules; a star stands for any folder
 * @returns {string | undefined}
 */
export function findInPackages(group, path) {
  const [before, after] = path.split('*');
  const home = join(homeOf(group), 'node_modules', before);
  if (!existsSync(home)) return undefined;
  const candidates =
    after === undefined ? [home] : readdirSync(home).map((name) => join(home, `${name}${after}`));
  return candidates.find((candidate) => existsSync(candidate));
}
