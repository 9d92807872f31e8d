// How strong the colour of a cell is, by its value: larger values are stronger. A large tensor shows its values as a picture does.
import type { State } from '../model/state.ts';
import { KINDS } from '../model/values.ts';

/** Strengths of a colour. */
export const LEVELS = 16;
/** Found again for each drawing of the same values. */
const kept = new WeakMap<readonly string[], Uint8Array>();

/**
 * The level of each value that is held, if a tensor of this state shows it.
 * @param count of values
 * @returns null: they are no numbers
 */
export function levelsOf({ data, type }: State, count: number): ((place: number) => number) | null {
  const { is, size = 53 } = KINDS[type];
  if (is === 'string' || is === 'bool' || count === 0) return null;
  if (data === null) {
    const wrap = Math.min(count, 2 ** Math.min(size, 53));
    return (place) => Math.floor(((place % wrap) * LEVELS) / wrap);
  }
  const levels = kept.get(data) ?? toLevels(data.map(Number));
  kept.set(data, levels);
  return (place) => levels[place];
}

function toLevels(numbers: readonly number[]) {
  const finite = numbers.filter(Number.isFinite);
  const least = finite.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY);
  const most = finite.reduce((high, each) => Math.max(high, each), Number.NEGATIVE_INFINITY);
  const scale = most > least ? (LEVELS - 1) / (most - least) : 0;
  return Uint8Array.from(numbers, (number) =>
    Math.max(0, Math.min(LEVELS - 1, Math.round((number - least) * scale))),
  );
}

/**
 * A colour in all strengths, the weakest first.
 * @param colour such as #7cc4ee
 * @param weak what it fades to
 * @param shares of the colour that the weakest and the strongest have
 */
export function shadesOf(colour: string, weak: string, [least, most]: [number, number]) {
  const parts = (text: string) => [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16));
  const [full, none] = [parts(colour), parts(weak)];
  return Array.from({ length: LEVELS }, (_, level) => {
    const share = least + ((most - least) * level) / (LEVELS - 1);
    const mixed = full.map((part, i) => Math.round(none[i] + (part - none[i]) * share));
    return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  });
}
