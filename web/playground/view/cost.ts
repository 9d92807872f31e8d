// What a cut of a file would fetch, then how far that is, then what has come.
import { cost, type Stored } from '../../lib/source.ts';
import { prints } from '../code/prints.ts';
import { sizeOf } from '../model/integers.ts';
import type { Result } from '../model/result.ts';
import { h, write } from '../page/dom.ts';
import { messageOf, plural, sayBytes, sayDims } from '../page/say.ts';
import { type Cost, costOf, type Fetched, saveNpy, take } from './fetch.ts';

/** Values of a result that are shown, and their digits. */
const VALUES = 12;
const DIGITS = 5;

/** What is cut, and what that costs. */
interface Cut {
  stored: Stored;
  result: Result;
  isUrl: boolean;
  spent: Cost;
}

const button = (text: string, onclick: () => void, own = '') =>
  h('button', { className: `btn ${own}`, onclick }, text);

const printedBy = ({ result, spent }: Cut) =>
  prints(result, { cost: result.row.op_type === 'Slice' ? spent.bytes : null });

export class CostView {
  element = h('div.cost', { hidden: true });
  #told;
  #stop = new AbortController();

  /** @param told what the program prints has changed */
  constructor(told: (text: string) => void) {
    this.#told = told;
  }

  /** Nothing is cut. */
  hide() {
    this.#stop.abort();
    this.element.hidden = true;
  }

  /** The result is not fetched yet. @returns what the program prints */
  show(stored: Stored, result: Result, isUrl: boolean): string {
    const spent = costOf(stored, result.state);
    const cut = { stored, result, isUrl, spent };
    this.#stop.abort();
    this.#stop = new AbortController();
    const whole = cost(stored, '...').useful;
    const verb = isUrl ? 'Fetch' : 'Read';
    const part = Math.min(1, spent.bytes / Math.max(1, whole));
    const what = spent.bytes === 0 ? 'Show the result' : `${verb} ${sayBytes(spent.bytes)}`;
    this.element.hidden = false;
    this.element.replaceChildren(
      h('span.muted', `This cut would ${verb.toLowerCase()}`),
      h('b', plural(spent.bytes, 'byte')),
      h('div.track', { 'aria-hidden': 'true' }, h('u', { '--a': 0, '--b': part })),
      h('span.muted', `of ${sayBytes(whole)}, in ${plural(spent.requests, 'request')}`),
      h('div.row', button(what, () => this.#fetch(cut), 'main')), // biome-ignore format: a row
    );
    return `${printedBy(cut)}\n(the dims after ${verb})`;
  }

  async #fetch(cut: Cut) {
    const { stored, result, isUrl, spent } = cut;
    const { signal } = this.#stop;
    const progress = h('progress', { max: Math.max(1, spent.bytes), value: 0, 'aria-label': 'fetched' });
    const says = h('span', { role: 'status' }, `0 of ${sayBytes(spent.bytes)}`);
    const onprogress = ({ bytes, total }: { bytes: number; total: number }) => {
      progress.value = bytes;
      write(says, `${sayBytes(bytes)} of ${sayBytes(total)}`);
    };
    const cancel = button('Cancel', () => this.#told(this.show(stored, result, isUrl)));
    this.element.replaceChildren(says, progress, h('div.row', cancel));
    try {
      const made = await take(stored, result.state, { signal, onprogress });
      if (!signal.aborted) this.#showMade(cut, made);
    } catch (error) {
      if (signal.aborted) return;
      const again = button('Try again', () => this.#fetch(cut));
      this.element.replaceChildren(h('span.error', { role: 'alert' }, messageOf(error)), h('div.row', again));
    }
  }

  #showMade(cut: Cut, made: Fetched[]) {
    const { stored, isUrl, spent } = cut;
    const { op, notation } = cut.result.state;
    const { dims = [0], data = [] } = made[0] ?? {};
    const values = Array.from(data.slice(0, VALUES), (value) =>
      typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
    );
    const come = `${sayBytes(spent.bytes)} ${isUrl ? 'fetched' : 'read'}`;
    const keep = () => saveNpy(stored, notation as string);
    this.element.replaceChildren(
      h('span.muted', `${plural(made.length, 'tensor')}, ${come}`),
      h('b', sayDims(dims)),
      h('span.m', values.join(', ') + (sizeOf(dims) > VALUES ? ', …' : '')),
      h('div.row', ...(op === 'Slice' && notation !== null ? [button('Save .npy', keep, 'main')] : [])),
    );
    this.#told(printedBy(cut));
  }
}
