// The parameters of Rearrange: a pattern, the sizes of its names, and the type that elements become (conversion.ts). The
// core gets the axes that the pattern stands for.
import { describe, isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { readTo, TO } from './conversion.ts';
import { isNumber, wrongNumber } from './numbers.ts';
import { listed, REARRANGE } from './options.ts';
import { readAttributes, refuseUnknown } from './parameters.ts';
import { checkLength, type Parsed, parsePattern } from './pattern.ts';
import { Repeated } from './repeated.ts';

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

function parseFor({ words, tensors }: Request, pattern: string, sizes: ReadonlyMap<string, number>): Parsed {
  const dims = dimsAt(words, tensors[0].at);
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

/** Where an unknown option of `rearrange` belongs: it has options of options. */
export function whereInRearrange(name: string, value: unknown): string {
  if (name === 'type' || name === 'dtype') return 'put it in { to: { type } }';
  if (TO.includes(name)) return `put it in { to: { type, ${name} } }`;
  return isNumber(value) ? `put sizes of axes in { sizes: { ${name} } }` : listed(REARRANGE);
}
