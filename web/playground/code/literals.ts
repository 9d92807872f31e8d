// The call and its values as JavaScript.
import { BRACKETS, type Field, type Part, partsOf } from '../model/call.ts';
import type { Typed } from '../model/parameters.ts';
import type { State } from '../model/state.ts';
import { toValue } from '../model/typed.ts';

/** The parts of the call without what is empty: a field that was added, or left. */
export function codeParts(state: State, joined: number): Part[] {
  const filled = Object.entries(state.values).filter(([, text]) => text.trim() !== '');
  return partsOf({ ...state, values: Object.fromEntries(filled) }, joined);
}

/** The value of a parameter as JavaScript. */
export function literal(value: Typed): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'bigint' ? `${value}n` : String(value);
  const entries = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return `{ ${entries.join(', ')} }`;
}

export const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;

/** The text of a field as JavaScript that means the same: words such as INT_MAX become numbers. */
export function codeOf({ form, text }: Field): string {
  if (form === 'slice' || form === 'pattern') return quote(text).slice(1, -1);
  const code = literal(toValue(text, form));
  const [open, close] = BRACKETS[form] ?? ['', ''];
  return open && code.startsWith(open) ? code.slice(open.length, -close.length) : code;
}
