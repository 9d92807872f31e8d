// A private apt: it has its own package lists and an empty package status, so it can say which packages any Debian suite has now,
// for any processor, without root and without changing the system. apt itself checks signatures. The address of the mirror comes
// from the machine's apt configuration.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, Unavailable } from '../common/failure.js';
import { inToolchain } from '../common/paths.js';
import { capture } from '../common/run.js';

/** @import { Package, Recipe } from './debian.js' */
/** @import { Progress } from '../common/progress.js' */

/** Names another mirror, such as a day of Debian's archive of all days, which has what mirrors no longer have. */
const MIRROR_VARIABLE = 'MICROTOME_MIRROR';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** By suite and processor: their lists are updated once per run. @type {Map<string, ReturnType<typeof openSuite>>} */
const suites = new Map();

/**
 * The packages of a recipe, as its suite has them now.
 * @param {Recipe} recipe
 * @param {string} architecture
 * @param {Progress} progress
 * @returns {Promise<Package[]>}
 */
export async function listCurrent(recipe, architecture, progress) {
  const { suite, packages, closure, leaveOut, otherwise } = recipe;
  const key = `${suite}-${architecture}`;
  const opened = suites.get(key) ?? openSuite(suite, architecture, otherwise, progress);
  suites.set(key, opened);
  const apt = await opened;
  const command = closure ? ['install', '--no-install-recommends', '-y'] : ['download'];
  const { code, out, all } = await apt([...command, '--print-uris', ...packages]);
  if (code !== 0)
    throw new Unavailable(`apt cannot find ${packages.join(', ')} (${lastError(all)}); ${otherwise}.`);
  return [...out.matchAll(/^'[^']+\/(pool\/[^']+)' (\S+) (\d+) SHA256:(\w+)$/gm)]
    .map(([, path, file, size, sha256]) => {
      const [name, version] = decodeURIComponent(file).split('_');
      return { name, version, path, size: Number(size), sha256 };
    })
    .filter(({ name }) => !leaveOut?.test(name));
}

/** @param {string} suite @param {string} architecture @param {string} otherwise @param {Progress} progress */
async function openSuite(suite, architecture, otherwise, progress) {
  const folder = inToolchain('apt', `${suite}-${architecture}`);
  for (const part of ['lists/partial', 'cache/archives/partial'])
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
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'Acquire::ForceHash': 'SHA256',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  /** @param {string[]} args */
  const apt = (args) => capture('apt-get', [...flags, '-q', ...args], { cwd: folder, env: { LC_ALL: 'C' } });
  progress.update(`reading the package lists of ${suite}`);
  const { code, all } = await apt(['update']);
  if (code !== 0) throw failureOf(all, otherwise);
  return apt;
}

/**
 * The address of the machine's Debian mirror, without a slash at its end. apt has it even before its first `update`.
 * @param {string} otherwise
 */
export async function mirror(otherwise) {
  const named = process.env[MIRROR_VARIABLE] ?? (await configuredMirror());
  if (named) return named.replace(/\/+$/, '');
  throw new Unavailable(
    `apt has no source for Debian ${hostSuite()}; add one to /etc/apt/sources.list, or ${otherwise}.`,
  );
}

async function configuredMirror() {
  const format = '$(RELEASE) $(COMPONENT) $(REPO_URI)';
  const { out } = await capture('apt-get', ['indextargets', '--format', format]);
  const targets = out.split('\n').map((line) => line.split(' '));
  return targets.find(([suite, part]) => suite === hostSuite() && part === 'main')?.[2];
}

/** What apt's words mean to a person. @param {string} log @param {string} otherwise */
export function failureOf(log, otherwise) {
  if (/No space left/i.test(log))
    return new Failure('the disk is full; free about 2 GB and run the same command again.');
  return new Unavailable(
    `the Debian mirror cannot be reached (${lastError(log)}); connect to the network and run the same command again, or ${otherwise}.`,
  );
}

/** @param {string} log */
const lastError = (log) => /^[EW]: (.*)$/m.exec(log)?.[1] ?? log.trim().split('\n').at(-1);

/** The name of the machine's own Debian suite, such as bookworm. */
const hostSuite = () => /^VERSION_CODENAME=(\w+)$/m.exec(osRelease())?.[1] ?? 'stable';

export const osRelease = () =>
  existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8').replaceAll('"', '') : '';
