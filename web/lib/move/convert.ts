// Conversions: elements become others of another type while they move. Integers that their new type does not
// hold are found before anything is written.
import { asClass, checkNewArrays, className, lengthOf, newArray, toWords } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { NEW_VIEWS } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import { type Finish, moveConverted } from '../core/converter.ts';
import { getCore } from '../core/core.ts';
import { endOf } from '../core/record.ts';
import { type Converted, requestCopy } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { denseWords } from '../core/tensor_words.ts';
import { movesOf } from '../core/wire.ts';
import { type Decision, decideSpread } from '../plan/decide.ts';
import { elementsIn, rowMajor } from '../shape.ts';
import { convertFew, isFew } from './convert_few.ts';
import { LIMITS, type Limits } from './limits.ts';
import { carryOut } from './steps.ts';

type Out = Bound['outs'][number];

/** @param param what the input is called */
export function convertIntoNew(decision: Decision, converted: Converted, source: any, param: string): any {
  const { holder } = converted;
  checkNewArrays(holder, decision.total);
  const array = newArray(holder, decision.total);
  if (!carryOutConversion(decision, converted, source, array)) refuseOutside(converted, source, param);
  return array;
}

export function convertInto(
  decision: Decision,
  converted: Converted,
  source: any,
  out: Out,
  param: string,
): void {
  if (out.layout !== null) {
    copySpread(decision, converted, convertIntoNew(decision, converted, source, param), out);
    return;
  }
  const isCast = converted.scale === null && converted.table === null;
  const mayFail = isCast && !holdsAll(converted.type, converted.from);
  if (mayFail && !carryOutConversion(decision, converted, source, null))
    refuseOutside(converted, source, param);
  carryOutConversion(decision, converted, source, out.array);
}

/** Puts a row-major tensor where a strided output is. */
function copySpread(
  { dims: [dims] }: Decision,
  { type }: Converted,
  array: any,
  { array: whole, layout, length }: Out,
) {
  const given = { type, named: null, data: array, holder: '', length: array.length, at: 0 };
  const words = denseWords(type, array.length, dims);
  const request = requestCopy(given, words, 0, words.length);
  request.pushOuts([{ given: null, length, layout }]);
  const decision = decideSpread(request);
  const source = asClass(array, className(whole));
  for (let i = 0, at = decision.first; i < decision.count; ++i, at = endOf(decision.words, at))
    carryOut(decision.words, at, source, [whole], NEW_VIEWS);
}

/** Says whether all integers fit. Nothing is written if `out` is null. */
function carryOutConversion(decision: Decision, converted: Converted, source: any, out: any): boolean {
  const { type, from, scale, bias, table, inner } = converted;
  const moves = movesOf(decision);
  if (out !== null && moves.length === 1 && isFew(lengthOf(out), from, converted)) {
    convertFew(moves[0], converted, source, out);
    return true;
  }
  const [fromRow, toRow] = [DTYPES[from], DTYPES[type]];
  const isUniform = (scale?.length ?? 1) === 1 && (bias?.length ?? 1) === 1;
  const comesFirst = table === null && isUniform && toRow.bits < fromRow.bits;
  const elements = elementsIn(fromRow, lengthOf(source));
  let fits = true;
  for (const { sizes, strides, streams } of moves) {
    const [{ offset, run }] = streams;
    const axes = run === 1 ? [] : [run, 1]; // single elements may have as many axes as a tensor may
    const words = [
      table === null ? from : BYTE,
      table === null ? type : BYTE,
      Number(comesFirst),
      inner,
      scale?.length ?? 0,
      ...(scale ?? []),
      bias?.length ?? 0,
      ...(bias ?? []),
      elements,
      offset,
      sizes.length + axes.length / 2,
      ...sizes.flatMap((size, a) => [size, strides[a]]),
      ...axes,
    ];
    const finish = table === null ? null : lookUp(table, inner, out);
    const oneRun = sizes.length === 0 ? { first: offset, count: run } : null;
    const widths = { fromWidth: fromRow.bits / 8, toWidth: toRow.bits / 8 };
    const job = { words, source, out, comesFirst, run: oneRun, finish, ...widths };
    fits = moveConverted(getCore().instance, job) && fits;
  }
  return fits;
}

const BYTE = DTYPES.findIndex(({ name }) => name === 'uint8');

/** Writes the table's element for each byte, as words, so that no bit of a NaN changes. */
function lookUp(tables: readonly any[], inner: number, out: any): Finish {
  const lists = tables.map(toWords);
  const to = toWords(out);
  const words = lists[0].length / 256;
  return (area, at, count, index) => {
    for (let done = 0; done < count; ) {
      const list = lists[Math.floor((index + done) / inner) % lists.length];
      const left = lists.length === 1 ? count : inner - ((index + done) % inner);
      const end = Math.min(count, done + left);
      if (words === 1) for (; done < end; ++done) to[index + done] = list[area[at + done]];
      else
        for (; done < end; ++done)
          for (let k = 0; k < words; ++k) to[(index + done) * words + k] = list[area[at + done] * words + k];
    }
  };
}

/**
 * Does a type hold all integers of another? Yes if either is not an integer type: then no conversion fails.
 */
function holdsAll(type: number, other: number): boolean {
  const [to, from] = [LIMITS[type], LIMITS[other]];
  return to === null || from === null || (to.least <= from.least && to.most >= from.most);
}

/**
 * Refuses the first integer that does not fit. There may be none: gaps between the elements are looked at
 * too.
 */
function refuseOutside({ type, dims, layout }: Converted, source: any, param: string): void {
  const { name } = DTYPES[type];
  const { least, most } = LIMITS[type] as Limits;
  const { stride, offset } = layout ?? { stride: rowMajor(dims), offset: 0 };
  const index = dims.map(() => 0);
  let at = offset;
  for (let k = 0, a = 0; a >= 0; ++k) {
    const value = source[at];
    if (value < least || value > most)
      throw new Mistake(
        'out_of_range',
        `element ${k} is ${value}, but ${name} holds ${least} to ${most}`,
        param,
      );
    for (a = dims.length - 1; a >= 0; --a) {
      at += stride[a];
      if (++index[a] < dims[a]) break;
      at -= dims[a] * stride[a];
      index[a] = 0;
    }
  }
}
