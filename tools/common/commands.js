// THE table of commands: the arguments of each npm script. A tool calls `readArguments` before it sets
// anything up, so a mistake is reported at once. To add an option, add it to the row.
import { parseArgs } from 'node:util';
import { Failure } from './failure.js';
import { NODES } from './nodes.js';

/**
 * @typedef {object} Kind
 * @property {'boolean' | 'string'} type
 * @property {string} [legal] the values that are legal, in words
 * @property {(text: string) => boolean} [isLegal]
 */

/** @typedef {Kind & { default?: string | boolean }} Option */

/**
 * @typedef {object} Command
 * @property {string} [words] what the words are, as the usage shows them; without, there are none
 * @property {{ name: string } & Option} [first] a number that may stand before the words
 * @property {Record<string, Option>} [options]
 * @property {Record<string, readonly string[]>} [everything] of a command that tests: the suites of `npm run everything`, each
 *   with the arguments with which that runs it. None: it finds out more than whether something holds
 */

/** @type {Kind} */
const FLAG = { type: 'boolean' };
/** @type {Kind} */
const TEXT = { type: 'string' };

/**
 * @param {string} legal
 * @param {(value: number) => boolean} isLegal
 * @returns {Kind}
 */
const number = (legal, isLegal) => ({
  type: 'string',
  legal,
  isLegal: (text) => text.trim() !== '' && isLegal(Number(text)),
});
const INTEGER = number('an integer', Number.isInteger);
const WHOLE = number('an integer of 0 or more', (value) => Number.isInteger(value) && value >= 0);
const COUNT = number('an integer of 1 or more', (value) => Number.isInteger(value) && value >= 1);
const POSITIVE = number('a number above 0', (value) => value > 0);
const PORT = number(
  'an integer from 1 to 65535',
  (value) => Number.isInteger(value) && value > 0 && value < 65536,
);

const NODE = number(`one of ${NODES.join(', ')}`, (value) => NODES.includes(value));

/** What both benchmarks take; the last four are the tournament's. */
const BENCH = {
  ...{ rounds: { ...COUNT, default: '15' }, cold: FLAG, save: FLAG },
  ...{ jobs: { ...COUNT, default: '500' }, seed: { ...INTEGER, default: '1' }, job: WHOLE },
  draw: { ...TEXT, default: 'random' },
};

/** By the name of the npm script. @satisfies {Record<string, Command>} */
export const COMMANDS = {
  start: { options: { port: PORT } },
  test: { words: '[LAYER...]', everything: { test: [], native: ['native'] } },
  'test:package': { words: '[WAY...]', options: { keep: FLAG, save: FLAG }, everything: { package: [] } },
  'test:peers': {
    words: '[notation | rearrange | playground | OPERATOR...]',
    options: {
      engine: TEXT,
      seed: { ...INTEGER, default: '20240229' },
      cases: COUNT,
      path: TEXT,
    },
    everything: { peers: [] },
  },
  conformance: {
    words: '[IMPLEMENTATION...]',
    options: { wrong: FLAG },
    everything: { conformance: [] },
  },
  'test:types': { everything: { types: [] } },
  'test:hosts': {
    words: '[HOST... | playground [BROWSER...]]',
    options: { save: FLAG },
    everything: { hosts: [], playground: ['playground'] },
  },
  'test:recipes': { everything: { recipes: [] } },
  'test:engines': { everything: { engines: [] } },
  'test:rebuild': { everything: { rebuild: [] } },
  build: { words: '[TARGET...]' },
  rebuild: { words: '[RECORD]', options: { save: FLAG } },
  sbom: {},
  bench: {
    words: '[WORKLOAD... | passes | start | files | calls | tournament | huge]',
    options: {
      peers: { ...TEXT, default: 'all' },
      module: TEXT,
      node: NODE,
      ...BENCH,
    },
    everything: {},
  },
  'bench:browser': {
    words: '[WORKLOAD... | tournament]',
    options: { browser: { ...TEXT, default: 'chromium' }, ...BENCH },
  },
  fuzz: {
    first: { name: 'seconds', ...COUNT, default: '60' },
    words: '[TARGET...]',
    options: { coverage: FLAG, keep: FLAG },
    everything: { fuzz: ['10'] },
  },
  soak: {
    first: { name: 'minutes', ...POSITIVE, default: '10' },
    options: { seed: { ...INTEGER, default: '1' }, workers: WHOLE, files: FLAG },
    everything: { soak: ['3'], files: ['1', '--files'] },
  },
  mutate: {
    first: { name: 'count', ...COUNT, default: '100' },
    options: { seed: { ...INTEGER, default: '1' }, layer: TEXT },
    everything: {},
  },
  check: { everything: { check: [] } },
  everything: { words: '[SUITE...]' },
  format: {},
};

/** What `npm run everything` runs: a script, with its arguments. @typedef {{ suite: string, script: Name, args: readonly string[] }} Suite */

/** @type {readonly Suite[]} */
export const SUITES = Object.entries(/** @type {Record<string, Command>} */ (COMMANDS)).flatMap(
  ([script, command]) =>
    Object.entries(command.everything ?? {}).map(([suite, args]) => ({
      suite,
      script: /** @type {Name} */ (script),
      args,
    })),
);

/** Tools that have no npm script, by the file that runs them. @satisfies {Record<string, Command>} */
const TOOLS = {
  'tools/generate.js': { options: { check: FLAG } },
  'tools/setup.js': { words: '[TASK]', options: { renew: FLAG } },
};

/** @typedef {keyof typeof COMMANDS | keyof typeof TOOLS} Name */

const NUMBER = /^-?[\d.]+$/;

/** @param {Name} name @returns {Command} */
const commandOf = (name) => ({ ...COMMANDS, ...TOOLS })[name];

/** Names that npm runs without `run`. */
const SHORT = ['start', 'test'];

/**
 * Reads the arguments of a command. Fails with one sentence and the usage if they do not match its row.
 * @param {Name} name
 * @param {readonly string[]} [args]
 * @returns {{ values: Record<string, any>, words: string[] }} numbers are numbers
 */
export function readArguments(name, args = process.argv.slice(2)) {
  const { first, words, options = {} } = commandOf(name);
  const fail = (/** @type {string} */ what) => {
    throw new Failure(`${what}; usage: ${usageOf(name)}`);
  };
  const { values, positionals } = parse(args, options, fail);
  /** @type {(label: string, option: Option, value: unknown) => unknown} */
  const read = (label, { legal, isLegal }, value) => {
    if (!isLegal) return value;
    return isLegal(`${value}`) ? Number(value) : fail(`${label} takes ${legal}, not '${value}'`);
  };
  const all = Object.entries(values).map(([key, value]) => [key, read(`--${key}`, options[key], value)]);
  if (first) {
    const given = NUMBER.test(positionals[0] ?? '') ? positionals.shift() : first.default;
    all.push([first.name, read(first.name, first, given)]);
  }
  if (!words && positionals.length > 0) fail(`unexpected argument '${positionals[0]}'`);
  return { values: Object.fromEntries(all), words: positionals };
}

/**
 * @param {readonly string[]} args
 * @param {Record<string, Option>} options
 * @param {(what: string) => never} fail
 */
function parse(args, options, fail) {
  const known = Object.entries(options).map(([name, { type, default: fallback }]) => [
    name,
    fallback === undefined ? { type } : { type, default: fallback },
  ]);
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(known) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence] = error.message.split(/\. |\.?\n|\.$/);
    return fail(sentence[0].toLowerCase() + sentence.slice(1));
  }
}

/** @param {Name} name */
function usageOf(name) {
  const { first, words, options = {} } = commandOf(name);
  const list = Object.entries(options).map(([key, { type, default: fallback }]) =>
    type === 'boolean' ? `[--${key}]` : `[--${key}=${fallback ?? '...'}]`,
  );
  const tail = [first && `[${first.name.toUpperCase()}]`, words, ...list].filter(Boolean).join(' ');
  if (name in TOOLS) return `node ${name} ${tail}`;
  return `npm ${SHORT.includes(name) ? '' : 'run '}${name}${tail && ` -- ${tail}`}`;
}

/** Quotes what a shell would split. @param {string} word */
const quoted = (word) => (/[ ,]/.test(word) ? `'${word}'` : word);

/**
 * Fails if a word is not one of those that are legal.
 * @param {readonly string[]} words
 * @param {string} what one of them is
 * @param {readonly string[]} legal
 * @param {(word: string, one: string) => boolean} [matches]
 */
export function checkWords(words, what, legal, matches = (word, one) => word === one) {
  const unknown = words.find((word) => !legal.some((one) => matches(word, one)));
  if (unknown !== undefined)
    throw new Failure(`there is no ${what} '${unknown}'; choose from ${legal.map(quoted).join(', ')}.`);
}
