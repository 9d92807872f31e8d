// Debian packages: debian.lock pins those that set-up unpacks, for each processor. They are fetched by path from the mirror that the
// machine's apt uses, and nothing is unpacked whose SHA-256 is another. A mirror that has moved on, as forky's does, gives its
// current versions, with a warning. `node tools/setup.js --renew` writes the lock again; review what has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, Unavailable } from '../common/failure.js';
import { inRoot, inToolchain } from '../common/paths.js';
import { ofMegabytes } from '../common/progress.js';
import { capture, findProgram } from '../common/run.js';
import { failureOf, listCurrent, mirror, osRelease } from './apt.js';

/** @import { Progress } from '../common/progress.js' */
/** @typedef {{ name: string, version: string, path: string, size: number, sha256: string }} Package `path` is the mirror's */

/**
 * @typedef {object} Recipe
 * @property {string} name of its lines in debian.lock
 * @property {string} suite
 * @property {string[]} packages
 * @property {boolean} [closure] with all their dependencies
 * @property {RegExp} [leaveOut] dependencies that the host has already
 * @property {string} otherwise what a user can do if this fails
 */

/** Debian's names of the processors that set-up knows, by Node's. @type {Record<string, string>} */
export const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

const LOCK = inRoot('tools/setup/debian.lock');
const HELPER = '/usr/lib/apt/apt-helper';
const DEBS = inToolchain('debs');
const UNPACKED_PER_DOWNLOADED = 6;

/** True if this is Debian. */
export const isDebian = () => Boolean(findProgram('apt-get') && /^ID=debian$/m.test(osRelease()));

/** True if set-up has Debian packages for this machine. */
export const hasPackages = () => isDebian() && process.arch in ARCHITECTURES;

/** Where a package's file is, or will be. @param {Package} one */
export const fileOf = ({ path }) => join(DEBS, basename(path));

/**
 * The packages of a recipe that the lock names.
 * @param {string} name
 * @param {string} [architecture]
 * @returns {Package[]}
 */
export function lockedPackages(name, architecture = ARCHITECTURES[process.arch]) {
  const lines = existsSync(LOCK) ? readFileSync(LOCK, 'utf8').split('\n') : [];
  return lines
    .map((line) => line.split(' '))
    .filter(([recipe, processor]) => recipe === name && processor === architecture)
    .map(([, , name, version, path, size, sha256]) => ({ name, version, path, size: Number(size), sha256 }));
}

/**
 * Adds its locked packages to a recipe, so that a step is done again if the lock changes.
 * @template {Recipe} T
 * @param {T} recipe
 */
export const locked = (recipe) => ({ ...recipe, locked: lockedPackages(recipe.name) });

/**
 * Downloads what a recipe asks for. Files that are here already are kept.
 * @param {Recipe & { locked: Package[] }} recipe
 * @param {Progress} progress
 * @returns {Promise<Package[]>}
 */
export async function fetchPackages(recipe, progress) {
  checkMachine(recipe.otherwise);
  if (recipe.locked.length === 0)
    throw new Failure(`debian.lock has nothing for ${recipe.name}; run node tools/setup.js --renew.`);
  const gone = await download(recipe.locked, recipe, progress);
  if (!gone) return recipe.locked;
  progress.note(
    `!!! ${gone}, which tools/setup/debian.lock names. Current versions of ${recipe.suite} are taken, and may build other bytes.`,
  );
  const current = await listCurrent(recipe, ARCHITECTURES[process.arch], progress);
  const missing = await download(current, recipe, progress);
  if (missing) throw new Unavailable(`${missing}; run the same command again, or ${recipe.otherwise}.`);
  return current;
}

/** @param {string} otherwise */
function checkMachine(otherwise) {
  if (!isDebian())
    throw new Unavailable(`this machine is not Debian, so its apt cannot be used; ${otherwise}.`);
  if (!(process.arch in ARCHITECTURES))
    throw new Unavailable(
      `set-up has Debian packages for the processors ${Object.keys(ARCHITECTURES).join(' and ')}, not for ${process.arch}; ${otherwise}.`,
    );
}

/**
 * apt's own helper fetches, because it knows the machine's proxies and certificates.
 * @param {Package[]} packages
 * @param {Recipe} recipe
 * @param {Progress} progress
 * @returns {Promise<string>} what the mirror does not have, or ''
 */
async function download(packages, { suite, otherwise }, progress) {
  mkdirSync(DEBS, { recursive: true });
  const total = packages.reduce((sum, { size }) => sum + size, 0);
  needDisk(total * UNPACKED_PER_DOWNLOADED);
  const here = () => packages.reduce((sum, one) => sum + Math.min(one.size, sizeOf(fileOf(one))), 0);
  const wanted = packages.filter((one) => !isHere(one));
  const count = `${packages.length} package${packages.length === 1 ? '' : 's'}`;
  progress.note(`${count} of ${suite}, ${ofMegabytes(here(), total)} already here`);
  if (wanted.length === 0) return '';
  const from = await mirror(otherwise);
  const files = wanted.flatMap((one) => [`${from}/${one.path}`, fileOf(one), `SHA256:${one.sha256}`]);
  const timer = setInterval(() => progress.update(`downloading, ${ofMegabytes(here(), total)}`), 200);
  const { all } = await capture(
    HELPER,
    ['-o', 'APT::Sandbox::User=', '-o', 'Acquire::Retries=3', 'download-file', ...files],
    { env: { LC_ALL: 'C' } },
  ).finally(() => clearInterval(timer));
  const failed = wanted.find((one) => !isHere(one));
  if (!failed) return '';
  if (/Hash Sum mismatch/.test(all))
    throw new Failure(
      `the Debian mirror's ${failed.path} has another SHA-256 than ${failed.sha256}; ${otherwise}.`,
    );
  if (/^E: Failed to fetch \S+ +4\d\d /m.test(all))
    return `the Debian mirror no longer has ${failed.name} ${failed.version}`;
  throw failureOf(all, otherwise);
}

/** @param {Package} one */
const isHere = (one) =>
  sizeOf(fileOf(one)) === one.size &&
  createHash('sha256')
    .update(readFileSync(fileOf(one)))
    .digest('hex') === one.sha256;

/** @param {string} file */
const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Fails early if the disk has too little room. @param {number} bytes */
function needDisk(bytes) {
  const { bavail, bsize } = statfsSync(DEBS);
  if (bavail * bsize >= bytes) return;
  throw new Failure(
    `the disk is full: set-up needs ${Math.ceil(bytes / 1e6)} MB, but only ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
  );
}

/**
 * Writes the lock again: the current packages of these recipes, for each processor.
 * @param {Recipe[]} recipes
 * @param {Progress} progress
 */
export async function renewLock(recipes, progress) {
  const lines = [
    `# What \`node tools/setup.js --renew\` found on ${new Date().toISOString().slice(0, 10)}; tools/setup/debian.js explains it.`,
    '# recipe processor package version path size SHA-256',
  ];
  for (const architecture of Object.values(ARCHITECTURES))
    for (const recipe of recipes) {
      const found = await listCurrent(recipe, architecture, progress);
      for (const { name, version, path, size, sha256 } of found.sort((a, b) => (a.path < b.path ? -1 : 1)))
        lines.push([recipe.name, architecture, name, version, path, size, sha256].join(' '));
    }
  writeFileSync(LOCK, `${lines.join('\n')}\n`);
}
