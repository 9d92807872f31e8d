// The parameters of a call: by name, as a node has them, or as a slice string.
import { askFor, describe, isGiven, isNamed } from '../base/describe.ts';
import { Mistake, WrongKind } from '../base/mistake.ts';
import { COUNT, firstVersionWith, type Parameter, type Version, whereIs } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { parseIndexString } from './index_string.ts';
import { readCount, readParameter } from './integers.ts';
import { readMask } from './masks.ts';
import { isOption } from './options.ts';
import { Repeated } from './repeated.ts';
import { readValueParameter } from './values.ts';

/**
 * Adds parameters to a request, besides those that are passed as arguments of their own. Names are the document's, whether they are inputs
 * or attributes in this version. `num_outputs` belongs to the node in versions that do not have it as an attribute.
 */
export function readSpecBeside(request: Request, spec: unknown, fixed: Fixed, read = readParameter): void {
  const { version } = request;
  request.param = 'spec';
  const may = ({ name }: Parameter) => !(name in fixed.beside);
  if (!isNamed(spec)) throw notSpec(version, spec, may);
  const values = readNamed(version, spec, may, version.takesCount);
  version.parameters.forEach(({ name }, i) => {
    values[i] ??= fixed.beside[name] ?? fixed.fallbacks?.[name];
  });
  const count = version.takesCount ? spec[COUNT] : undefined;
  readValues(request, values, read);
  readCount(request, count);
}

/** A slice string, or an integer, which stands for its digits; undefined: it is neither. */
export const toText = (spec: unknown): string | undefined =>
  typeof spec === 'string' || typeof spec === 'bigint' || Number.isSafeInteger(spec) ? `${spec}` : undefined;

/** Parameters that a function takes as separate arguments, and defaults that the operator does not have. */
export interface Fixed {
  readonly beside: Readonly<Record<string, unknown>>;
  readonly fallbacks?: Readonly<Record<string, unknown>>;
}

export const isAny = () => true;
const isAttribute = ({ isInput }: Parameter) => !isInput;

/**
 * The values of named parameters, in their order. Enumerable ones are read first, because this is faster.
 * @param may whether a parameter can be given
 */
export function readNamed(
  version: Version,
  named: Record<string, unknown>,
  may: (parameter: Parameter) => boolean,
  takesCount = false,
): unknown[] {
  const { parameters, names, numbers } = version;
  const values: unknown[] = new Array(parameters.length);
  let read = 0; // a bit for each parameter that has been read
  for (const name in named) {
    const i = numbers.get(name);
    if (i !== undefined && may(parameters[i])) {
      values[i] = named[name];
      read |= 1 << i;
    } else if (!takesCount || name !== COUNT) refuseUnknown(version, named, name, may);
  }
  for (let i = 0; i < values.length; ++i) {
    const name = names[i];
    if (((read >> i) & 1) === 0 && name !== '' && may(parameters[i])) values[i] = named[name];
  }
  return values;
}

/** Adds the parameters of a node: inputs by position, attributes by name. */
export function readNode(request: Request, inputs: readonly unknown[], attributes: unknown): void {
  const { version } = request;
  request.param = 'attributes';
  const values = readNamed(version, readAttributes(attributes), isAttribute);
  version.parameters.forEach(({ isInput }, i) => {
    if (isInput) values[i] = inputs[i];
  });
  readValues(request, values, readAnyParameter);
}

/** Adds a parameter of a node, which may be a value or a condition. */
export function readAnyParameter(request: Request, parameter: Parameter, value: unknown): void {
  if (parameter.mask) {
    readMask(request, parameter, value, false);
    return;
  }
  if (!parameter.value) {
    readParameter(request, parameter, value);
    return;
  }
  const { name, isInput } = parameter;
  request.param = name;
  readValueParameter(request, isInput && value === '' ? undefined : value, !isInput);
}

/** The attributes of a node, by name. */
export function readAttributes(attributes: unknown): Record<string, unknown> {
  const named = attributes ?? {};
  if (isNamed(named)) return named;
  throw new Mistake('bad_argument', `expected an object, not ${describe(attributes)}`);
}

/** Adds the values of all parameters, in their order. */
export function readValues(request: Request, values: readonly unknown[], read = readParameter): void {
  const { parameters } = request.version;
  request.beginParameters();
  for (let i = 0; i < parameters.length; ++i) read(request, parameters[i], values[i]);
  request.endParameters();
}

const STRINGS = /* @__PURE__ */ new Repeated();

/** Adds the parameters that a slice string stands for, and the axes that its single indices drop. */
export function readString(request: Request, text: string): void {
  const { version, tensors, words, length } = request;
  request.param = 'spec';
  if (STRINGS.repeat(request, text)) return;
  const ranges = parseIndexString(text, dimsAt(words, tensors[0].at));
  const { count, steps, drops } = ranges;
  const { parameters, numbers } = version;
  if (!numbers.has('steps') && !numbers.has('step'))
    for (let i = 0; i < count; ++i)
      if (steps[i] !== 1)
        throw new Mistake('unknown_attribute', `steps ${whyUnknown(version, 'steps', isAny)}`);
  request.beginParameters(drops);
  for (let i = 0; i < parameters.length; ++i) {
    const list = LISTS[parameters[i].name];
    if (list === undefined) request.pushAbsent();
    else request.pushList(ranges[list], count);
  }
  request.endParameters();
  STRINGS.remember(request, text, length);
}

/** The list for each parameter, by its names in ONNX and OpenVINO. */
const LISTS: Readonly<Record<string, 'starts' | 'ends' | 'axes' | 'steps' | undefined>> = {
  starts: 'starts',
  start: 'starts',
  ends: 'ends',
  stop: 'ends',
  axes: 'axes',
  steps: 'steps',
  step: 'steps',
};

export function notSpec(version: Version, spec: unknown, may: (parameter: Parameter) => boolean): Mistake {
  const names = namesOf(version, may);
  if (version.takesCount) names.push(COUNT);
  const string = version.takesString ? "an integer, a string such as '1:3', or " : '';
  const what = `expected ${string}an object with some of ${names.join(', ')}, not ${describe(spec)}`;
  return new WrongKind('bad_argument', what);
}

/** Refuses a name that a version does not have. Inherited names, and those whose value is null or undefined, are ignored. */
export function refuseUnknown(
  version: Version,
  named: Record<string, unknown>,
  name: string,
  may: (parameter: Parameter) => boolean = isAny,
): void {
  if (!isGiven(named, name)) return;
  throw new Mistake('unknown_attribute', whyUnknown(version, name, may, named), name.slice(0, 40));
}

/** What to do with an option among the parameters. */
export const AFTER = 'is an option; give it in the object after that';

/** Says that there is no such parameter, and where to give it instead. @param named all that were given */
function whyUnknown(
  version: Version,
  name: string,
  may: (parameter: Parameter) => boolean,
  named: Record<string, unknown> = {},
): string {
  const { op, operator } = version;
  if (may !== isAttribute && isOption(version, name)) return AFTER;
  const number = operator.inputs.findIndex((input) => input.name === name);
  if (number > 0)
    return may === isAttribute
      ? `is an input of ${op}, not an attribute; give it as inputs[${number}]`
      : 'is not part of the spec; give it as an argument before that';
  const known = namesOf(version, may);
  const what = known.length > 0 ? `is not one of ${known.join(', ')}` : `is unknown; ${op} has no attributes`;
  const other = firstVersionWith(version, (parameter) => parameter.name === name && may(parameter));
  const ask = askFor(named, known);
  if (ask !== '' && !Object.keys(named).every((each) => other?.numbers.has(each))) return what + ask;
  if (other === undefined) return what;
  if (name === COUNT && other.operator.domain === operator.domain)
    return `${what}; at this opset it is options.num_outputs`;
  return `${what}; ${whereIs(version, other)}`;
}

/** The names of the parameters that can be given. */
const namesOf = ({ parameters }: Version, may: (parameter: Parameter) => boolean) => [
  ...new Set(parameters.filter(may).map(({ name }) => name)),
];
