// The state as the readable hash of an address: `#op=Slice&opset=13&dims=4,6&s=::-1,1:5`. read_hash.ts reads it.
import { joinEntries, tidy } from './entries.ts';
import { parametersOf } from './parameters.ts';
import { type Row, rowAt } from './rows.ts';
import type { State } from './state.ts';

/** The most values in an address. */
export const MOST_VALUES = 600;

/** @returns without '#' */
export function formatHash(state: State): string {
  const { op, opset, on, type, dims, values, notation, data, url, tensor } = state;
  const isTensor = on === 'tensor';
  const parameters = parametersOf(rowAt(op, opset) as Row).map(({ name, form }): [string, string] => {
    const text = tidy(values[name] ?? '');
    return [name, form === 'names' ? text.replace(/: ?/g, '=') : text];
  });
  const isShort = isTensor && data !== null && data.length <= MOST_VALUES;
  const entries: [string, string][] = [
    ['op', op],
    ['opset', String(opset)],
    ['on', isTensor ? '' : on],
    ['url', on === 'file' ? url : ''],
    ['tensor', on === 'file' ? tensor : ''],
    ['dims', isTensor ? tidy(dims) : ''],
    ['type', isTensor && type !== 'float32' ? type : ''],
    ...(notation === null ? parameters : ([['s', tidy(notation)]] as [string, string][])),
    ['data', isShort ? data.map(escapeComma).join(',') : ''],
  ];
  return joinEntries(
    entries.filter(([name, text]) => text !== '' || name === 's' || (name === 'dims' && isTensor)),
  );
}

/** Escapes the commas within a value. */
const escapeComma = (value: string) => value.replace(/[%,]/g, encodeURIComponent);
