// Conditions: what is true in them crosses into the core as a list of positions.
import { classNameOf } from '../base/arrays.ts';
import { describe, isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Parameter } from '../core/operators.ts';
import { type Request, UNTYPED } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { MOST_INDICES, readParameter, readTensorOf } from './integers.ts';
import { readLength } from './numbers.ts';

/** Adds a parameter of a function, which may be a condition: a bool tensor, a list of booleans, or a Uint8Array. */
export const readMasked = (request: Request, parameter: Parameter, value: unknown): void =>
  parameter.mask === true
    ? readMask(request, parameter, value, true)
    : readParameter(request, parameter, value);

/** Adds a condition. @param takesLists it may be something else than a bool tensor */
export function readMask(request: Request, parameter: Parameter, value: unknown, takesLists: boolean): void {
  request.param = parameter.name;
  if (value === undefined || value === null || value === '') request.pushAbsent();
  else if (isNamed(value)) pushTensor(request, parameter, value);
  else if (!takesLists) {
    const what = `expected a tensor { type: 'bool', dims, data }, not ${describe(value)}`;
    throw new Mistake('bad_input', what);
  } else if (Array.isArray(value)) {
    const bytes = new Uint8Array(readLength(value));
    for (let i = 0; i < bytes.length; ++i) bytes[i] = toByte(value[i], i);
    pushPositions(request, UNTYPED, bytes);
  } else if (classNameOf(value) === 'Uint8Array') {
    readLength(value); // which refuses a detached one
    pushPositions(request, UNTYPED, value as Uint8Array);
  } else {
    const what = `expected a bool tensor, a list of booleans, or a Uint8Array, not ${describe(value)}`;
    throw new Mistake('bad_type', what);
  }
}

function toByte(value: unknown, i: number): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const advice =
    typeof value === 'number' || typeof value === 'bigint'
      ? '; of a mask of 0 and 1, give list.map(Boolean); for indices, call gather(x, indices, { axis })'
      : '';
  throw new Mistake('bad_type', `entry ${i} is ${describe(value)}; it must be true or false${advice}`);
}

function pushTensor(request: Request, parameter: Parameter, tensor: object): void {
  const { type, dims, count, list } = readTensorOf(request, parameter, tensor);
  if (DTYPES[type].name === 'bool' && dims.length === 1) {
    pushPositions(request, type, list as Uint8Array);
    return;
  }
  request.pushHead(type, dims.length, count); // the core refuses it
  request.reserve(count);
}

/** Entries that are read at a time. */
const CHUNK = 4096;

/** Adds the positions of all entries that are not 0. */
function pushPositions(request: Request, type: number, bytes: Uint8Array): void {
  const count = bytes.length;
  request.pushHead(type, 1, 0);
  const first = request.length;
  for (let begin = 0; begin < count; begin += CHUNK) {
    const end = Math.min(begin + CHUNK, count);
    let at = request.reserve(end - begin);
    const { words } = request;
    // without a branch, which would be mispredicted half of the time
    for (let i = begin; i < end; ++i) {
      words[at] = i;
      at += -bytes[i] >>> 31;
    }
    request.length = at;
    if (at - first > MOST_INDICES)
      throw new Mistake('out_of_memory', `more than ${MOST_INDICES} entries are true`);
  }
  request.words[first - 1] = request.length - first;
}
