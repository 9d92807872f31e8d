// THE table of commands: the usage of each, by which its arguments are read, before anything is set up. To add an option, add it to
// the usage; a number, also to NUMBERS. To add a suite of tests that runs on demand, add a row to SUITES.
import { parseArgs } from 'node:util';
import { Failure } from './failure.js';
import { NODES } from './nodes.js';

/** By npm script. A first number may stand before the words. @satisfies {Record<string, string>} */
export const COMMANDS = {
  start: '[--port=PORT]',
  test: '[LAYER... | SUITE ...]',
  everything: '[SUITE...]',
  check: '',
  format: '',
  build: '[TARGET... | rebuild [RECORD] [--save]]',
  fuzz: '[SECONDS=60] [TARGET...] [--keep]',
};

/** Tools that have no npm script, by their file. @satisfies {Record<string, string>} */
const TOOLS = { 'tools/generate.js': '[--check]', 'tools/setup.js': '[TASK...] [--renew]' };

const PACKAGE = ['wasm', 'types', 'package'];

/** Otherwise glibc keeps freed arrays of up to 32 MiB, and resident memory grows in steps without a leak. */
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * @typedef {object} Suite a program of tests/, for which test/suite.js sets up and builds
 * @property {string} usage
 * @property {true} [script] it has an npm script of its own
 * @property {keyof typeof import('../setup/steps.js').NEEDED_BY} task
 * @property {string[]} targets of build/targets.js
 * @property {string} program
 * @property {Record<string, string>} [others] programs in its place, by the first word
 * @property {true} [all] without arguments, the others run after it
 * @property {string[]} [flags] of Node; without, those with which it imports TypeScript
 * @property {true} [publishes] in the Node that `--node` names, or whose figures are published
 * @property {Record<string, string>} [env]
 */

/** By the first word after `npm test --`. @satisfies {Record<string, Suite>} */
export const SUITES = {
  package: {
    usage: '[WAY...] [--keep] [--save]',
    ...{ task: 'package', targets: PACKAGE, program: 'package/main.js' },
  },
  hosts: {
    usage: '[HOST... | playground [BROWSER...]] [--save]',
    ...{ task: 'hosts', targets: ['wasm', 'docs'], program: 'hosts/main.js' },
    others: { playground: 'hosts/playground/main.js' },
  },
  peers: {
    usage:
      '[notation | rearrange | quantize | files | playground | OPERATOR...] [--engine=ENGINE] [--seed=20240229] [--cases=COUNT] [--path=PATH]',
    ...{ task: 'peers', targets: ['wasm', 'package'], program: 'peers/main.js' },
    others: {
      notation: 'peers/notation/main.js',
      rearrange: 'peers/rearrange/main.js',
      quantize: 'peers/quantize/main.js',
      files: 'peers/files/main.js',
      playground: 'peers/playground/main.js',
    },
    all: true,
  },
  conformance: {
    usage: '[IMPLEMENTATION...] [--wrong]',
    ...{ task: 'peers', targets: ['wasm', 'package'], program: 'conformance/main.js' },
  },
  types: { usage: '', task: 'build', targets: PACKAGE, program: 'types/main.js' },
  recipes: { usage: '', task: 'recipes', targets: PACKAGE, program: 'recipes/main.js' },
  engines: { usage: '', task: 'engines', targets: PACKAGE, program: 'engines/main.js' },
  rebuild: { usage: '', task: 'rebuild', targets: PACKAGE, program: 'rebuild/main.js' },
  soak: {
    usage: '[MINUTES=10] [--seed=1] [--workers=WORKERS] [--files]',
    ...{ task: 'soak', targets: ['wasm', 'package'], program: 'soak/main.js' },
    flags: ['--expose-gc'],
    env: MALLOC,
  },
  bench: {
    usage:
      '[WORKLOAD... | browser ... | start | files | calls | shapes | tournament] [--peers=all] [--module=FILE] [--against=FILE] [--node=NODE] ' +
      '[--browser=chromium] [--rounds=15] [--save] [--jobs=500] [--seed=1] [--job=JOB] [--draw=random]',
    ...{ task: 'bench', targets: ['wasm', 'package'], program: 'bench/main.js' },
    others: { browser: 'bench/browser/main.js' },
    script: true,
    publishes: true,
  },
  mutate: {
    usage: '[COUNT=100] [--seed=1] [--layer=LAYER]',
    ...{ task: 'test', targets: PACKAGE, program: 'mutate/main.js' },
    script: true,
  },
};

/** What `npm run everything` runs: by suite, the words after `npm`. */
export const EVERYTHING = {
  test: 'test',
  native: 'test -- native',
  long: 'test -- long',
  check: 'run check',
  package: 'test -- package',
  hosts: 'test -- hosts',
  playground: 'test -- hosts playground',
  peers: 'test -- peers',
  conformance: 'test -- conformance',
  types: 'test -- types',
  recipes: 'test -- recipes',
  engines: 'test -- engines',
  rebuild: 'test -- rebuild',
  fuzz: 'run fuzz -- 10',
  soak: 'test -- soak 3',
  files: 'test -- soak 1 --files',
};

/** @typedef {keyof typeof COMMANDS | keyof typeof SUITES | keyof typeof TOOLS} Name */

/** @type {[legal: string, isLegal: (value: number) => boolean]} */
const COUNT = ['an integer of 1 or more', (value) => Number.isInteger(value) && value >= 1];
/** @type {typeof COUNT} */
const WHOLE = ['an integer of 0 or more', (value) => Number.isInteger(value) && value >= 0];

/** Arguments that are numbers. @type {Record<string, typeof COUNT>} */
const NUMBERS = {
  ...{ seconds: COUNT, count: COUNT, cases: COUNT, rounds: COUNT, jobs: COUNT, workers: WHOLE, job: WHOLE },
  minutes: ['a number above 0', (value) => value > 0],
  seed: ['an integer', Number.isInteger],
  port: ['an integer from 1 to 65535', (value) => Number.isInteger(value) && value > 0 && value < 65536],
  node: [`one of ${NODES.join(', ')}`, (value) => NODES.includes(value)],
};

/**
 * Reads the arguments of a command. Fails with one sentence and the usage if they do not match it.
 * @param {Name} name
 * @param {readonly string[]} [args]
 * @returns {{ values: Record<string, any>, words: string[] }} numbers are numbers
 */
export function readArguments(name, args = process.argv.slice(2)) {
  const usage = usageOf(name);
  const [, first, fallback] = /^\[([A-Z]+)=(.+?)\]/.exec(usage) ?? [];
  const options = [...usage.matchAll(/\[--(\w+)(?:=(.+?))?\]/g)];
  const takesWords = usage.replace(/^\[[A-Z]+=.+?\]|\[--.+?\]/g, '').trim() !== '';
  const fail = (/** @type {string} */ what) => {
    throw new Failure(`${what}; usage: ${commandOf(name)}${usage && ` ${usage}`}`);
  };
  const { values, positionals: words } = parse(args, options, fail);
  if (first) values[first.toLowerCase()] = /^-?[\d.]+$/.test(words[0] ?? '') ? words.shift() : fallback;
  if (!takesWords && words.length > 0) fail(`unexpected argument '${words[0]}'`);
  for (const [key, value] of Object.entries(values)) {
    const [legal, isLegal] = NUMBERS[key] ?? [];
    if (!isLegal) continue;
    const label = key === first?.toLowerCase() ? key : `--${key}`;
    values[key] =
      `${value}`.trim() !== '' && isLegal(Number(value))
        ? Number(value)
        : fail(`${label} takes ${legal}, not '${value}'`);
  }
  return { values, words };
}

/**
 * @param {readonly string[]} args
 * @param {RegExpMatchArray[]} options name, and its default or a word in capitals
 * @param {(what: string) => never} fail
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function parse(args, options, fail) {
  const known = options.map(([, name, value]) => {
    if (value === undefined) return [name, { type: 'boolean' }];
    return [name, /^[A-Z]+$/.test(value) ? { type: 'string' } : { type: 'string', default: value }];
  });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(known),
    });
    return { values: { ...values }, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence] = error.message.split(/\. |\.?\n|\.$/);
    return fail(sentence[0].toLowerCase() + sentence.slice(1));
  }
}

/** @param {Name} name @returns {string} */
function usageOf(name) {
  const suite = /** @type {Record<string, Suite>} */ (SUITES)[name];
  return suite ? suite.usage : { ...COMMANDS, ...TOOLS }[/** @type {keyof typeof COMMANDS} */ (name)];
}

/** What a person writes before the arguments. @param {Name} name */
function commandOf(name) {
  if (name in TOOLS) return `node ${name}`;
  const suite = /** @type {Record<string, Suite>} */ (SUITES)[name];
  if (suite && !suite.script) return `npm test -- ${name}`;
  const script = ['start', 'test'].includes(name) ? name : `run ${name}`; // npm runs these without `run`
  return `npm ${script}${usageOf(name) && ' --'}`;
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
