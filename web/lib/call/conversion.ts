// The conversion of a plan: as data, for `planned.moves`, and in words.
import { ALONG } from '../core/record.ts';
import type { Conversion } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { movesOf } from '../core/wire.ts';
import type { Move, MoveConversion } from '../types.ts';
import type { Decision } from './decide.ts';

/** The moves of a decision, with the conversion. */
export function describeConversion(decision: Decision, conversion: Conversion): Move[] {
  const moves = movesOf(decision);
  const { words, first, count } = decision;
  const along = count === 0 ? -1 : words[first + ALONG];
  const { type, scale, bias, table, saturates } = conversion;
  const oneOrAll = <T>(list: ArrayLike<T>) => (list.length > 1 && along >= 0 ? Array.from(list) : list[0]); // typed arrays cannot be frozen
  const convert: MoveConversion = {
    type: DTYPES[type].name,
    ...(scale && bias && { scale: oneOrAll(scale), bias: oneOrAll(bias) }),
    ...(table && { table: oneOrAll(table.map((each) => Array.from<number | bigint>(each))) }),
    ...(!saturates && { saturate: 0 }),
    ...(along >= 0 && { axis: along }),
  };
  return moves.map((move) => ({ ...move, convert }));
}

export function explainConversion({ type, scale, bias, table, saturate, axis }: MoveConversion): string {
  const along = `along axis ${axis} of the move`;
  if (table !== undefined)
    return `Each element becomes one of ${type} by ${axis === undefined ? 'a table' : `tables, which differ ${along}`}.`;
  const beyond = type === 'f8e4m3' ? 'NaN' : 'infinity';
  const rest = saturate === 0 ? ` Beyond the largest ${type}, it becomes ${beyond}.` : '';
  if (scale === undefined || bias === undefined) return `Each element becomes ${type} on its way.${rest}`;
  const list = (of: number | readonly number[]) => (typeof of === 'number' ? of : `[${of.join(', ')}]`);
  const differ = axis === undefined ? '' : `, which differ ${along}`;
  return `Each element x becomes x * ${list(scale)} + ${list(bias)}${differ}, as ${type}, on its way.${rest}`;
}
