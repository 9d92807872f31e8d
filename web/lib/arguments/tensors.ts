// Writes the tensors of a call as words: as many as the operator takes, or a list of them. Other libraries' names for
// the properties of a tensor are accepted. This file checks only what JavaScript alone can know: is the data an array
// of a class that holds the type? The core checks whether sizes, strides and data fit together.
import { classNameOf, DETACHED, isDetached, isPlain, lengthOf } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { Mistake, restated, WrongKind } from '../base/mistake.ts';
import { tensorName } from '../core/operators.ts';
import type { ReadTensor, Request } from '../core/request.ts';
import {
  classNameFor,
  DTYPES,
  MAX_OUTPUTS,
  MAX_RANK,
  typeNamed,
  typeNames,
  typeOfClass,
} from '../core/tables.ts';
import { dimsAt, isDense, layoutAt } from '../core/tensor_words.ts';
import { isRowMajor, rowMajor } from '../shape.ts';
import { isNumber, readLength, SIZES, STRIDES, toWord, writeNumbers, wrongNumber } from './numbers.ts';

/** The properties of a tensor-like object, under all their names. Each is read once. */
export interface Properties {
  readonly data: any;
  readonly sizes: unknown;
  readonly named: unknown;
  readonly stride: ArrayLike<unknown> | null;
  readonly offset: unknown;
  /** The sizes are those of an image. */
  readonly isImage: boolean;
  /** Strides without an offset: some libraries keep the offset elsewhere, so only row-major strides are safe. */
  readonly isFloating: boolean;
}

export function readProperties(tensor: object): Properties {
  const input = tensor as Record<string, any>;
  const own = toStride(input.stride);
  const other = own === null ? toStride(input.strides) : null;
  const offset = input.offset ?? null;
  const data = input.data ?? null;
  return readOthers(input, own, other, offset, data, input.dims ?? input.shape ?? null);
}

/** Reads the properties that follow these. */
export function readOthers(
  input: Record<string, any>,
  own: Properties['stride'],
  other: Properties['stride'],
  offset: unknown,
  data: any,
  sizes: unknown,
): Properties {
  const ofImage = sizes === null && data !== null ? sizesOfImage(input) : null;
  return {
    data,
    sizes: sizes ?? ofImage,
    isImage: ofImage !== null,
    named: input.type ?? input.dtype ?? null,
    stride: own ?? other,
    offset,
    isFloating: other !== null && offset === null,
  };
}

/** An ImageData has a width, a height, and four channels. Images of other libraries have `channels`. */
const sizesOfImage = ({ width = null, height = null, channels }: Record<string, any>) =>
  width === null || height === null ? null : [height, width, channels ?? 4];

/** Ignores a method of that name, which tensors of transformers.js have. */
export const toStride = (stride: any): ArrayLike<unknown> | null =>
  stride === undefined || stride === null || typeof stride === 'function' ? null : stride;

/** Adds a tensor to a request. */
export function readTensor(request: Request, input: unknown): ReadTensor {
  if (typeof input !== 'object' || input === null)
    throw new WrongKind('bad_input', `expected a tensor { type, dims, data }, not ${describe(input)}`);
  return addRead(request, input, readProperties(input));
}

/** Adds a tensor whose properties have been read. */
export function addRead(request: Request, input: object, read: Properties): ReadTensor {
  if (read.sizes === null) refuseClass(request, input);
  const added = addTensor(request, read);
  return read.data === null && 'endian' in input ? { ...added, isStored: true } : added;
}

/** Was a function called that cuts or rearranges one tensor? */
const isCut = ({ usage, version }: Request) => usage !== undefined && !version.joins;

/** Refuses an object without dims, and names its class if it has one. */
function refuseClass(request: Request, input: object): void {
  const what = describe(input);
  if (what === 'an object') return;
  const advice = !(Array.isArray(input) && isPlain(input[0]))
    ? ', which has no dims; give { dims, data } with a typed array, or an array of strings, as data'
    : isCut(request)
      ? '; join its tensors: concatFromSequence(list, { axis: 0, new_axis: 1 })'
      : '; leave out the brackets';
  throw new Mistake('bad_input', `is ${what}${advice}`);
}

/**
 * The length of a list of a tensor, as `readLength` reads it.
 * @param list
 * @param name what the list is called
 * @param param to blame, if it is not the one that is being read
 */
export function lengthOfOwn(list: unknown, name: string, param?: string): number {
  try {
    return readLength(list);
  } catch (thrown) {
    throw restated(thrown, `${name}: `, param);
  }
}

export function addTensor(request: Request, read: Properties): ReadTensor {
  const { data, sizes, named } = read;
  const className = data === null ? '' : classNameOf(data);
  if (data !== null && className === '') throw notData(data, named);
  return addSized(request, read, className, lengthOfOwn(sizes, 'dims'));
}

/** Adds a tensor with data of this class, or '' without data, and with `rank` sizes. */
export function addSized(request: Request, read: Properties, className: string, rank: number): ReadTensor {
  const { data, sizes, named, stride, offset, isFloating } = read;
  if (rank < 0) {
    const what = `dims must be a list of sizes, not ${describe(sizes ?? undefined)}; a tensor is { type, dims, data }`;
    throw new Mistake('bad_input', what);
  }
  checkRank(rank);
  if (data === null && named === null) {
    const what = 'has neither data nor a type; give { dims, data } (for plan, { type, dims } is enough)';
    throw new Mistake('bad_type', what);
  }
  const length = data === null ? -1 : className === 'Array' ? readLength(data) : lengthOf(data);
  const isDense = stride === null && offset === null;
  const at = request.reserve(rank + (isDense ? 4 : 5));
  const type = toType(named, className, data);
  writeNumbers(request, at + 3, sizes as ArrayLike<unknown>, rank, SIZES);
  const { words } = request;
  words[at] = type;
  words[at + 1] = length;
  words[at + 2] = rank;
  words[at + 3 + rank] = isDense ? 0 : 1;
  if (!isDense) addLayout(request, read, rank, at);
  if (isFloating) dropStrides(request, at);
  if (length === 0 && !dimsAt(words, at).includes(0) && isDetached(data))
    throw new Mistake('bad_input', DETACHED);
  return { type, named, data, className, length, at };
}

function addLayout(request: Request, { stride, offset }: Properties, rank: number, at: number): void {
  if (offset !== null && !isNumber(offset)) throw wrongNumber(offset, 'the offset ');
  request.words[at + 4 + rank] = toWord((offset ?? 0) as number);
  const first = request.reserve(rank);
  if (stride === null) {
    const dense = rowMajor(dimsAt(request.words, at));
    for (let a = 0; a < rank; ++a) request.words[first + a] = dense[a];
    return;
  }
  const count = lengthOfOwn(stride, 'stride');
  if (count < 0) throw new Mistake('bad_input', `stride must be a list, not ${describe(stride)}`);
  if (count !== rank) throw new Mistake('bad_input', `stride has length ${count}, but the rank is ${rank}`);
  writeNumbers(request, first, stride, rank, STRIDES);
}

/** Drops strides without an offset, which must be row-major. */
function dropStrides(request: Request, at: number): void {
  const { words } = request;
  const layout = layoutAt(words, at);
  if (layout === null || !isRowMajor(dimsAt(words, at), layout.stride)) {
    const what =
      'these strides are not row-major, so give the offset of the first element too (for a numpy-ts view, pass x.storage)';
    throw new Mistake('bad_input', what);
  }
  request.length = at + 4 + words[at + 2];
  words[request.length - 1] = 0;
}

function notData(data: unknown, named: unknown): Mistake {
  const what = describe(data);
  const type = typeNamed(named);
  const why =
    typeof data === 'function'
      ? 'is a method here; for a tfjs tensor, pass { shape, dtype, data: x.dataSync() }'
      : `must be a typed array, or an array of strings, not ${what}${type === undefined ? '' : remedyFor(type, what)}`;
  return new Mistake('bad_input', `data ${why}`);
}

export function checkRank(rank: number): void {
  if (rank > MAX_RANK) throw new Mistake('bad_rank', `rank ${rank}; at most ${MAX_RANK} is supported`);
}

/**
 * Row of the named type, or of the type that the class of the data stands for.
 * @param named
 * @param className class of the data, '' without data
 * @param data
 */
export function toType(named: unknown, className: string, data?: any): number {
  const isNamed = named !== null && named !== undefined;
  const type = isNamed ? typeNamed(named) : typeOfClass(className);
  if (type === undefined) throw unknownType(named, className);
  const { classes } = DTYPES[type];
  if (isNamed && className !== '' && !classes.includes(className)) {
    const what = `${named} data must be ${classes.join(' or ')}, not ${className}${remedyFor(type, className, data[0])}`;
    throw new Mistake('bad_input', what);
  }
  if (className === 'Array' && !isNamed) refuseNumbers(data[0]);
  return type;
}

/** What an Array may hold instead of strings, and the type that is probably meant. */
const MEANT: Readonly<Record<string, string>> = { number: 'float32', bigint: 'int64', boolean: 'bool' };

/** The first entry of nested lists that is no list. */
function leafOf(first: unknown): unknown {
  let leaf = first;
  while (Array.isArray(leaf)) leaf = leaf[0];
  return leaf;
}

/**
 * Refuses an Array of anything but strings, if no type is given, or only one is legal.
 * @param first its first entry
 * @param legal the type that the elements must have; '': any value will do, without a tensor
 */
export function refuseNumbers(first: unknown, legal?: string): void {
  const leaf = leafOf(first);
  const meant = MEANT[typeof leaf];
  if (meant === undefined && leaf === first) return;
  const name = legal ?? meant;
  const remedy =
    meant === undefined
      ? '; give data.flat(Infinity)'
      : name === ''
        ? '; give the value itself'
        : `${remedyFor(typeNamed(name) as number, 'Array', first)}, and type: '${name}'`;
  throw new Mistake(
    'bad_input',
    `data is an Array, which holds strings, but entry 0 is ${describe(first)}${remedy}`,
  );
}

/** How to get an ArrayBuffer with the same bytes. */
const BUFFERS: Readonly<Record<string, string>> = {
  Uint8Array: 'new Uint8Array(data).buffer', // a copy, because Node's Buffers share a pool
  'an ArrayBuffer': 'data',
  'a DataView': 'data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)',
};

/**
 * What to give in place of data of another class.
 * @param className the class, or what describes it
 * @param first entry of the data
 * @param what the data is called
 */
export function remedyFor(type: number, className: string, first?: unknown, what = 'data'): string {
  const { name, bits, integer } = DTYPES[type];
  const Class = classNameFor(DTYPES[type]);
  const list = Array.isArray(first) ? `${what}.flat(Infinity)` : what;
  const isBig = typeof leafOf(first) === 'bigint';
  const buffer = BUFFERS[className];
  if (buffer !== undefined && Class !== 'Array') return `; give bytes as new ${Class}(${buffer})`;
  const isList = className === 'Array';
  const isHalf = bits === 16 && integer === undefined; // its array may hold bits, so `from` would not convert numbers
  if (isHalf && (isList || className.startsWith('Float')))
    return `; give rearrange({ dims, data${isList ? `: ${madeOf('Float64Array', list, isBig)}` : ''} }, '... -> ...', { to: '${name}' })${what === 'data' ? '' : '.data'}`;
  if (!isList) return '';
  if (Class === 'Uint8Array' && (bits !== 8 || integer === undefined)) return '; give its bytes';
  return `; give ${madeOf(Class, list, isBig)}`;
}

/** Code that makes a typed array of a list. `isBig`: the list has bigints. */
const madeOf = (Class: string, list: string, isBig: boolean) =>
  `${Class}.from(${list}${Class.startsWith('Big') ? ', BigInt' : isBig ? ', Number' : ''})`;

function unknownType(named: unknown, className: string): Mistake {
  const meant = typeOfClass(className);
  const near = typeof named === 'string' ? nearestType(named) : undefined;
  const hint = near === undefined ? '' : ` (did you mean '${near}'?)`;
  const rest = meant === undefined ? '' : `; left out, ${className} means ${DTYPES[meant].name}`;
  const known = DTYPES.map(({ name }) => name).join(', ');
  return new Mistake(
    'bad_type',
    `${describe(named)} is not an element type${hint}${rest}; known are ${known}`,
  );
}

/** Other libraries' names for types, as far as `shortOf` does not recognize them. */
const WORDS =
  ' f:float32 double:float64 half:float16 i:int32 long:int64 short:int16 char:int8 byte:uint8 b8:bool';

/**
 * A short form, which is equal for `float8e4m3fn`, `F8_E4M3FN` and `torch.float8_e4m3fn`, or `Int8Array`, `INT8` and
 * `i8`. But `uint2` is not our `u2`: ONNX packs its bits in the other order.
 */
const shortOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/^.*\.|_|\s|array$/g, '')
    .replace(/float|fp|complex|u?int(?!2$)/, ([letter]) => letter);

/** The type for which another library uses this name. */
function nearestType(named: string): string | undefined {
  const short = shortOf(named.replace(/^[<|=](\w)(\d)/, (_, kind, bytes) => kind + 8 * bytes)); // NumPy's '<f4'
  return typeNames().find((name) => shortOf(name) === short) ?? WORDS.split(` ${short}:`)[1]?.split(' ')[0];
}

/**
 * Adds the tensors of a call: as many as the operator takes, or the caller's whole list. `length`: that of the list, if
 * it has been read.
 */
export function readTensors(request: Request, inputs: unknown, length?: number, read = readTensor): void {
  const { version } = request;
  const { isList } = version;
  request.param = tensorName(version, 0);
  const count = isList ? checkListLength(length ?? readListLength(inputs)) : version.tensorCount;
  request.beginTensors(count);
  for (let i = 0; i < count; ++i) {
    request.tensor = -1;
    const input = (inputs as readonly unknown[])[i];
    if (!isList) request.param = tensorName(version, i);
    if (input === undefined || input === null)
      throw new Mistake('missing', isList ? `tensor ${i} is missing` : 'required input is missing');
    if (isList) request.tensor = i;
    request.tensors[i] = read(request, input);
  }
  request.endTensors();
}

function readListLength(list: unknown): number {
  if (classNameOf(list) === 'Array') return readLength(list);
  throw new WrongKind('bad_input', `expected an array of tensors, not ${describe(list)}`);
}

function checkListLength(count: number): number {
  if (count === 0) throw new Mistake('missing', 'there is no tensor; at least one is needed');
  if (count > MAX_OUTPUTS)
    throw new Mistake('too_many_inputs', `${count} tensors; at most ${MAX_OUTPUTS} are joined`);
  return count;
}

/** Refuses tensors without data. */
export function checkData(request: Request): void {
  const { tensors, version, words } = request;
  let strided = 0;
  for (let i = 0; i < tensors.length; ++i) {
    if (!isDense(words, tensors[i].at)) ++strided;
    if (tensors[i].data !== null) continue;
    const which = version.isList ? `tensor ${i} ` : '';
    const isInSource = isCut(request) && !version.takesPattern;
    const advice = isInSource ? '; import the function from' : '; read it first with slice of';
    const what = tensors[i].isStored ? `is a tensor of a file${advice} 'microtome/source'` : 'has no data';
    throw new Mistake('bad_input', `${which}${what}`, tensorName(version, i));
  }
  if (strided < 2 || !version.isList || tensors[0].className === 'Array') return;
  request.flagOneArray(tensors.filter(({ at }) => !isDense(words, at)).map(({ data }) => data));
}

/** Says that a list of tensors has another length than the planned one. */
export const describeCount = (count: number, planned: number) =>
  `${count} tensor${count === 1 ? '' : 's'}, but the plan is for ${planned}`;

/** Adds the input of a run: one tensor, or the list of those that are joined. */
export function readRunInput(request: Request, input: unknown, read = readTensor): void {
  const { fills, isList, tensorCount } = request.version;
  request.param = tensorName(request.version, 0);
  if (tensorCount === 1) {
    request.beginTensors(1);
    const one = fills && Array.isArray(input) && input.length === 1 ? input[0] : input;
    if (Array.isArray(one) && isPlain(one[0]))
      throw new Mistake('bad_input', 'is a list, but this plan has its parameters; pass the tensor alone');
    request.tensors[0] = read(request, one);
    request.endTensors();
    return;
  }
  if (!isList) {
    const count = readListLength(input);
    if (count > tensorCount) throw new Mistake('too_many_inputs', describeCount(count, tensorCount), '');
  }
  readTensors(request, input, undefined, read);
}
