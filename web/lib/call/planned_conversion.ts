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
  const set = count === 0 ? 0 : words[first + ALONG];
  const axes = Array.from({ length: 32 }, (_, a) => a).filter((a) => (set >>> a) % 2 === 1);
  const { type, zeros, scales, biases, divides, table, saturates } = conversion;
  const oneOrAll = <T>(list: ArrayLike<T>) => (list.length > 1 && set !== 0 ? Array.from(list) : list[0]); // typed arrays cannot be frozen
  const convert: MoveConversion = {
    type: DTYPES[type].name,
    ...(zeros && { zero_point: oneOrAll(zeros) }),
    ...(scales && { [divides ? 'divisor' : 'scale']: oneOrAll(scales) }),
    ...(biases && { bias: oneOrAll(biases) }),
    ...(table && { table: oneOrAll(table.map((each) => Array.from<number | bigint>(each))) }),
    ...(!saturates && { saturate: 0 }),
    ...(axes.length === 1 && { axis: axes[0] }),
    ...(axes.length > 1 && { axes }),
  };
  return moves.map((move) => ({ ...move, convert }));
}

/** Numbers of a list: there may be a hundred thousand. */
const MOST_SAID = 8;

export function explainConversion(convert: MoveConversion): string {
  const { type, scale, divisor, bias, zero_point, table, saturate, axis, axes } = convert;
  const along = `along ${axes ? `axes ${axes.join(', ')}` : `axis ${axis}`} of the move`;
  const isOne = axis === undefined && axes === undefined;
  if (table !== undefined)
    return `Each element becomes one of ${type} by ${isOne ? 'a table' : `tables, which differ ${along}`}.`;
  const beyond = type === 'f8e4m3' ? 'NaN' : 'infinity';
  const rest = saturate === 0 ? ` Beyond the largest ${type}, it becomes ${beyond}.` : '';
  const list = (of: number | readonly number[]) =>
    typeof of === 'number'
      ? said(of)
      : `[${of.slice(0, MOST_SAID).map(said).join(', ')}${of.length > MOST_SAID ? ', ...' : ''}]`;
  const adds = DTYPES.some(({ name, integer }) => name === type && integer !== undefined);
  let formula = 'x';
  if (zero_point !== undefined && !adds) formula = `x - ${list(zero_point)}`;
  if (formula !== 'x' && (scale ?? divisor) !== undefined) formula = `(${formula})`;
  if (scale !== undefined) formula += ` * ${list(scale)}`;
  if (divisor !== undefined) formula += ` / ${list(divisor)}`;
  if (bias !== undefined) formula += ` + ${list(bias)}`;
  if (zero_point !== undefined && adds) formula = `round(${formula}) + ${list(zero_point)}`;
  if (formula === 'x') return `Each element becomes ${type} on its way.${rest}`;
  const differ = isOne ? '' : `, which differ ${along}`;
  return `Each element x becomes ${formula}${differ}, as ${type}, on its way.${rest}`;
}

const said = (value: number) => (Object.is(value, -0) ? '-0' : String(value));
