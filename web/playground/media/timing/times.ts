// Times in words: one sentence, and a table of all ways for those who want to know.
import { h } from '../../dom.ts';
import { sayRatio, sayTime } from '../../say.ts';
import type { Row } from './contest.ts';

/** Times that differ less than this differ by chance. */
const SAME = 1.1;

/** Milliseconds. What is shorter says more about the clock and the compiler than about either way. */
const TOO_SHORT = 0.02;

/** Why plain JavaScript can be faster. */
const ROWS = 'Whole rows need no rearranging: a plain copy of each is all there is to do.';
const LOOPS = 'Microtome copies the data into WebAssembly and out again, which takes longer than this loop.';

/** One sentence, and if plain JavaScript is faster, one more that says why. */
export function sayTimes(rows: readonly Row[]) {
  const ours = rows.find(({ who }) => who === 'Microtome');
  if (!ours) return '';
  const [best] = rows.filter(({ who }) => who === 'plain JavaScript').sort((a, b) => a.ms - b.ms);
  if (!best) return `${sayTime(ours.ms)} on this machine.`;
  if (Math.min(ours.ms, best.ms) < TOO_SHORT) return 'Too short to compare: less than 20 µs on this machine.';
  const isFaster = ours.ms < best.ms;
  const [fast, slow] = isFaster ? [ours.ms, best.ms] : [best.ms, ours.ms];
  const [ratio] = sayRatio(slow, fast).split(' ');
  if (slow < SAME * fast) return `${sayTime(ours.ms)}, as fast as plain JavaScript on this machine.`;
  if (isFaster) return `${sayTime(ours.ms)}, ${ratio} times as fast as plain JavaScript on this machine.`;
  const why = best.way.startsWith('rows') ? ROWS : LOOPS;
  return `${sayTime(ours.ms)}; plain JavaScript is ${ratio} times as fast on this machine. ${why}`;
}

/** @param title what is timed */
export function drawTimes(title: string, rows: readonly Row[]): Node[] {
  const longest = Math.max(...rows.map(({ ms }) => ms));
  const ours = rows.find(({ who }) => who === 'Microtome')?.ms ?? 0;
  const lines = rows.map(({ who, way, ms }) => {
    const name = h('th', { scope: 'row' }, who, ...(way ? [h('small', way)] : []));
    const bar = h('progress', { max: longest, value: ms, 'aria-hidden': true });
    const ratio = who === 'Microtome' || Math.min(ms, ours) < TOO_SHORT ? '' : sayRatio(ms, ours);
    const time = h('td.time', sayTime(ms));
    return h('tr', name, h('td', bar), time, h('td.ratio', ratio));
  });
  const head = ['who', 'bar', 'time', 'times as long as Microtome'];
  const table = h(
    'table.bars',
    h('caption.unseen', `Time of ${title.toLowerCase()} on this machine`),
    h('thead.unseen', h('tr', ...head.map((each) => h('th', { scope: 'col' }, each)))),
    h('tbody', ...lines),
  );
  return [h('summary', 'All ways'), table];
}
