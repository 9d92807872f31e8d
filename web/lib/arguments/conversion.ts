// What elements become: the option `to` of `rearrange`. Numbers that are tensors, or whose axes are in another order than
// the output's, are copied later (call/copy_numbers.ts).
import { classNameOf, copyInto, DETACHED, isDetached, isPlain, lengthOf, newArray } from '../base/arrays.ts';
import { askFor, describe, isNamed, unknownName } from '../base/describe.ts';
import { Mistake, restated } from '../base/mistake.ts';
import type { Numbers, Pending, Request } from '../core/request.ts';
import { classNameFor, DTYPES, NUMBERS, typeNamed } from '../core/tables.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { countOf, offsetsOf, rowMajor } from '../shape.ts';
import { isNumber } from './numbers.ts';
import type { Parsed, Piece } from './pattern.ts';
import { addTensor, lengthOfOwn, readProperties, remedyFor, toType } from './tensors.ts';

/** The axes that `along` names, in its order: those of lists and tensors. */
interface Along {
  readonly text: string;
  readonly sizes: readonly number[];
  /** Their places among the axes of the output. */
  readonly places: readonly number[];
}

/** A list of numbers, one number for all, or a tensor that is to be copied. */
type Step = Numbers | Omit<Pending, 'name' | 'key'>;

/** Targets for which `saturate` is an option. */
const SATURATING = ['f8e4m3', 'f8e5m2'];

/** Properties of the option `to`. */
export const TO = ['type', 'scale', 'divisor', 'bias', 'zero_point', 'along', 'table', 'saturate'];

/** Reads what elements become. Without numbers and tables, a type that they already have changes nothing. */
export function readTo(request: Request, parse: () => Parsed, to: unknown): void {
  if (!isGiven(to)) {
    request.pushAbsent();
    return;
  }
  const options: unknown = typeof to === 'string' ? { type: to } : to;
  if (!isNamed(options)) {
    const what = `expected an element type or { ${TO.join(', ')} }, not ${describe(to)}`;
    throw new Mistake('bad_argument', what);
  }
  const other = unknownName(options, TO);
  if (other !== undefined)
    throw new Mistake('bad_argument', `${other} is not one of ${TO.join(', ')}${askFor(options, TO)}`);
  const { type: named, along, scale, divisor, bias, zero_point, table, saturate } = options;
  if (!isGiven(named)) throw new Mistake('missing', 'the type is missing');
  const type = toType(named, '');
  const axes = isGiven(along) ? findAxes(parse().pieces, along) : null; // else nothing needs them
  const saturates = readSaturate(saturate, DTYPES[type].name);
  request.spelling = named;
  request.classForTo = classNameFor(DTYPES[type]);
  const { type: from } = request.tensors[0];
  const steps = { scale, divisor, bias, zero_point };
  const [first, second] = Object.entries(steps).filter(([, value]) => isGiven(value));
  const [hasTable, divides] = [table, divisor].map(isGiven);
  if (hasTable && first !== undefined)
    throw new Mistake('conflict', `table cannot be given together with ${first[0]}`);
  if (first?.[0] === 'scale' && second?.[0] === 'divisor')
    throw new Mistake('conflict', 'scale cannot be given together with divisor');
  const isKept = request.usage === undefined; // perhaps by a plan
  const tables = hasTable ? readTables(table, type, axes, from, isKept) : null;
  if (first === undefined && tables === null && type === from) {
    request.pushAbsent();
    return;
  }
  // every type that float32 cannot hold
  const isWide = [type, from].some((each) => DTYPES[each].bits > 16 && DTYPES[each].name !== 'float32');
  const pending: Pending[] = [];
  let differs = isLong(tables);
  const read = (name: keyof typeof steps, key: Pending['key']): Numbers | null => {
    const numbers = readStep(request, name, steps[name], axes, isWide);
    if (numbers === null || !('tensor' in numbers)) {
      differs ||= isLong(numbers);
      return numbers;
    }
    differs ||= countOf(numbers.dims) > 1;
    pending.push({ ...numbers, name, key });
    return null;
  };
  if (isGiven(zero_point)) checkIntegerSide(from, type);
  const zeros = read('zero_point', 'zeros');
  const scales = read(divides ? 'divisor' : 'scale', 'scales');
  const biases = read('bias', 'biases') ?? (isGiven(scale) && !isGiven(bias) ? [0] : null); // so -0 becomes 0
  request.conversion = { type, zeros, scales, biases, divides, isWide, table: tables, saturates, pending };
  const set = !differs || axes === null ? 0 : axes.places.reduce((sum, place) => sum + 2 ** place, 0);
  const { byValues, byScale, byTable } = NUMBERS;
  request.pushList([type, set, hasTable ? byTable : first === undefined ? byValues : byScale], 3);
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

const isLong = (list: ArrayLike<unknown> | null) => list !== null && list.length > 1;

const isInteger = (type: number) => DTYPES[type].integer !== undefined && DTYPES[type].name !== 'bool';

function checkIntegerSide(from: number, to: number): void {
  if (isInteger(from) !== isInteger(to)) return;
  const what = isInteger(to) ? 'both are integer types' : 'neither is an integer type';
  throw new Mistake(
    'bad_argument',
    `zero_point needs an integer type on one side, but of ${DTYPES[from].name} and ${DTYPES[to].name}, ${what}`,
  );
}

function readSaturate(saturate: unknown, type: string): boolean {
  if (!isGiven(saturate)) return true;
  if (!SATURATING.includes(type))
    throw new Mistake('bad_argument', `saturate is for ${SATURATING.join(' and ')}, not for ${type}`);
  if (saturate !== 0 && saturate !== 1 && typeof saturate !== 'boolean')
    throw new Mistake('bad_argument', `saturate must be 0, 1, false or true, not ${describe(saturate)}`);
  return Boolean(saturate);
}

function findAxes(pieces: readonly Piece[], along: unknown): Along {
  const text = typeof along === 'string' ? along : '';
  const names = text.split(/[ \t]+/).filter(Boolean);
  const places = names.map((name) =>
    name === '...' ? -1 : pieces.findIndex((piece) => piece.name === name),
  );
  const unknown = names.length === 0 ? along : names[places.indexOf(-1)];
  if (unknown !== undefined) {
    const which = names.length > 1 ? `along has ${describe(unknown)}` : `along is ${describe(unknown)}`;
    throw new Mistake('bad_pattern', `${which}, which the right side does not name`);
  }
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Mistake('bad_argument', `along has ${twice} twice`);
  return { text: names.join(' '), sizes: places.map((place) => pieces[place].size), places };
}

/** Reads the numbers of a step. */
function readStep(
  request: Request,
  name: string,
  value: unknown,
  axes: Along | null,
  isWide: boolean,
): Step | null {
  if (!isGiven(value)) return null;
  const isZero = name === 'zero_point';
  const type = typeNamed(isZero || isWide ? 'float64' : 'float32') as number;
  const Class = classNameFor(DTYPES[type]);
  if (typeof value === 'number') {
    if (isZero) checkZero(value, 'zero_point');
    return [Class === 'Float64Array' ? value : Math.fround(value)]; // making a typed array takes longer
  }
  if (isPlain(value) && !('length' in value)) return readNumbersTensor(request, name, value, axes, type);
  const length = checkList(name, value, axes, 'a number, a list of numbers, or a tensor of them');
  const numbers = newArray(Class, length);
  const className = classNameOf(value);
  if (className !== 'Array' && className !== '' && !className.startsWith('Big')) copyInto(numbers, value, 0);
  else copyNumbers(numbers, value as ArrayLike<unknown>, name);
  if (isZero) checkZeros(numbers);
  const [first] = numbers;
  if (numbers.every((each: number) => Object.is(each, first))) return numbers.slice(0, 1);
  return inOrder(numbers, axes as Along);
}

/** The axes of a list in the order of the output. */
const orderOf = ({ places }: Along) => places.map((_, i) => i).sort((a, b) => places[a] - places[b]);

/** The entries of a list in the order of the output's axes. */
function inOrder<L extends any[]>(list: L, axes: Along): L {
  const order = orderOf(axes);
  if (order.every((axis, i) => axis === i)) return list;
  const { sizes } = axes;
  const strides = rowMajor(sizes);
  const stride = order.map((axis) => strides[axis]);
  const offsets = offsetsOf(
    order.map((axis) => sizes[axis]),
    { offset: 0, stride },
  );
  return list.map((_, i) => list[offsets[i]]) as L;
}

/** A zero point is an integer, which doubles hold. */
export function checkZero(value: number | bigint, name: string): void {
  if (typeof value === 'number' && !Number.isInteger(value))
    throw new Mistake('not_integer', `${name} is ${value}; it must be an integer`);
  if (value > 2 ** 53 || value < -(2 ** 53))
    throw new Mistake('out_of_range', `${name} is ${value}; at most 2^53 in magnitude is supported`);
}

export function checkZeros(zeros: ArrayLike<number | bigint>): void {
  for (let i = 0; i < zeros.length; ++i) checkZero(zeros[i], `entry ${i} of zero_point`);
}

/** The types of tensors of numbers. */
const FLOATS = 'float16 bfloat16 float32 float64 f8e4m3 f8e5m2 f8e8m0'.split(' ');

function readNumbersTensor(
  request: Request,
  name: string,
  tensor: object,
  axes: Along | null,
  type: number,
): Step {
  const at = request.length;
  try {
    const read = readProperties(tensor);
    const added = addTensor(request, read);
    const words = request.words.slice(at, request.length);
    if (read.data === null) throw new Mistake('bad_input', 'has no data');
    const { name: own } = DTYPES[added.type];
    const isZero = name === 'zero_point';
    if (isZero ? DTYPES[added.type].integer === undefined : !FLOATS.includes(own)) {
      const legal = isZero ? 'bool and the integer types' : FLOATS.join(', ');
      throw new Mistake('bad_type', `is a tensor of ${own}; legal are ${legal}`);
    }
    const dims = dimsAt(words, 0);
    const isSame = axes !== null && isList(dims, axes.sizes);
    if (!isSame && !isList(dims, []) && !isList(dims, [1])) refuseDims(name, dims, axes);
    const order = isSame && axes !== null ? orderOf(axes) : dims.map((_, i) => i);
    return { tensor: { ...added, at: 0 }, words, dims, order, type };
  } catch (thrown) {
    throw restated(thrown, `${name}: `);
  } finally {
    request.length = at;
  }
}

const isList = (list: readonly number[], other: readonly number[]) =>
  list.length === other.length && list.every((each, i) => each === other[i]);

function refuseDims(name: string, dims: readonly number[], axes: Along | null): never {
  const kept = dims.filter((size) => size !== 1); // [rows] of [rows, 1]
  const remedy =
    kept.length < dims.length && isList(kept, axes?.sizes ?? kept)
      ? `; give { ...${name}, dims: [${kept}] }`
      : '';
  if (!axes && countOf(dims) > 1)
    throw new Mistake('missing', `has dims [${dims}], so along must name its axes${remedy}`);
  const legal = axes ? `[${axes.sizes}], the sizes of ${axes.text}` : '[] or [1]';
  throw new Mistake('shape_mismatch', `has dims [${dims}]; it must have ${legal}${remedy}`);
}

/** Reads all entries of a list before it refuses one. */
function copyNumbers(to: any, list: ArrayLike<unknown>, name: string): void {
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

/** Refuses anything but a list with an entry for each index of some axes. Returns its length. */
function checkList(name: string, value: unknown, axes: Along | null, legal: string): number {
  const length = lengthOfOwn(value, name);
  if (length < 0) throw new Mistake('bad_argument', `${name} must be ${legal}, not ${describe(value)}`);
  if (axes === null) throw new Mistake('missing', `${name} is a list, so along must name its axis`);
  const { sizes } = axes;
  if (length !== countOf(sizes)) {
    const have =
      sizes.length > 1
        ? `axes ${axes.text} have sizes ${sizes.join(' x ')}`
        : `axis ${axes.text} has size ${sizes}`;
    const remedy = length > 1 && sizes.length === 1 && length < sizes[0] ? '; slice that axis first' : ''; // RGB of RGBA
    throw new Mistake('length_mismatch', `${name} has length ${length}, but ${have}${remedy}`);
  }
  return length;
}

/** A list with an entry for each index of some axes. */
const toList = (name: string, value: unknown, axes: Along | null, legal: string): any[] =>
  Array.from({ length: checkList(name, value, axes, legal) }, (_, i) => (value as ArrayLike<unknown>)[i]); // its own iterator is not used

/** The tables, or copies of them, in the order of the output's axes. */
function readTables(value: unknown, type: number, axes: Along | null, from: number, copies: boolean): any[] {
  const { name, bits } = DTYPES[from];
  if (bits > 16 || bits === 0)
    throw new Mistake('bad_type', `a table is for types of at most 16 bits, not for ${name}`);
  const entries = 2 ** bits;
  const { classes } = DTYPES[type];
  const legal = `${entries} entries in ${classes.join(' or ')}, or a list of such tables`;
  const isOne = Array.isArray(value) ? axes === null && isNumber(value[0]) : classNameOf(value) !== '';
  if (isOne && axes !== null)
    throw new Mistake(
      'length_mismatch',
      `table is one table; with along, give a list with one for each index`,
    );
  const list = isOne ? [value] : toList('table', value, axes, legal);
  const tables = list.map((table) => {
    if (!classes.includes(classNameOf(table))) {
      const remedy = Array.isArray(table) ? remedyFor(type, 'Array', table[0], 'table') : '';
      throw new Mistake('bad_argument', `table must be ${legal}, not ${describe(table)}${remedy}`);
    }
    if (isDetached(table)) throw new Mistake('bad_input', `table: ${DETACHED}`);
    if (lengthOf(table) !== entries)
      throw new Mistake('length_mismatch', `a table has ${entries} entries, not ${lengthOf(table)}`);
    if (DTYPES[type].bits < 8) checkCodes(table, type);
    return copies ? newArray(classNameOf(table), table) : table;
  });
  return axes === null ? tables : inOrder(tables, axes);
}

/** The entries of a table of packed elements are their codes. */
function checkCodes(table: Uint8Array, type: number): void {
  const { name, bits } = DTYPES[type];
  const most = 2 ** bits - 1;
  for (let i = 0; i < lengthOf(table); ++i)
    if (table[i] > most)
      throw new Mistake(
        'out_of_range',
        `entry ${i} of table is ${table[i]}, but ${name} has codes 0 to ${most}`,
      );
}
