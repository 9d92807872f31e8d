// The tables of places in a browser and of policies. The first folder of an address names the policy that everything below it
// is served under. To add a policy, add a row; a kind of place, also a row to inside/page.js.

/**
 * @typedef {object} Policy
 * @property {string} name the folder
 * @property {string} title
 * @property {Record<string, string>} headers of every answer
 * @property {Partial<import('./inside/run.js').Signs>} signs what shows that it is in force
 * @property {RegExp} [refuses] `init` fails as an unsupported host, and says this
 * @property {true} [forbidsWorkers] pages under it may not begin any, so one under no policy begins those that are under it
 */

const REFUSAL =
  /this host's policy forbids (compiling|running) WebAssembly; add 'wasm-unsafe-eval' to script-src/;

export const PLACES = ['page', 'slim', 'worker', 'shared_worker', 'service_worker', 'audio_worklet'];

/** How places are called. @type {Record<string, string>} */
export const TITLES = {
  page: 'page',
  slim: 'page with `microtome/slim`',
  worker: 'Web Worker',
  shared_worker: 'SharedWorker',
  service_worker: 'service worker',
  audio_worklet: 'AudioWorklet',
  process: 'main thread',
  worker_thread: 'worker thread',
  slim_process: 'main thread with `microtome/slim`',
  slim_imported: 'worker that gives `microtome.wasm` to `microtome/slim`',
  imported: 'worker that imports `microtome.wasm`',
  inlined: 'worker that does not',
};

/** @type {readonly Policy[]} */
export const POLICIES = [
  { name: 'plain', title: '', headers: {}, signs: { eval: true, isolated: false } },
  { name: 'isolated', title: 'cross-origin isolated',
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
    signs: { eval: true, isolated: true } },
  { name: 'no-eval', title: "`script-src 'self' 'wasm-unsafe-eval'`",
    headers: { 'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'" }, signs: { eval: false } },
  { name: 'trusted-types', title: "`require-trusted-types-for 'script'; trusted-types 'none'`",
    headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" }, signs: { eval: false },
    forbidsWorkers: true },
  { name: 'no-wasm', title: "`script-src 'self'`", headers: { 'content-security-policy': "script-src 'self'" }, signs: { eval: false },
    refuses: REFUSAL },
]; // biome-ignore format: a table

/** The manifest's content_security_policy, and what Manifest V3 has without. @type {readonly (Policy & { pages?: string })[]} */
export const EXTENSIONS = [
  {
    name: 'extension-wasm',
    title: "extension with `script-src 'self' 'wasm-unsafe-eval'`",
    pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
    headers: {},
    signs: { eval: false },
  },
  {
    name: 'extension',
    title: 'extension without a policy of its own',
    headers: {},
    signs: { eval: false },
    refuses: REFUSAL,
  },
];

/** Of a process, which has none. @type {Policy} */
export const NONE = { name: 'none', title: '', headers: {}, signs: {} };

/** What workerd always does, unless a module is imported. @type {Policy} */
export const FORBIDDEN = {
  name: 'forbidden',
  title: '',
  headers: {},
  signs: {},
  refuses:
    /this host's policy forbids compiling WebAssembly; .* or pass a compiled one: init\(\{ module \}\)/,
};

/** @param {string} name */
export function policyOf(name) {
  const found = [...POLICIES, ...EXTENSIONS, NONE, FORBIDDEN].find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`there is no policy ${name}`);
  return found;
}
