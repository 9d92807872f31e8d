// The parameters of Rearrange: a pattern, the sizes of its names, and the type that elements become. The core gets the
// axes that the pattern stands for.
import { classNameOf, copyInto, DETACHED, isDetached, lengthOf, newArray } from '../base/arrays.ts';
import { describe, isNamed, unknownName } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Conversion, Numbers, Request } from '../core/request.ts';
import { classNameFor, DTYPES, NUMBERS } from '../core/tables.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { isNumber, wrongNumber } from './numbers.ts';
import { TO } from './options.ts';
import { readAttributes, refuseUnknown } from './parameters.ts';
import { checkLength, type Parsed, type Piece, parsePattern } from './pattern.ts';
import { Repeated } from './repeated.ts';
import { lengthOfOwn, remedyFor, toType } from './tensors.ts';

/** Adds the parameters of Rearrange to a request, which already has the tensor. */
export function readRearrange(request: Request, pattern: unknown, sizes: unknown, to: unknown): void {
  request.param = 'pattern';
  if (pattern === undefined || pattern === null)
    throw new Mistake('missing', 'required attribute is missing');
  if (typeof pattern !== 'string')
    throw new Mistake('bad_argument', `must be a string such as 'h w c -> c h w', not ${describe(pattern)}`);
  checkLength(pattern); // before anything else is done with its characters
  const named = readSizes(request, sizes, pattern);
  request.param = 'pattern';
  let parsed: Parsed | null = null;
  const parse = () => {
    parsed ??= parseFor(request, pattern, named);
    return parsed;
  };
  const mayRepeat = named.size === 0;
  if (!mayRepeat || !PATTERNS.repeat(request, pattern)) {
    const begin = request.length;
    pushPattern(request, parse());
    if (mayRepeat) PATTERNS.remember(request, pattern, begin);
  }
  request.nameAxis = (axis) => nameAxis(parse(), axis);
  request.param = 'to';
  readTo(request, parse, to);
  request.endParameters();
}

const PATTERNS = /* @__PURE__ */ new Repeated();

function parseFor({ words, given }: Request, pattern: string, sizes: ReadonlyMap<string, number>): Parsed {
  const dims = dimsAt(words, given[0].at);
  const isLegal = dims.every((size) => Number.isSafeInteger(size) && size >= 0);
  return isLegal ? parsePattern(pattern, dims, sizes) : NO_AXES; // the core says what is wrong with dims
}

function pushPattern(request: Request, { pieces, merges }: Parsed): void {
  request.beginParameters();
  const list = [merges.length, ...merges];
  for (const { size, axis, step } of pieces) list.push(size, axis, step);
  request.pushList(list, list.length);
  request.pushAbsent(); // the sizes are those of the axes
}

/** An axis of the output as its pattern has it. */
function nameAxis({ pieces, merges }: Parsed, axis: number): string {
  const begin = merges.slice(0, axis).reduce((sum, count) => sum + count, 0);
  const names = pieces.slice(begin, begin + merges[axis]).map(({ name }) => name);
  return `(${[...new Set(names)].join(' ')})`; // `...` has several pieces
}

/** Adds the attributes of a Rearrange node. */
export function readRearrangeNode(request: Request, attributes: unknown): void {
  request.param = 'attributes';
  const named = readAttributes(attributes);
  const { version } = request;
  for (const name in named) if (!version.numbers.has(name)) refuseUnknown(version, named, name);
  readRearrange(request, named.pattern, named.sizes, named.to);
}

const NO_AXES: Parsed = { pieces: [], merges: [] };
const NO_SIZES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map();

/** Sizes by name. The reader of the pattern refuses names that are not in it. */
function readSizes(request: Request, sizes: unknown, pattern: string): ReadonlyMap<string, number> {
  request.param = 'sizes';
  if (sizes === undefined || sizes === null) return NO_SIZES;
  const named = new Map<string, number>();
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
function readTo(request: Request, parse: () => Parsed, to: unknown): void {
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
  const pieces = (along ?? null) === null ? NO_AXES.pieces : parse().pieces; // else nothing needs them
  const axis = findAxis(pieces, along);
  const saturates = readSaturate(saturate, DTYPES[type].name);
  request.spelling = named;
  request.classForTo = classNameFor(DTYPES[type]);
  const { type: from } = request.given[0];
  const values = readValues(scale, bias, table, type, axis < 0 ? null : pieces[axis], from);
  if (values === UNCHANGED && type === from) {
    request.pushAbsent();
    return;
  }
  const { scale: factors, bias: addends, table: tables } = values;
  let inner = 1;
  if (axis >= 0) for (let a = axis + 1; a < pieces.length; ++a) inner *= pieces[a].size;
  request.conversion = { type, inner, saturates, scale: factors, bias: addends, table: tables };
  const differs = isLong(factors) || isLong(addends) || isLong(tables);
  const { byValues, byScale, byTable } = NUMBERS;
  const by = values.table !== null ? byTable : values.scale !== null ? byScale : byValues;
  request.pushList([type, differs ? axis : -1, by], 3);
}

const isLong = (list: ArrayLike<unknown> | null) => list !== null && list.length > 1;

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
const UNCHANGED: Values = { scale: null, bias: null, table: null };

function readValues(
  scale: unknown,
  bias: unknown,
  table: unknown,
  type: number,
  axis: Piece | null,
  from: number,
): Values {
  const isAffine = (scale ?? bias ?? null) !== null;
  if ((table ?? null) !== null) {
    if (isAffine) throw new Mistake('conflict', 'table cannot be given together with scale or bias');
    return { scale: null, bias: null, table: readTables(table, type, axis, from) };
  }
  if (!isAffine) return UNCHANGED;
  return {
    scale: readNumbers('scale', scale ?? 1, axis),
    bias: readNumbers('bias', bias ?? 0, axis),
    table: null,
  };
}

/** One number, or one for each index of an axis, as float32 holds them. */
function readNumbers(name: string, value: unknown, axis: Piece | null): Numbers {
  if (typeof value === 'number') return [Math.fround(value)]; // making a typed array takes longer than reading one number
  const length = checkList(name, value, axis, 'a number, or a list of numbers');
  const numbers: Float32Array = newArray('Float32Array', length);
  const className = classNameOf(value);
  if (className !== 'Array' && className !== '' && !className.startsWith('Big')) copyInto(numbers, value, 0);
  else copyNumbers(numbers, value as ArrayLike<unknown>, name);
  const [first] = numbers;
  return numbers.every((each) => Object.is(each, first)) ? numbers.slice(0, 1) : numbers;
}

/** Reads all entries of a list before it refuses one. */
function copyNumbers(to: Float32Array, list: ArrayLike<unknown>, name: string): void {
  let wrong = -1;
  let value: unknown;
  for (let i = 0; i < to.length; ++i) {
    const entry = list[i];
    if (typeof entry === 'number') to[i] = entry;
    else if (wrong < 0) [wrong, value] = [i, entry];
  }
  if (wrong >= 0)
    throw new Mistake('bad_argument', `entry ${wrong} of ${name} is ${describe(value)}; it must be a number`);
}

/** Refuses anything but a list with an entry for each index of an axis. Returns its length. */
function checkList(name: string, value: unknown, axis: Piece | null, legal: string): number {
  const length = lengthOfOwn(value, name);
  if (length < 0) throw new Mistake('bad_argument', `${name} must be ${legal}, not ${describe(value)}`);
  if (axis === null) throw new Mistake('missing', `${name} is a list, so along must name its axis`);
  if (length !== axis.size) {
    const what = `${name} has length ${length}, but axis ${axis.name} has size ${axis.size}`;
    throw new Mistake('length_mismatch', what);
  }
  return length;
}

/** A list with an entry for each index of an axis. */
const toList = (name: string, value: unknown, axis: Piece | null, legal: string): any[] =>
  Array.from({ length: checkList(name, value, axis, legal) }, (_, i) => (value as ArrayLike<unknown>)[i]); // its own iterator is not used

/** Copies of the tables. */
function readTables(value: unknown, type: number, axis: Piece | null, from: number): any[] {
  const { name, bits } = DTYPES[from];
  if (bits > 8 || bits === 0)
    throw new Mistake('bad_type', `a table is for types of at most 8 bits, not for ${name}`);
  const entries = 2 ** bits;
  const { classes } = DTYPES[type];
  const legal = `${entries} entries in ${classes.join(' or ')}, or a list of such tables`;
  const isOne = Array.isArray(value) ? axis === null && isNumber(value[0]) : classNameOf(value) !== '';
  const list = isOne ? [value] : toList('table', value, axis, legal);
  return list.map((table) => {
    if (!classes.includes(classNameOf(table))) {
      const remedy = Array.isArray(table) ? remedyFor(type, 'Array', table[0], 'table') : '';
      throw new Mistake('bad_argument', `table must be ${legal}, not ${describe(table)}${remedy}`);
    }
    if (isDetached(table)) throw new Mistake('bad_input', `table: ${DETACHED}`);
    if (lengthOf(table) !== entries)
      throw new Mistake('length_mismatch', `a table has ${entries} entries, not ${lengthOf(table)}`);
    return newArray(classNameOf(table), table);
  });
}
