// The parameters of Rearrange: a pattern, the sizes of its names, and the type that elements become. The core gets the
// axes that the pattern stands for.
import { className, DETACHED, isDetached, lengthOf, newArray } from '../base/arrays.ts';
import { describe, isNamed, unknownName } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Conversion, Request } from '../core/request.ts';
import { DTYPES, holderOf, NUMBERS } from '../core/tables.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { isNumber, wrongNumber } from './numbers.ts';
import { TO } from './options.ts';
import { readAttributes, refuseUnknown } from './parameters.ts';
import { type Parsed, type Piece, parsePattern } from './pattern.ts';
import { lengthOfOwn, remedyFor, toType } from './tensors.ts';

/** Adds the parameters of Rearrange to a request, which already has the tensor. */
export function readRearrange(request: Request, pattern: unknown, sizes: unknown, to: unknown): void {
  request.param = 'pattern';
  if (pattern === undefined || pattern === null)
    throw new Mistake('missing', 'required attribute is missing');
  if (typeof pattern !== 'string')
    throw new Mistake('bad_argument', `must be a string such as 'h w c -> c h w', not ${describe(pattern)}`);
  const named = readSizes(request, sizes, pattern);
  request.param = 'pattern';
  const dims = dimsAt(request.words, request.given[0].at);
  const isLegal = dims.every((size) => Number.isSafeInteger(size) && size >= 0);
  const parsed = isLegal ? parsePattern(pattern, dims, named) : NOTHING; // the core says what is wrong with dims
  request.beginParameters();
  const { pieces, merges } = parsed;
  const list = [merges.length, ...merges];
  for (const { size, axis, step } of pieces) list.push(size, axis, step);
  request.pushList(list, list.length);
  request.pushAbsent(); // the sizes are those of the axes
  request.param = 'to';
  readTo(request, parsed, to);
  request.endParameters();
}

/** Adds the attributes of a Rearrange node. */
export function readRearrangeNode(request: Request, attributes: unknown): void {
  request.param = 'attributes';
  const named = readAttributes(attributes);
  const { version } = request;
  for (const name in named) if (!version.numbers.has(name)) refuseUnknown(version, named, name);
  readRearrange(request, named.pattern, named.sizes, named.to);
}

const NOTHING: Parsed = { pieces: [], merges: [] };

/** Sizes by name. The reader of the pattern refuses names that are not in it. */
function readSizes(request: Request, sizes: unknown, pattern: string): Map<string, number> {
  request.param = 'sizes';
  const named = new Map<string, number>();
  if (sizes === undefined || sizes === null) return named;
  if (!isNamed(sizes))
    throw new Mistake('bad_argument', `expected an object such as { h: 16, w: 16 }, not ${describe(sizes)}`);
  for (const name of new Set([...Object.keys(sizes), ...(pattern.match(/[a-z]\w*/gi) ?? [])])) {
    const value = sizes[name];
    const isMethod = typeof value === 'function' && !Object.hasOwn(sizes, name); // toString, of an axis called so
    if (value === undefined || value === null || isMethod) continue;
    if (!isNumber(value)) throw wrongNumber(value, `${name} `);
    const size = Number(value);
    if (!Number.isInteger(size))
      throw new Mistake('not_integer', `${name} is ${size}; it must be an integer`);
    if (size < 0) throw new Mistake('bad_size', `${name} is ${size}; it must be 0 or more`);
    if (size > Number.MAX_SAFE_INTEGER)
      throw new Mistake('too_large', `${name} is ${size}; at most 2^53 - 1 is supported`);
    named.set(name, size);
  }
  return named;
}

/** Targets for which `saturate` is an option. */
const SATURATING = ['f8e4m3', 'f8e5m2'];

/** Reads what elements become. Without scale and table, a type that they already have changes nothing. */
function readTo(request: Request, { pieces }: Parsed, to: unknown): void {
  if (to === undefined || to === null) {
    request.pushAbsent();
    return;
  }
  const options: unknown = typeof to === 'string' ? { type: to } : to;
  if (!isNamed(options)) {
    const what = `expected an element type or { ${TO.join(', ')} }, not ${describe(to)}`;
    throw new Mistake('bad_argument', what);
  }
  const other = unknownName(options, TO);
  if (other !== undefined) throw new Mistake('bad_argument', `${other} is not one of ${TO.join(', ')}`);
  const { type: named, along, scale, bias, table, saturate } = options;
  if (named === undefined || named === null) throw new Mistake('missing', 'the type is missing');
  const type = toType(named, '');
  const axis = findAxis(pieces, along);
  const saturates = readSaturate(saturate, DTYPES[type].name);
  request.spelling = named;
  request.toHolder = holderOf(DTYPES[type]);
  const values = readValues(
    { scale, bias, table },
    type,
    axis < 0 ? null : pieces[axis],
    request.given[0].type,
  );
  if (values === NONE && type === request.given[0].type) {
    request.pushAbsent();
    return;
  }
  const inner = pieces.slice(axis + 1).reduce((product, { size }) => product * size, 1);
  request.conversion = { type, inner: axis < 0 ? 1 : inner, saturates, ...values };
  const differs = Object.values(values).some((list) => list !== null && list.length > 1);
  const { byValues, byScale, byTable } = NUMBERS;
  const by = values.table !== null ? byTable : values.scale !== null ? byScale : byValues;
  request.pushList([type, differs ? axis : -1, by], 3);
}

function readSaturate(saturate: unknown, type: string): boolean {
  if (saturate === undefined || saturate === null) return true;
  if (!SATURATING.includes(type))
    throw new Mistake('bad_argument', `saturate is for ${SATURATING.join(' and ')}, not for ${type}`);
  if (saturate !== 0 && saturate !== 1 && typeof saturate !== 'boolean')
    throw new Mistake('bad_argument', `saturate must be 0, 1, false or true, not ${describe(saturate)}`);
  return Boolean(saturate);
}

function findAxis(pieces: readonly Piece[], along: unknown): number {
  if (along === undefined || along === null) return -1;
  const axis = pieces.findIndex(({ name }) => name === along);
  if (axis >= 0 && along !== '...') return axis;
  throw new Mistake('bad_pattern', `along is ${describe(along)}, which the right side does not name`);
}

type Values = Pick<Conversion, 'scale' | 'bias' | 'table'>;
const NONE: Values = { scale: null, bias: null, table: null };

function readValues(
  { scale, bias, table }: Record<string, unknown>,
  type: number,
  axis: Piece | null,
  from: number,
): Values {
  const isAffine = (scale ?? bias ?? null) !== null;
  if ((table ?? null) !== null) {
    if (isAffine) throw new Mistake('conflict', 'table cannot be given together with scale or bias');
    return { ...NONE, table: readTables(table, type, axis, from) };
  }
  if (!isAffine) return NONE;
  return {
    ...NONE,
    scale: readNumbers('scale', scale ?? 1, axis),
    bias: readNumbers('bias', bias ?? 0, axis),
  };
}

/** One number, or one for each index of an axis, as float32 holds them. */
function readNumbers(name: string, value: unknown, axis: Piece | null): number[] {
  const list =
    typeof value === 'number' ? [value] : toList(name, value, axis, 'a number, or a list of numbers');
  const wrong = list.findIndex((each) => typeof each !== 'number');
  if (wrong >= 0)
    throw new Mistake(
      'bad_argument',
      `entry ${wrong} of ${name} is ${describe(list[wrong])}; it must be a number`,
    );
  const numbers = list.map((each) => Math.fround(each));
  return numbers.every((each) => Object.is(each, numbers[0])) ? numbers.slice(0, 1) : numbers;
}

/** A list with an entry for each index of an axis. */
function toList(name: string, value: unknown, axis: Piece | null, legal: string): any[] {
  const length = lengthOfOwn(value, name);
  if (length < 0) throw new Mistake('bad_argument', `${name} must be ${legal}, not ${describe(value)}`);
  if (axis === null) throw new Mistake('missing', `${name} is a list, so along must name its axis`);
  if (length !== axis.size) {
    const what = `${name} has length ${length}, but axis ${axis.name} has size ${axis.size}`;
    throw new Mistake('length_mismatch', what);
  }
  return Array.from({ length }, (_, i) => (value as ArrayLike<unknown>)[i]); // its own iterator is not used
}

/** Copies of the tables. */
function readTables(value: unknown, type: number, axis: Piece | null, from: number): any[] {
  const { name, bits } = DTYPES[from];
  if (bits > 8 || bits === 0)
    throw new Mistake('bad_type', `a table is for types of at most 8 bits, not for ${name}`);
  const entries = 2 ** bits;
  const { classes } = DTYPES[type];
  const legal = `${entries} entries in ${classes.join(' or ')}, or a list of such tables`;
  const isOne = Array.isArray(value) ? axis === null && isNumber(value[0]) : className(value) !== '';
  const list = isOne ? [value] : toList('table', value, axis, legal);
  return list.map((table) => {
    if (!classes.includes(className(table))) {
      const remedy = Array.isArray(table) ? remedyFor(type, 'Array', table[0], 'table') : '';
      throw new Mistake('bad_argument', `table must be ${legal}, not ${describe(table)}${remedy}`);
    }
    if (isDetached(table)) throw new Mistake('bad_input', `table: ${DETACHED}`);
    if (lengthOf(table) !== entries)
      throw new Mistake('length_mismatch', `a table has ${entries} entries, not ${lengthOf(table)}`);
    return newArray(className(table), table);
  });
}
