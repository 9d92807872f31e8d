// Checks a command line of npm: its script must be in package.json, and its arguments must be legal.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TARGETS } from '../../tools/build/targets.js';
import { checkWords, readArguments, SUITES } from '../../tools/common/commands.js';
import { inRoot } from '../../tools/common/paths.js';
import { LAYERS } from '../../tools/test/layers.js';

/** @typedef {Parameters<typeof readArguments>[0]} Name */

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** What the words of a command are. @type {Record<string, readonly { name: string }[]>} */
const WORDS = { test: LAYERS, build: [...TARGETS, { name: 'rebuild' }] };

/** @param {string} command what follows `npm` @returns {Name} what runs: a script, or a suite of `npm test` */
export function checkNpm(command) {
  const [name, ...args] = command.split(' ').filter((word) => !['run', '--'].includes(word));
  assert.ok(Object.hasOwn(scripts, name), `npm ${command}`);
  if (name === 'test' && Object.hasOwn(SUITES, args[0] ?? '')) {
    const [suite, ...rest] = /** @type {[keyof typeof SUITES, ...string[]]} */ (args);
    assert.ok(!('script' in SUITES[suite]), `${suite} has a script of its own`);
    readArguments(suite, rest);
    return suite;
  }
  const { words } = readArguments(/** @type {Name} */ (name), args);
  const legal = WORDS[name]?.map((each) => each.name);
  if (legal) checkWords(words[0] === 'rebuild' ? ['rebuild'] : words, 'word', legal);
  return /** @type {Name} */ (name);
}
