// The conversion of a plan: as data, for `planned.moves`, and in words.
import type { Conversion } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import type { Move, MoveConversion } from '../types.ts';

/** @param along axis of the moves along which the conversion differs; -1: none */
export function describeConversion(
  moves: readonly Move[],
  { type, scale, bias, table }: Conversion,
  along: number,
): Move[] {
  const oneOrAll = <T>(list: readonly T[]) => (list.length > 1 && along >= 0 ? list : list[0]);
  const convert: MoveConversion = {
    type: DTYPES[type].name,
    ...(scale && bias && { scale: oneOrAll(scale), bias: oneOrAll(bias) }),
    ...(table && { table: oneOrAll(table.map((each) => Array.from<number>(each))) }), // typed arrays cannot be frozen
    ...(along >= 0 && { axis: along }),
  };
  return moves.map((move) => ({ ...move, convert }));
}

export function explainConversion({ type, scale, bias, table, axis }: MoveConversion): string {
  const each = axis === undefined ? '' : `, which differ along axis ${axis} of the move`;
  if (table !== undefined) return `Each byte becomes an element of ${type} by a table${each}.`;
  if (scale === undefined || bias === undefined) return `Each element becomes ${type} on its way.`;
  const list = (of: number | readonly number[]) => (typeof of === 'number' ? of : `[${of.join(', ')}]`);
  return `Each element x becomes x * ${list(scale)} + ${list(bias)}${each}, as ${type}, on its way.`;
}
