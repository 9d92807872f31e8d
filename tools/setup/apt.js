// A private apt: it has its own package lists and an empty package status, so it can fetch packages of any
// Debian suite without root and without changing the system. apt itself checks signatures and hashes, and
// resumes downloads. The address of the mirror comes from the machine's apt configuration.
import { existsSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, Unavailable } from '../common/failure.js';
import { inToolchain, TOOLCHAIN } from '../common/paths.js';
import { ofMegabytes } from '../common/progress.js';
import { capture, findProgram } from '../common/run.js';

/** @typedef {{ name: string, file: string, size: number }} Package `file` is where its .deb is or will be */

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const UNPACKED_PER_DOWNLOADED = 6;

/** @type {Map<string, ReturnType<typeof openSuite>>} their lists are updated once per run */
const suites = new Map();

/** True if `fetchPackages` can work on this machine. */
export const isDebian = () => Boolean(findProgram('apt-get') && /^ID=debian$/m.test(osRelease()));

/** The name of the machine's own Debian suite, such as bookworm. */
export const hostSuite = () => /^VERSION_CODENAME=(\w+)$/m.exec(osRelease())?.[1] ?? 'stable';

/**
 * Downloads packages of a suite, and with `closure` all their dependencies. Files that exist are kept.
 * @param {object} wanted
 * @param {string} wanted.suite
 * @param {string[]} wanted.packages
 * @param {boolean} [wanted.closure]
 * @param {RegExp} [wanted.leaveOut] dependencies that the host has already
 * @param {string} wanted.otherwise what a user can do if this fails
 * @param {import('../common/progress.js').Progress} progress
 * @returns {Promise<Package[]>}
 */
export async function fetchPackages({ suite, packages, closure = false, leaveOut, otherwise }, progress) {
  if (!findProgram('apt-get'))
    throw new Unavailable(`apt-get is missing, so this is not Debian; ${otherwise}.`);
  if (!isDebian())
    throw new Unavailable(`this machine is not Debian, so its apt cannot be used; ${otherwise}.`);
  const opened = suites.get(suite) ?? openSuite(suite, otherwise, progress);
  suites.set(suite, opened);
  const apt = await opened;
  const named = await listPackages(apt, packages, closure, otherwise);
  const list = named.filter(({ name }) => !leaveOut?.test(name));
  const total = list.reduce((sum, { size }) => sum + size, 0);
  needDisk(total * UNPACKED_PER_DOWNLOADED);
  const here = () => list.reduce((sum, { file, size }) => sum + Math.min(size, sizeOf(file)), 0);
  progress.note(
    `${list.length} package${list.length === 1 ? '' : 's'} of ${suite}, ${ofMegabytes(here(), total)} already here`,
  );
  const timer = setInterval(() => progress.update(`downloading, ${ofMegabytes(here(), total)}`), 200);
  const { code, all } = await apt(['download', ...list.map(({ name }) => name)]).finally(() =>
    clearInterval(timer),
  );
  if (code !== 0 || here() !== total) throw offline(all, otherwise);
  return list;
}

/**
 * @param {string} suite
 * @param {string} otherwise
 * @param {import('../common/progress.js').Progress} progress
 */
async function openSuite(suite, otherwise, progress) {
  const folder = inToolchain('apt', suite);
  const debs = join(folder, 'debs');
  for (const part of ['lists/partial', 'cache/archives/partial', 'debs'])
    mkdirSync(join(folder, part), { recursive: true });
  const key = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  writeFileSync(join(folder, 'sources.list'), `deb ${key}${await mirror(otherwise)} ${suite} main\n`);
  writeFileSync(join(folder, 'status'), '');
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  /** @param {string[]} args @param {string} [cwd] */
  const apt = (args, cwd = debs) =>
    capture('apt-get', [...flags, '-q', ...args], { cwd, env: { LC_ALL: 'C' } });
  progress.update(`reading the package lists of ${suite}`);
  const { code, all } = await apt(['update']);
  if (code !== 0) throw offline(all, otherwise);
  return Object.assign(apt, { folder, debs });
}

/**
 * @param {Awaited<ReturnType<typeof openSuite>>} apt
 * @param {string[]} packages
 * @param {boolean} closure
 * @param {string} otherwise
 * @returns {Promise<Package[]>}
 */
async function listPackages(apt, packages, closure, otherwise) {
  const command = closure ? ['install', '--no-install-recommends', '-y'] : ['download'];
  // beside the downloads, because `download` does not list what its folder already has
  const { code, out, all } = await apt([...command, '--print-uris', ...packages], apt.folder);
  if (code !== 0)
    throw new Unavailable(`apt cannot find ${packages.join(', ')} (${lastError(all)}); ${otherwise}.`);
  return [...out.matchAll(/^'[^']+' (\S+) (\d+) \S+$/gm)].map(([, file, size]) => ({
    name: file.split('_')[0],
    file: join(apt.debs, file),
    size: Number(size),
  }));
}

/**
 * The address of the machine's Debian mirror. apt has it even before its first `update`.
 * @param {string} otherwise
 */
async function mirror(otherwise) {
  const { out } = await capture('apt-get', [
    'indextargets',
    '--format',
    '$(RELEASE) $(COMPONENT) $(REPO_URI)',
  ]);
  const uri = out
    .split('\n')
    .map((line) => line.split(' '))
    .find(([suite, part]) => suite === hostSuite() && part === 'main')?.[2];
  if (!uri)
    throw new Unavailable(
      `apt has no source for Debian ${hostSuite()}; add one to /etc/apt/sources.list, or ${otherwise}.`,
    );
  return uri;
}

/**
 * Fails early if the disk has too little room.
 * @param {number} bytes
 */
export function needDisk(bytes) {
  const { bavail, bsize } = statfsSync(TOOLCHAIN);
  if (bavail * bsize >= bytes) return;
  throw new Failure(
    `the disk is full: set-up needs ${Math.ceil(bytes / 1e6)} MB, but only ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
  );
}

/**
 * @param {string} log
 * @param {string} otherwise
 */
function offline(log, otherwise) {
  if (/No space left/i.test(log))
    return new Failure('the disk is full; free about 2 GB and run the same command again.');
  return new Unavailable(
    `the Debian mirror cannot be reached (${lastError(log)}); connect to the network and run the same command again, or ${otherwise}.`,
  );
}

/** @param {string} log */
const lastError = (log) => /^[EW]: (.*)$/m.exec(log)?.[1] ?? log.trim().split('\n').at(-1);

/** @param {string} file */
const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const osRelease = () =>
  existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8').replaceAll('"', '') : '';
