// One cut, done by Microtome and by hand, from the same array: checked against each other byte by byte, then timed in turn, round by
// round. It runs in a worker of its own, so V8 compiles nothing else for other types.
import type { Tell } from '../../background/helper.ts';
import { viewsOf } from '../../model/moves.ts';
import { allocateFor, type Cut, type Data, planCut, runnerOf, type Source } from '../cut.ts';
import { bytesOf } from '../files/open.ts';
import { waysByHand } from './hand.ts';

type Work = { source: Source; cut: Cut };
type Who = 'Microtome' | 'plain JavaScript';
type Contestant = { who: Who; way: string; run: () => unknown; outputs: () => Data[] };
/** `ms`: the fastest of a few rounds. */
export type Row = { who: Who; way: string; ms: number };

const ROUNDS = 15;
/** Clocks of pages tick every 0.1 ms, so a sample is as many calls as take this long. */
const SAMPLE_MS = 4;
/** The first calls are slow, so they are not timed. */
const WARM_MS = 50;

/** The contest that is wanted: a new one ends the one before. */
let latest = 0;

/** Makes room for work that somebody waits for. */
export function endContest() {
  latest += 1;
}

/** @returns null: it was ended */
export async function contest({ source, cut }: Work, tell: Tell): Promise<Row[] | null> {
  const own = ++latest;
  const { type, data } = source;
  const parts = planCut(source, cut);
  const inElements = planCut({ ...source, type: 'uint8' }, cut).flatMap(({ planned }) => viewsOf(planned));
  const [outs, handOuts] = [allocateFor(parts, data), allocateFor(parts, data)];
  const contestants: Contestant[] = [
    { who: 'Microtome', way: '', run: runnerOf(parts, data, outs), outputs: () => outs },
  ];
  for (const { name, run } of waysByHand(type, data, handOuts, inElements))
    contestants.push({ who: 'plain JavaScript', way: name, run, outputs: () => handOuts });
  const calls = [];
  for (const { who, run, outputs } of contestants) {
    await run();
    if (!isSame(outputs(), outs)) throw new Error(`${who} gives other bytes than Microtome does.`);
    if (await isOver(own)) return null;
    calls.push(await calibrate(run));
  }
  const best = contestants.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; ++round) {
    tell(round / ROUNDS, `round ${round + 1} of ${ROUNDS}`);
    for (const [i, { run }] of contestants.entries()) {
      if (await isOver(own)) return null;
      const ms = (await time(run, calls[i])) / calls[i];
      if (ms > 0) best[i] = Math.min(best[i], ms); // otherwise it was shorter than a tick of the clock
    }
  }
  return contestants.map(({ who, way }, i) => ({ who, way, ms: best[i] }));
}

/** Answers whatever else the worker is asked first. @param own contest */
async function isOver(own: number) {
  await new Promise((resolve) => setTimeout(resolve));
  return own !== latest;
}

/** How many calls make a sample, once they have been compiled. */
async function calibrate(run: () => unknown) {
  let calls = 0;
  for (const since = performance.now(); performance.now() - since < WARM_MS; ++calls) await run();
  return Math.ceil((calls * SAMPLE_MS) / WARM_MS);
}

async function time(run: () => unknown, calls: number) {
  const since = performance.now();
  for (let i = 0; i < calls; ++i) {
    const made = run();
    if (made instanceof Promise) await made;
  }
  return performance.now() - since;
}

const isSame = (some: readonly ArrayBufferView[], others: readonly ArrayBufferView[]) =>
  some.every((each, i) => {
    const [a, b] = [bytesOf(each), bytesOf(others[i])];
    return a.length === b.length && a.every((byte, k) => byte === b[k]);
  });
