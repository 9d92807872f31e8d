// Sequences of steps with files and URLs, drawn from a seed: each step opens, cuts, stops, replaces, lies or crashes, and is judged
// by a model that knows what every file held, when, and for whom.
import { readdirSync, readlinkSync } from 'node:fs';
import { Client } from './files/client.js';
import { Hostile } from './files/hostile.js';
import { Local } from './files/local.js';
import { Remote } from './files/remote.js';
import { until } from './files/waiting.js';
import { Random } from './random.js';

/** @typedef {{ client: Client, remote: Remote, local: Local, hostile: Hostile }} World */
/** @typedef {{ steps: number, seconds: number }} Report */

/** How often each step is drawn, and what it does. @type {[name: string, weight: number, run: (world: World, random: Random) => Promise<void>][]} */
const STEPS = [
  ['open', 14, ({ remote }, random) => remote.open(random)],
  ['cut', 40, ({ remote }, random) => remote.cut(random)],
  ['together', 8, ({ remote }, random) => remote.together(random)],
  ['replace', 5, ({ remote }, random) => remote.replace(random)],
  ['expire', 4, ({ remote }, random) => remote.expire(random)],
  ['close', 3, ({ remote }, random) => remote.close(random)],
  ['forget', 2, ({ remote }, random) => remote.forget(random)],
  ['crash', 2, ({ remote }, random) => remote.crash(random)],
  ['open a file', 6, ({ local }, random) => local.open(random)],
  ['cut a file', 16, ({ local }, random) => local.cut(random)],
  ['change a file', 3, ({ local }, random) => local.change(random)],
  ['open a FIFO', 0.5, ({ local }, random) => local.openFifo(random)],
  ['open a hostile file', 2, ({ hostile }, random) => hostile.open(random)],
];
const TOTAL = STEPS.reduce((sum, [, weight]) => sum + weight, 0);

/** Looks at a step, the last ones ten milliseconds apart, after which it is said to hang: no step takes a hundredth of that. */
const HANGS = 12_000;

/** @param {Random} random */
function drawStep(random) {
  const at = random.unit() * TOTAL;
  let sum = 0;
  for (const each of STEPS) {
    sum += each[1];
    if (at < sum) return each;
  }
  return STEPS[0];
}

/** Files of this process that are open below a folder, where the host says that. @param {string} folder */
function openBelow(folder) {
  const own = '/proc/self/fd';
  try {
    return readdirSync(own).filter((name) => {
      try {
        return readlinkSync(`${own}/${name}`).startsWith(folder);
      } catch {
        return false; // that of the listing itself
      }
    });
  } catch {
    return []; // another system
  }
}

/** What a call may leave behind; pipes are those of the test itself. */
const LEFT = /^(FS|TCP|Timeout|Process)/;

/** What keeps the process alive: how much of each kind is there besides what was. @param {string[]} before */
function addedSince(before) {
  const rest = [...before];
  return process.getActiveResourcesInfo().filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0 && LEFT.test(name);
  });
}

/**
 * Lives so many steps. The step that is wrong throws, unless `complain` is given: then all go on.
 * @param {number} seed
 * @param {number} steps
 * @param {(what: string, step: number) => void} [complain]
 */
export async function liveWithFiles(seed, steps, complain) {
  let step = 0;
  /** @type {string[]} */ const wrong = [];
  let name = '';
  const tell = (/** @type {string} */ what) =>
    void wrong.push(`seed ${seed}, step ${step}, ${name}: ${what}`);
  const check = () => {
    for (const what of wrong.splice(0)) {
      if (complain === undefined) throw new Error(what);
      complain(what, step);
    }
  };
  const before = process.getActiveResourcesInfo();
  const client = new Client();
  await client.start();
  const remote = new Remote(client, tell);
  const local = new Local(client, tell, remote.home);
  const hostile = new Hostile(tell);
  await remote.start();
  const world = { client, remote, local, hostile };
  try {
    for (step = 1; step <= steps; ++step) {
      const random = new Random(seed * 1_000_003 + step);
      const [what, , run] = drawStep(random);
      name = what;
      remote.begin(step);
      let isOver = false;
      const running = run(world, random).finally(() => {
        isOver = true;
      });
      await Promise.race([running, until(() => isOver, HANGS)]);
      if (!isOver) throw new Error(`seed ${seed}, step ${step}, ${name}: it does not end`);
      for (const each of await client.rest()) tell(each);
      await remote.rest();
      check();
    }
    name = 'the end';
  } finally {
    await local.end();
    for (const each of await client.end()) tell(each);
    const open = openBelow(remote.home);
    if (open.length > 0) tell(`${open.length} files are still open`);
    await hostile.end();
    await remote.end();
  }
  if (!(await until(() => addedSince(before).length === 0))) tell(`still there: ${addedSince(before)}`);
  check();
}
