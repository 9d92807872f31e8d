// The parameters of `pad`, by the function's own names, for any version of the operator.
import { askFor, describe, isGiven, isNamed } from '../base/describe.ts';
import { Mistake, WrongKind } from '../base/mistake.ts';
import { firstVersionWith, type Parameter, shortName, type Version, whereIs } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import { MAX_OUTPUTS, MAX_RANK } from '../core/tables.ts';
import { numbersAt } from '../core/tensor_words.ts';
import { readParameter } from './integers.ts';
import { readLength } from './numbers.ts';
import { isOption } from './options.ts';
import { AFTER } from './parameters.ts';
import { readValueParameter } from './values.ts';

/** The function's name for a parameter; undefined: it is pads. */
const wordOf = ({ name }: Parameter) => (/^pad(s|dings)/.test(name) ? undefined : shortName(name));

/** The function's names for the parameters of a version. */
interface Words {
  /** One per parameter; undefined: the parameter is pads. */
  readonly words: readonly (string | undefined)[];
  readonly legal: readonly string[];
  /** The parameters that are pads, which come first. */
  readonly lists: readonly Parameter[];
}

const KNOWN = /* @__PURE__ */ new Map<Version, Words>();

function wordsOf(version: Version): Words {
  let known = KNOWN.get(version);
  if (known === undefined) {
    const words = version.parameters.map(wordOf);
    const lists = version.parameters.filter((_, i) => words[i] === undefined);
    known = { words, legal: words.filter((word) => word !== undefined), lists };
    KNOWN.set(version, known);
  }
  return known;
}

/** Adds the parameters of Pad to a request, which already has the tensor. */
export function readPad(request: Request, pads: unknown, spec: unknown): void {
  const { parameters } = request.version;
  const { words, legal, lists } = wordsOf(request.version);
  request.param = 'spec';
  if (!isNamed(spec))
    throw new WrongKind(
      'bad_argument',
      `expected an object with some of ${legal.join(', ')}, not ${describe(spec)}`,
    );
  for (const name in spec)
    if (!legal.includes(name) && isGiven(spec, name))
      throw new Mistake('unknown_attribute', whyNot(request.version, legal, spec, name), name.slice(0, 40));
  request.beginParameters();
  const values = words.map((word) => word && spec[word]);
  const hasAxes = (values[words.indexOf('axes')] ?? null) !== null;
  readPads(request, lists, pads, hasAxes);
  for (let i = lists.length; i < parameters.length; ++i) {
    const value = values[i];
    request.param = parameters[i].name;
    if (parameters[i].value) readValueParameter(request, value, !parameters[i].isInput);
    else readParameter(request, parameters[i], words[i] === 'mode' ? (value ?? 'constant') : value);
  }
  request.endParameters();
}

/** Says that there is no such name, and which version has it. */
function whyNot(
  version: Version,
  legal: readonly string[],
  spec: Record<string, unknown>,
  name: string,
): string {
  if (isOption(version, name)) return AFTER;
  const what = `is not one of ${legal.join(', ')}`;
  const other = firstVersionWith(version, (parameter) => wordOf(parameter) === name);
  return `${what}${other === undefined ? askFor(spec, legal) : `; ${whereIs(version, other)}`}`;
}

/** Adds the pads: one list, or in OpenVINO one of those before each axis and one of those after it. */
function readPads(request: Request, lists: readonly Parameter[], pads: unknown, hasAxes: boolean): void {
  const at = request.length;
  request.param = lists[0].name;
  const axisCount = request.words[request.tensors[0].at + 2];
  readParameter(request, lists[0], toList(pads, hasAxes ? undefined : axisCount));
  const { words } = request;
  const isAbsent = request.length === at + 1;
  const rank = words[at + 1];
  const count = words[at + 2];
  const needed = 2 * axisCount;
  if (!isAbsent && rank === 1 && count !== needed && !hasAxes)
    throw new Mistake('length_mismatch', `length ${count}; it needs ${needed}, all begins and then all ends`);
  if (lists.length === 1) return;
  const type = words[at];
  const list = isAbsent ? null : numbersAt(words, at + 3, count);
  request.length = at;
  const middle = rank === 0 ? count : count / 2; // the core refuses a single number, which is not a list
  for (const half of [list?.slice(0, middle), list?.slice(rank === 0 ? 0 : middle)]) {
    if (half === undefined) request.pushAbsent();
    else {
      request.pushHead(type, rank, half.length);
      request.pushWords(half);
    }
  }
}

/**
 * One list of all pads, if there is a pair for each axis.
 * @param pads
 * @param needed pairs; undefined: the axes are named, and the core counts them
 */
function toList(pads: unknown, needed: number | undefined): unknown {
  const length = Array.isArray(pads) ? readLength(pads) : -1;
  if (length < 0) return pads;
  const entries = new Array(length); // each is read once; none, if there are too many
  if (length <= MAX_OUTPUTS) for (let i = 0; i < length; ++i) entries[i] = (pads as unknown[])[i];
  if (typeof entries[0] !== 'object' || entries[0] === null) return entries;
  if (length > MAX_RANK)
    throw new Mistake('length_mismatch', `${length} pairs, but a tensor has at most ${MAX_RANK} axes`);
  if (length !== (needed ?? length))
    throw new Mistake('length_mismatch', `length ${length}; it needs ${needed} pairs, one for each axis`);
  const list = new Array(2 * length);
  for (let i = 0; i < length; ++i) {
    const pair = entries[i];
    if (readLength(pair) !== 2)
      throw new Mistake('length_mismatch', `pair ${i} is ${describe(pair)}; it must be [begin, end]`);
    list[i] = pair[0];
    list[length + i] = pair[1];
  }
  return list;
}
