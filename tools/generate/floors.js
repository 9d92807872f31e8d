// The oldest browsers that the package can run in, by MDN's browser-compat-data: what the WebAssembly needs
// (tools/wasm/part_flags.txt) and what the delivered JavaScript uses (used.js). A new use that raises a floor shows as drift
// of the table in docs/hosts.md.
import { readFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';
import { WASM_FLAGS } from '../wasm/flags.js';
import { table } from './markdown.js';
import { usedBy } from './used.js';

/** @typedef {import('@mdn/browser-compat-data').SupportBlock} Support by browser */
/** The first version, and what needs it. @typedef {{ version: number, because: string }} Floor */

const DATA = /** @type {import('@mdn/browser-compat-data').CompatData} */ (/** @type {unknown} */ (bcd));

/** The columns of the table. */
const BROWSERS = {
  Chrome: 'chrome',
  Edge: 'edge',
  Firefox: 'firefox',
  Safari: 'safari',
  'Safari on iOS': 'safari_ios',
  'Samsung Internet': 'samsunginternet_android',
};

/** Rows: what a page imports. */
export const ENTRIES = ['microtome', 'microtome/slim', 'microtome/source', 'microtome/cached'];

/** Binaryen's flags, and what the data calls the feature. */
const WASM = /** @type {Record<string, string>} */ ({
  'bulk-memory': 'bulk-memory-operations',
  'bulk-memory-opt': 'bulk-memory-operations',
  multivalue: 'multi-value',
  'nontrapping-float-to-int': 'non-trapping-float-to-int-conversions',
  'reference-types': 'reference-types',
  'sign-ext': 'sign-extension-operations',
  simd: 'fixed-width-SIMD',
});
/** In the first version of WebAssembly in every browser, and not in the data. */
const WASM_FROM_THE_START = ['mutable-globals'];

/** Classes whose objects we get without naming the class. */
const INTERFACES = [
  'AbortSignal',
  'FileSystemDirectoryHandle',
  'FileSystemFileHandle',
  'FileSystemWritableFileStream',
  'ReadableStreamDefaultReader',
  'Response',
  'SubtleCrypto',
  'WritableStream',
  'WritableStreamDefaultWriter',
];

/** Names that the code checks for: it also runs where they are missing. */
export const OPTIONAL = ['Buffer', 'process', 'resizable', 'Uint8Array.fromBase64'];

/** Names of our own that a newer class of the language also has. */
export const OWN = ['bytes', 'escape', 'move', 'take'];

export function floorsTable() {
  const rows = ENTRIES.map((entry) => {
    const floors = floorsOf(filesOf(entry));
    const reasons = [...new Set(Object.values(floors).map(({ because }) => `\`${because}\``))];
    const versions = Object.entries(floors).map(
      ([browser, { version }]) => `${version} (${yearOf(browser, version)})`,
    );
    return [`\`${entry}\``, ...versions, reasons.join(', ')];
  });
  return table([['a page that imports', ...Object.keys(BROWSERS), 'decided by'], ...rows]);
}

/** When a version was released. @param {string} browser @param {number} version */
function yearOf(browser, version) {
  const releases = Object.entries(/** @type {any} */ (DATA.browsers)[browser].releases);
  const [, release] = releases.find(([name]) => Number(name) === version) ?? [];
  return /** @type {any} */ (release)?.release_date.slice(0, 4);
}

/** The published files of an entry, and all that they import. @param {string} entry */
export function filesOf(entry) {
  const first = `${entry.split('/')[1] ?? 'index'}.js`;
  const texts = new Map();
  const read = (/** @type {string} */ name) => {
    if (texts.has(name)) return;
    texts.set(name, readFileSync(inRoot('web/dist', name), 'utf8'));
    for (const [, next] of texts.get(name).matchAll(/(?:from |import\(|import )"\.\/([\w.-]+\.js)"/g))
      read(next);
  };
  read(first);
  return [...texts.values()];
}

/**
 * The floor of each browser for JavaScript that also loads the module.
 * @param {readonly string[]} sources
 * @returns {Record<string, Floor>}
 */
export function floorsOf(sources) {
  const used = usedBy(sources);
  const needed = [
    ...WASM_FLAGS.parts.flatMap(wasmFeature),
    ...[...used.syntax].map((key) => [lastOf(key), [supportAt(DATA.javascript, key)]]),
    ...[...used.globals].filter(isNeeded).map((name) => [name, [globalSupport(name)]]),
    ...[...used.statics].filter(isNeeded).map((name) => [name, staticSupport(name)]),
    ...[...used.members]
      .filter((name) => isNeeded(name) && !OWN.includes(name))
      .map((name) => [name, memberSupport(name, used.globals)]),
  ];
  return Object.fromEntries(
    Object.values(BROWSERS).map((browser) => [
      browser,
      floorIn(browser, /** @type {[string, Support[]][]} */ (needed)),
    ]),
  );
}

const isNeeded = (/** @type {string} */ name) =>
  !OPTIONAL.some((each) => name === each || name.startsWith(`${each}.`));

/** The latest of all first versions; one of several classes may be meant, so theirs is the earliest. @param {string} browser @param {readonly [string, Support[]][]} needed @returns {Floor} */
function floorIn(browser, needed) {
  let floor = { version: 0, because: '' };
  for (const [because, supports] of needed) {
    if (supports.length === 0) continue; // a name of our own
    const version = Math.min(...supports.map((support) => firstVersion(support, browser)));
    if (version === Number.POSITIVE_INFINITY) throw new Failure(`${browser} has no ${because}.`);
    if (version > floor.version) floor = { version, because };
  }
  return floor;
}

/** @param {Support} support @param {string} browser */
function firstVersion(support, browser) {
  const statements = [/** @type {any} */ (support)[browser] ?? []].flat();
  const versions = statements
    .filter((each) => !each.flags && !each.prefix && !each.alternative_name && !each.version_removed)
    .map(({ version_added: version }) =>
      typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.NaN,
    );
  return Math.min(...versions.filter((version) => version > 0)); // Infinity: none
}

/** @param {string} flag of Binaryen @returns {[string, Support[]][]} */
function wasmFeature(flag) {
  const name = flag.replace('--enable-', '');
  if (WASM_FROM_THE_START.includes(name)) return [];
  return [[`WebAssembly ${WASM[name] ?? name}`, [supportAt(DATA.webassembly, WASM[name] ?? name)]]];
}

/** @param {any} data @param {string} key of a feature, as 'operators.await.top_level' */
function supportAt(data, key) {
  const found = key.split('.').reduce((at, name) => at?.[name], data)?.__compat;
  if (found === undefined) throw new Failure(`browser-compat-data has no ${key}.`);
  return /** @type {Support} */ (found.support);
}

const lastOf = (/** @type {string} */ key) => (key.split('.').at(-1) ?? '').replaceAll('_', ' ');

/** Where a class or a function of hosts may be. @param {string} name */
const homesOf = (name) =>
  name === 'WebAssembly'
    ? [/** @type {any} */ (DATA.webassembly).api]
    : [/** @type {any} */ (DATA.javascript.builtins)[name], /** @type {any} */ (DATA.api)[name]].filter(
        Boolean,
      );

/** @param {string} name @returns {Support} */
function globalSupport(name) {
  const found = [...homesOf(name), /** @type {any} */ (DATA.api).Window[name]].find((each) => each?.__compat);
  if (found === undefined)
    throw new Failure(
      `browser-compat-data has no global ${name}; if it is only asked for, name it in OPTIONAL.`,
    );
  return found.__compat.support;
}

/** @param {string} name such as 'Object.hasOwn' @returns {Support[]} */
function staticSupport(name) {
  const [owner, member] = name.split('.');
  return homesOf(owner).flatMap((home) =>
    [`${member}_static`, member].flatMap((key) => supportOf(home, key)),
  );
}

/** The classes that may own a member: those of the language, or else those of the host that the code meets. @param {string} name @param {Set<string>} globals */
function memberSupport(name, globals) {
  const all = [
    .../** @type {any[]} */ (Object.values(DATA.javascript.builtins)),
    ...Object.values(/** @type {any} */ (DATA.webassembly).api),
  ];
  const own = all.flatMap((home) => supportOf(home, name)).filter(isEverywhere);
  if (own.length > 0) return own;
  return [...globals, ...INTERFACES].flatMap((each) => supportOf(/** @type {any} */ (DATA.api)[each], name));
}

/** Proposals that only some browsers have share some of our names. @param {Support} support */
const isEverywhere = (support) =>
  Object.values(BROWSERS).every((browser) => firstVersion(support, browser) < Number.POSITIVE_INFINITY);

/** @param {any} home @param {string} member @returns {Support[]} */
const supportOf = (home, member) => (home?.[member]?.__compat ? [home[member].__compat.support] : []);
