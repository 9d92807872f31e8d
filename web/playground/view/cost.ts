// The cost of a cut of a file, then the progress of its fetch, then its result. `microtome/source` runs the call.

import type { Stored } from '../../lib/source.ts';
import * as source from '../../lib/source.ts';
import { prints } from '../code/prints.ts';
import { givenBy } from '../model/given.ts';
import { sizeOf } from '../model/integers.ts';
import { messageOf } from '../model/mistake.ts';
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import type { Numbers } from '../model/values.ts';
import { h, write } from '../page/dom.ts';
import { plural, sayBytes, sayDims } from '../page/say.ts';

/** Values of a result that are shown, and their digits. */
const VALUES = 8;
/** Bytes of a file on the disk that need no press of a button. */
const READ_AT_ONCE = 1e6;
const DIGITS = 5;
/** The URL of a file that is saved must last so long. */
const SAVED_MS = 10_000;
/** By operator. @param given the parameters */
const CALLS: Record<string, (stored: Stored, given: Numbers, watching: Numbers) => Promise<Numbers>> = {
  Slice: async (stored, given, watching) => [await source.slice(stored, given, watching)],
  Split: source.split,
  SplitToSequence: source.splitToSequence,
  VariadicSplit: (stored, { axis, split_lengths }, watching) =>
    source.variadicSplit(stored, axis, split_lengths, watching),
  Compress: async (stored, { condition, ...given }, watching) => [
    await source.compress(stored, condition, given as { axis: number }, watching),
  ],
  Gather: async (stored, { indices, ...given }, watching) => [
    await source.gather(stored, indices, given, watching),
  ],
};

/** A slice string, or the parameters that are given. */
function specOf(state: State): Numbers {
  if (state.notation !== null) return state.notation;
  const given = givenBy(state).parameters.filter(({ value }) => value !== null);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

const button = (text: string, onclick: () => void, own = '') =>
  h('button', { className: `btn ${own}`, onclick }, text);

/** Browsers do not say that a request failed for lack of a network. */
export const sayFailure = (error: unknown, isUrl: boolean) =>
  isUrl && !navigator.onLine ? 'You are offline: connect, and try again.' : messageOf(error);

/** @param told what the program prints has changed */
export function makeCostView(told: (text: string) => void) {
  const element = h('div.cost', { hidden: true });
  let stop = new AbortController();

  /** The result is not fetched yet. @returns what the program prints */
  function show(stored: Stored, result: Result, isUrl: boolean): string {
    const { state } = result;
    const isSample = isUrl && /^\.\//.test(state.url) && state.op === 'Slice';
    // A split reads the whole tensor.
    const spent = source.cost(
      stored,
      ['Slice', 'Gather', 'Compress'].includes(state.op) ? specOf(state) : '...',
    );
    const { bytes } = spent;
    const printed = prints(result, { cost: result.row.op_type === 'Slice' ? bytes : null });
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const whole = source.cost(stored, '...').useful;
    const verb = isUrl ? 'Fetch' : 'Read';
    const what = bytes === 0 ? 'Show the result' : `${verb} ${sayBytes(bytes)}`;
    const part = Math.min(1, bytes / Math.max(1, whole));
    const isHere = isUrl && bytes === 0 && spent.useful > 0;
    element.hidden = false;
    element.replaceChildren(
      ...(isHere
        ? [h('span.muted', 'This server sends whole files only, so all of this one is here.')]
        : [
            h('span.muted', `This cut would ${verb.toLowerCase()}`),
            h('b', plural(bytes, 'byte')),
            h('div.track', { 'aria-hidden': 'true' }, h('u', { '--a': 0, '--b': part })),
            h('span.muted', `of ${sayBytes(whole)}, in ${plural(spent.requests, 'request')}`),
          ]),
      h('div.row', button(what, take, 'main')),
      ...(isSample && !isHere
        ? [h('span.muted', `The same cut of a 500 MB model would fetch ${sayBytes(bytes)}.`)]
        : []),
    );
    if (!isUrl && bytes <= READ_AT_ONCE) take();
    return `${printed}\n(the dims after '${what}')`;

    async function take() {
      const progress = h('progress', { max: Math.max(1, bytes), value: 0, 'aria-label': 'fetched' });
      const says = h('span', { role: 'status' }, `0 of ${sayBytes(bytes)}`);
      const onprogress = ({ bytes: read, total }: { bytes: number; total: number }) => {
        progress.value = read;
        write(says, `${sayBytes(read)} of ${sayBytes(total)}`);
      };
      const cancel = button('Cancel', () => told(show(stored, result, isUrl)));
      element.replaceChildren(says, progress, h('div.row', cancel));
      try {
        const made = await CALLS[state.op](stored, specOf(state), { signal, onprogress });
        if (!signal.aborted) showMade(made);
      } catch (error) {
        if (signal.aborted) return;
        const again = h('div.row', button('Try again', take));
        element.replaceChildren(h('span.error', { role: 'alert' }, sayFailure(error, isUrl)), again);
      }
    }

    function showMade(made: { dims: readonly number[]; data: Numbers }[]) {
      const { dims = [0], data = [] } = made[0] ?? {};
      const values = Array.from(data.slice(0, VALUES), (value) =>
        typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
      );
      const { op, notation } = state;
      const isSaved = op === 'Slice' && notation !== null;
      const keep = () => saveNpy(stored, notation as string);
      element.replaceChildren(
        h('span.muted', `${plural(made.length, 'tensor')}, ${sayBytes(bytes)} ${isUrl ? 'fetched' : 'read'}`),
        h('b', sayDims(dims)),
        h('span.m', values.join(', ') + (sizeOf(dims) > VALUES ? ', …' : '')),
        h('div.row', isSaved && button('Save .npy', keep, 'main')),
      );
      told(printed);
    }
  }

  /** Nothing is cut. */
  function hide() {
    stop.abort();
    element.hidden = true;
  }
  return { element, show, hide };
}

/** Saves what a slice string takes. */
async function saveNpy(stored: Stored, notation: string) {
  const { readable, writable } = new TransformStream();
  const [blob] = await Promise.all([
    new Response(readable).blob(),
    source.save(stored, notation, writable, { format: 'npy' } as Numbers),
  ]);
  const href = URL.createObjectURL(blob);
  h('a', { href, download: `${(stored.name || 'cut').replace(/[^\w.-]/g, '_')}.npy` }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_MS);
}
