// Reads dense tensors, and parameters by name, in long functions that need no others for most calls. Whatever is not as
// usual goes on to tensors.ts and parameters.ts.
import { classNameOf, lengthOf } from '../base/arrays.ts';
import { isNamed } from '../base/describe.ts';
import { COUNT } from '../core/operators.ts';
import { type ReadTensor, type Request, UNTYPED } from '../core/request.ts';
import { DTYPES, MAX_RANK } from '../core/tables.ts';
import { pushIntegers, readCount, readParameter } from './integers.ts';
import { INTEGERS, SIZES, toEntry, toLength } from './numbers.ts';
import { isAny, notSpec, readString, refuseUnknown, toText } from './parameters.ts';
import { addRead, addSized, readOthers, readTensor, toStride, toType } from './tensors.ts';

/** The type that was found last, for a name or for none, and a class. */
let lastName: unknown;
let lastClass = '';
let lastType = 0;

function findType(named: unknown, className: string, data: any): number {
  const type = toType(named, className, data);
  lastName = named === null ? null : DTYPES[type].name; // the caller's string could keep a longer one alive
  lastClass = className;
  lastType = type;
  return type;
}

/** Adds a tensor to a request, as `readTensor` does. */
export function readFast(request: Request, input: any): ReadTensor {
  if (typeof input !== 'object' || input === null) return readTensor(request, input);
  const own = toStride(input.stride);
  const other = own === null ? toStride(input.strides) : null;
  const offset = input.offset ?? null;
  const data = input.data ?? null;
  const sizes = input.dims ?? input.shape ?? null;
  if (own !== null || other !== null || offset !== null || data === null || !Array.isArray(sizes))
    return addRead(request, input, readOthers(input, own, other, offset, data, sizes));
  const named = input.type ?? input.dtype ?? null;
  const className = classNameOf(data);
  const rank = className === '' || className === 'Array' ? -1 : toLength(sizes.length);
  const length = rank >= 0 && rank <= MAX_RANK ? lengthOf(data) : 0;
  if (length === 0) {
    const read = { data, sizes, named, stride: null, offset: null, isImage: false, isFloating: false };
    return className === '' || className === 'Array'
      ? addRead(request, input, read)
      : addSized(request, read, className, rank);
  }
  const at = request.reserve(rank + 4);
  const type = named === lastName && className === lastClass ? lastType : findType(named, className, data);
  const { words } = request;
  words[at] = type;
  words[at + 1] = length;
  words[at + 2] = rank;
  for (let a = 0; a < rank; ++a) {
    const size = sizes[a];
    words[at + 3 + a] = typeof size === 'number' ? size : toEntry(size, a, SIZES);
  }
  words[at + 3 + rank] = 0;
  return { type, named, data, className, length, at };
}

/** Adds parameters by name, or as a slice string, or as one index. */
export function readSlice(request: Request, spec: unknown): void {
  const text = toText(spec);
  if (text !== undefined && request.version.takesString) readString(request, text);
  else readSpec(request, spec);
}

/** Adds parameters by name, as `readSpecBeside` does. */
export function readSpec(request: Request, spec: unknown): void {
  const { version } = request;
  const { parameters, names, numbers, takesCount } = version;
  request.param = 'spec';
  if (!isNamed(spec)) throw notSpec(version, spec, isAny);
  const values: any[] = [undefined, undefined, undefined, undefined];
  let read = 0; // a bit for each parameter that has been read
  let next = 0;
  for (const name in spec) {
    const i = name === names[next] ? next : numbers.get(name); // most callers follow the order of the parameters
    if (i !== undefined) {
      values[i] = spec[name];
      read |= 1 << i;
      next = i + 1;
    } else if (!takesCount || name !== COUNT) refuseUnknown(version, spec, name);
  }
  for (let i = 0; i < names.length; ++i)
    if (((read >> i) & 1) === 0 && names[i] !== '') values[i] = spec[names[i]];
  const count = takesCount ? spec[COUNT] : undefined;
  request.beginParameters();
  for (let i = 0; i < parameters.length; ++i) {
    const list = values[i];
    const { name, choices, int64, anyRank } = parameters[i];
    if (!Array.isArray(list) || choices || int64 || anyRank) {
      readParameter(request, parameters[i], list);
      continue;
    }
    request.param = name;
    const length = toLength(list.length);
    if (length < 0 || length > MAX_RANK) {
      pushIntegers(request, parameters[i], list, length);
      continue;
    }
    const at = request.reserve(length + 3);
    const { words } = request;
    words[at] = UNTYPED;
    words[at + 1] = 1;
    words[at + 2] = length;
    for (let k = 0; k < length; ++k) {
      const entry = list[k];
      words[at + 3 + k] = typeof entry === 'number' ? entry : toEntry(entry, k, INTEGERS);
    }
  }
  request.endParameters();
  if (count !== undefined) readCount(request, count);
}
