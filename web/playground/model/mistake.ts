// At which field of the page a mistake is shown, and in which words.
import { MicrotomeError } from '../library.ts';
import { callName } from './rows.ts';
import type { State } from './state.ts';

/** A mistake of what was typed into a field. */
export const wrong = (param: string, message: string) => Object.assign(new RangeError(message), { param });

/** `field`: 'dims' of a tensor; '' if it is no field. */
export type Mistake = { field: string; message: string };

/** The message of an error, without the operator and the parameter in front: both are shown beside it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof MicrotomeError)) return error.message;
  const places = [`${error.op}: ${error.param}: `, `${error.op}: `];
  const place = places.find((each) => error.message.startsWith(each)) ?? '';
  const text = error.message.slice(place.length);
  return /^\w+:\//.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1); // no capital on an address
}

const isMistake = (error: unknown) =>
  [MicrotomeError, RangeError, URIError].some((kind) => error instanceof kind);

/** @returns null: it is a mistake of what was typed */
export function attempt<T>(make: () => T) {
  try {
    return make();
  } catch (error) {
    if (isMistake(error)) return null;
    throw error;
  }
}

/** Parameters that are tensors. */
const TENSORS = ['data', 'input', 'inputs', 'input_sequence', 'past_cache', 'update', 'updates', 'dims'];

/** @throws the error, if it is none of what was typed */
export function mistakeOf(error: unknown, { notation, values }: State): Mistake {
  if (!isMistake(error)) throw error;
  const message = messageOf(error);
  const param = callName((error as { param?: string }).param ?? '');
  if (TENSORS.includes(param)) return { field: 'dims', message };
  if (notation !== null || param === 'spec') return { field: 's', message };
  // A pattern that is right without sizes: the sizes are wrong.
  const isSized = param === 'pattern' && values.sizes?.trim() && /has size|cannot divide/.test(message);
  return { field: isSized ? 'sizes' : param, message };
}
