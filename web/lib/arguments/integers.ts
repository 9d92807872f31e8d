// Writes parameters as the core reads them: integers, lists and tensors of integers, and words.
import { asIntegers, classNameOf, copyInto, lengthOf, newArray } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { countInWords, Mistake, restated, WrongKind } from '../base/mistake.ts';
import { getCore } from '../core/core.ts';
import { COUNT, type Parameter } from '../core/operators.ts';
import { eachPlace } from '../core/record.ts';
import { type ReadTensor, type Request, requestCopy, UNTYPED } from '../core/request.ts';
import { DTYPES, MAX_OUTPUTS, MAX_RANK } from '../core/tables.ts';
import { dimsAt, layoutAt } from '../core/tensor_words.ts';
import { arrayLength, countOf } from '../shape.ts';
import { INTEGERS, isNumber, readLength, toWord, writeNumbers, wrongNumber } from './numbers.ts';
import { readers } from './readers.ts';
import { addTensor, type Properties, readProperties, refuseNumbers } from './tensors.ts';

/** Element types of a tensor that is a number of outputs: those of attributes. */
const COUNTS = ['int32', 'int64'];

/** Adds a parameter to a request. */
export function readParameter(request: Request, parameter: Parameter, value: unknown): void {
  const { choices } = parameter;
  request.param = parameter.name;
  if (value === undefined || value === null) request.pushAbsent();
  else if (choices !== undefined) readers.choice(request, value, choices);
  else if (value === '') request.pushAbsent();
  else if (Array.isArray(value)) pushIntegers(request, parameter, value);
  else if (isNumber(value)) pushOne(request, parameter, value);
  else if (typeof value !== 'object') throw wrongNumber(value);
  else if (classNameOf(value) === '') pushTensor(request, parameter, value);
  else pushIntegers(request, parameter, value as ArrayLike<unknown>);
}

function pushOne(request: Request, { name, isList, onePer, int64 }: Parameter, value: number | bigint): void {
  if (isList) {
    const one = describe(value);
    const list = onePer === 'output' ? '2, 4' : name.startsWith('pad') ? `${one}, ${one}` : one; // lists of one are seldom meant
    throw new Mistake('bad_rank', `must be a list, such as [${list}], not ${one}`);
  }
  request.pushHead(UNTYPED, 0, 1);
  if (int64) readers.exact(request, [value], 1, true);
  else request.push(toWord(value));
}

/** @param count the length of the list */
export function pushIntegers(
  request: Request,
  parameter: Parameter,
  list: ArrayLike<unknown>,
  count = readLength(list),
): void {
  if (count < 0) throw wrongNumber(list);
  checkCount(count, parameter);
  request.pushHead(UNTYPED, 1, count, parameter.anyRank && [count]);
  if (parameter.int64) readers.exact(request, list, count, true);
  else if (Array.isArray(list)) writeNumbers(request, request.reserve(count), list, count, INTEGERS);
  else writeTyped(request, list, count);
}

/** Writes a whole typed array. */
function writeTyped(request: Request, list: ArrayLike<unknown>, count: number): void {
  const at = request.reserve(count);
  const { words } = request;
  const className = classNameOf(list);
  if (!className.startsWith('Big')) {
    copyInto(words, list, at);
    return;
  }
  const halves = asIntegers(list); // without a BigInt for each
  const isSigned = className === 'BigInt64Array';
  for (let i = 0; i < count; ++i) {
    const high = halves[2 * i + 1];
    words[at + i] = (isSigned ? high | 0 : high) * 2 ** 32 + halves[2 * i];
  }
}

/** Reads a tensor that is given for a parameter. */
export function readTensorOf(request: Request, parameter: Parameter, tensor: object) {
  const { name, mask } = parameter;
  const read = readProperties(tensor);
  const missing = read.data === null ? 'data' : read.sizes === null ? 'dims' : '';
  if (missing !== '') {
    const legal = mask
      ? "a tensor { type: 'bool', dims, data }"
      : 'an integer, a list of integers, or a tensor { type, dims, data }';
    const what = `expected ${legal}, not ${describe(tensor)} without ${missing}`;
    throw new (name in tensor ? WrongKind : Mistake)('bad_input', what); // { axis: 1 } as the axis
  }
  return readElements(request, read, parameter);
}

function pushTensor(request: Request, parameter: Parameter, tensor: object): void {
  const { int64, anyRank } = parameter;
  const { type, dims, count, list, areBits } = readTensorOf(request, parameter, tensor);
  request.pushHead(type, dims.length, count, anyRank && dims);
  if (int64) readers.exact(request, list, count, false);
  else if (!Array.isArray(list) && !areBits && lengthOf(list) === count) writeTyped(request, list, count);
  else
    for (let i = 0; i < count; ++i) {
      const value = areBits ? readers.half?.(Number(list[i])) : list[i]; // without it, the core refuses the type
      request.push(isNumber(value) ? toWord(value) : Number.NaN);
    }
}

/** A type that a tensor of a parameter may have: bool for a mask; int64, unless it must have the type of the data, as in Split-1. */
function typeFor({ version, tensors }: Request, { name, isInput, mask }: Parameter): string {
  if (mask) return 'bool';
  const input = isInput ? version.operator.inputs.find((each) => each.name === name) : undefined;
  return input?.types.includes('int64') === false ? DTYPES[tensors[0].type].name : 'int64';
}

/**
 * The elements of a tensor in row-major order. They are meaningless for packed types, complex numbers and
 * strings, but the core refuses parameters of these types.
 */
function readElements(request: Request, read: Properties, parameter: Parameter) {
  if (Array.isArray(read.data)) refuseNumbers(read.data[0], typeFor(request, parameter));
  const added = addTensor(request, read);
  const { type, data, length, at } = added;
  const end = request.length;
  request.length = at; // the words of a tensor are not those of a parameter
  const dims = dimsAt(request.words, at);
  const count = countOf(dims);
  checkCount(count, parameter);
  const isWhole =
    dims.every((size) => Number.isInteger(size) && size >= 0) && length === arrayLength(DTYPES[type], dims);
  const isDense = isWhole && layoutAt(request.words, at) === null;
  const list: ArrayLike<unknown> = isDense ? data : copyTensor(request, added, end);
  const areBits = DTYPES[type].name === 'float16' && classNameOf(data) === 'Uint16Array';
  return { type, dims, count, list, areBits };
}

/**
 * The elements of a strided tensor in row-major order, as the core finds them. Mistakes are blamed on the operator and
 * parameter of this call, not on those of the copy.
 */
function copyTensor({ words }: Request, tensor: ReadTensor, end: number): ArrayLike<unknown> {
  const { at, data } = tensor;
  try {
    const [view] = getCore().instance.planViews(requestCopy(tensor, words, at, end));
    const copy: any = Array.isArray(data) ? [] : newArray(classNameOf(data), countOf(view.dims));
    const axes = view.dims
      .map((size, a) => ({ size, step: view.stride[a] }))
      .filter(({ size }) => size !== 1);
    const { size, step } = axes.pop() ?? { size: 1, step: 0 };
    const steps = axes.map((axis) => axis.step);
    let k = 0;
    eachPlace(
      axes.length,
      axes.map((axis) => axis.size),
      steps,
      steps,
      view.offset,
      0,
      (first) => {
        for (let i = 0, from = first; i < size; ++i, from += step) copy[k++] = data[from];
      },
    );
    return copy;
  } catch (thrown) {
    throw restated(thrown);
  }
}

/** Memory has room for more words, but engines keep longer lists as dictionaries. */
export const MOST_INDICES = 2 ** 25;
/** The entries of a mask are not words; only their positions are, where they are true. */
const MOST_ENTRIES = 2 ** 32;

/** Refuses a list that is longer than any parameter may be, before its entries are read. */
function checkCount(count: number, { onePer, anyRank, mask }: Parameter): void {
  const most = mask ? MOST_ENTRIES : anyRank ? MOST_INDICES : MAX_OUTPUTS;
  if (count <= most) return;
  const entries = `${countInWords(count)} entries`;
  if (anyRank || mask) throw new Mistake('out_of_memory', `${entries}; at most ${most} are possible`);
  throw onePer === 'axis'
    ? new Mistake('too_many_axes', `${entries}; at most ${MAX_RANK} axes are possible`)
    : new Mistake('too_many_outputs', `${entries}; at most ${MAX_OUTPUTS} are possible`);
}

/** `num_outputs` of the call: the number of outputs that the model declares. */
export function readCount(request: Request, value: unknown): void {
  request.param = COUNT;
  if (value === undefined || value === null || value === '') return;
  if (isNumber(value)) {
    request.setCount(toWord(value));
    return;
  }
  const at = request.length;
  readParameter(request, { name: COUNT, isInput: false, isList: false, choices: undefined }, value);
  const [type, rank, count, first] = request.words.subarray(at, at + 4);
  request.length = at;
  if (type !== UNTYPED && !COUNTS.includes(DTYPES[type].name))
    throw new Mistake('bad_type', `${DTYPES[type].name} is not one of ${COUNTS.join(', ')}`);
  if (rank !== 0)
    throw new Mistake('bad_rank', `must be one integer, not a tensor of rank ${rank} and length ${count}`);
  request.setCount(first);
}
