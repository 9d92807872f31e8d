// What callers say, understood: which version of an operator, on which input, with which arguments and options. All that is
// the caller's is read here and in the files below, each thing once, before anything is written.
import { className } from '../base/arrays.js';
import { MicrotomeError } from '../base/errors.js';
import { mistake, sentenceOf } from '../base/mistake.js';
import { describe, reading, readLength, unreadable } from '../base/read.js';
import { getCore } from '../core/core.js';
import { findVersion, firstVersionWith, nameOf, VARIADIC } from '../core/operators.js';
import { DTYPES, MAX_OUTPUTS } from '../core/tables.js';
import { toArgument, UNTYPED } from './integers.js';
import { toSource } from './tensor.js';

/** @import { Version } from '../core/operators.js' */
/** @import { Argument } from './integers.js' */
/** @import { Source } from './tensor.js' */
/** @import { AllocateOptions, Layout, RunOptions } from '../types.js' */

/** Inputs that are looked at; no operator has as many. */
const MOST_INPUTS = 16;
/** Element types of a tensor that is a number of outputs: those of attributes. */
const COUNTS = ['int32', 'int64'];

/**
 * @param {string} op_type
 * @param {object} given options of any call
 */
export function understand(op_type, given) {
  getCore(); // before anything of the caller's is read
  const options = readOptions(given, op_type);
  return { version: findVersion(op_type, options.domain, options.opset), options };
}

/**
 * Tensors of a call.
 * @param {readonly unknown[]} inputs
 * @param {Version} version
 * @returns {Source[]}
 */
export function toSources(inputs, version) {
  const { op, tensors } = version;
  if (tensors === 0 && inputs.length === 0)
    throw mistake('missing', op, tensorName(version, 0), 'there is no tensor; at least one is needed');
  const count = tensors === 0 ? inputs.length : tensors;
  const sources = new Array(count);
  for (let i = 0; i < count; ++i) {
    const input = inputs[i];
    const param = tensorName(version, i);
    if (input === undefined || input === null)
      throw mistake(
        'missing',
        op,
        param,
        tensors === 0 ? `tensor ${i} is missing` : 'required input is missing',
      );
    try {
      sources[i] = toSource(/** @type {Layout} */ (input), op, param);
    } catch (error) {
      throw tensors === 0 && error instanceof MicrotomeError ? numbered(error, i) : error;
    }
  }
  if (tensors > 0 && inputs.length > tensors && version.joins)
    throw mistake('too_many_inputs', op, '', `${inputs.length} tensors; it joins ${tensors}`);
  return sources;
}

/**
 * The same mistake, which says first that it is about tensor `i` of a list. It keeps its cause.
 * @param {MicrotomeError} error
 * @param {number} i
 */
const numbered = (error, i) =>
  mistake(error.code, error.op, error.param, `tensor ${i}: ${sentenceOf(error)}`, error);

/**
 * What the document calls a tensor.
 * @param {Version} version
 * @param {number} i
 */
export const tensorName = ({ tensors, operator }, i) => operator.inputs[tensors === 0 ? 0 : i].name;

/**
 * Which of a list of tensors a sentence is about.
 * @param {Version} version
 * @param {number} i
 */
export const which = ({ tensors }, i) => (tensors === 0 ? `tensor ${i} ` : '');

/**
 * A run needs data.
 * @param {readonly Source[]} sources
 * @param {Version} version
 */
export function checkData(sources, version) {
  for (let i = 0; i < sources.length; ++i)
    if (sources[i].data === null)
      throw mistake('bad_input', version.op, tensorName(version, i), `${which(version, i)}has no data`);
}

/**
 * The tensors of a list that a caller gives to be joined.
 * @param {unknown} list
 * @param {Version} version
 * @returns {unknown[]}
 */
export function readList(list, version) {
  const { op } = version;
  const param = tensorName(version, 0);
  if (className(list) !== 'Array')
    throw mistake('bad_input', op, param, `expected an array of tensors, not ${describe(list)}`);
  const length = readLength(list, op, param);
  checkTensors(length, op, param);
  return reading(() => Array.from({ length }, (_, i) => /** @type {unknown[]} */ (list)[i]), op, param);
}

/**
 * @param {number} count
 * @param {string} op
 * @param {string} param
 */
function checkTensors(count, op, param) {
  if (count > MAX_OUTPUTS)
    throw mistake('too_many_inputs', op, param, `${count} tensors; at most ${MAX_OUTPUTS} are joined`);
}

/**
 * @param {Record<string, any>} options
 * @param {string} op_type to blame
 */
function readOptions(options, op_type) {
  if (!isPlain(options)) throw notObject(options, nameOf(op_type), 'options');
  const read = () => {
    const { domain, opset, attributes, num_outputs, out, view } = options;
    return { domain, opset, attributes, num_outputs, out: out ?? undefined, view };
  };
  return reading(read, nameOf(op_type), 'options');
}

/**
 * The options of a run, each read once.
 * @param {RunOptions | undefined} options
 * @param {Version} version to blame
 */
export function readRunOptions(options, version) {
  if (options === undefined) return { out: undefined, view: undefined };
  if (!isPlain(options)) throw notObject(options, version.op, 'options');
  try {
    const { out, view } = options;
    return { out: out ?? undefined, view };
  } catch (cause) {
    throw unreadable(cause, version.op, 'options');
  }
}

/**
 * The options of `plan.allocate`.
 * @param {AllocateOptions | undefined} options
 * @param {Version} version to blame
 */
export function readAllocateOptions(options, { op }) {
  if (options === undefined) return { arena: false };
  if (!isPlain(options)) throw notObject(options, op, 'options');
  return reading(() => ({ arena: options.arena }), op, 'options');
}

/**
 * The entries of a list of inputs; `count` of them were given.
 * @param {unknown} inputs
 * @param {string} op_type
 */
export function readInputs(inputs, op_type) {
  getCore(); // as above
  const op = nameOf(op_type);
  const count = className(inputs) === 'Array' ? readLength(inputs, op, 'inputs') : -1;
  if (count < 0) {
    findVersion(op_type, undefined, undefined); // an operator that is missing too is told first
    throw mistake('bad_argument', op, 'inputs', `expected an array of inputs, not ${describe(inputs)}`);
  }
  if (VARIADIC.has(op_type)) checkTensors(count, op, '');
  const length = VARIADIC.has(op_type) ? count : Math.min(count, MOST_INPUTS);
  const entries = new Array(length);
  const read = () => {
    for (let i = 0; i < length; ++i) entries[i] = /** @type {unknown[]} */ (inputs)[i];
  };
  reading(read, op, 'inputs');
  return { count, entries };
}

/**
 * Arguments from an object: names are the document's, whether the version has them as inputs or as attributes.
 * @param {Version} version
 * @param {object} spec
 * @param {string} [instead] what is legal besides
 */
export function named(version, spec, instead) {
  if (!isPlain(spec)) throw notSpec(spec, version.op, namesOf(version), instead);
  return assign(version, spec, 'spec', () => true, new Array(version.parameters.length).fill(null));
}

/**
 * The same from the lists of NumPy's notation, in which there is nothing to read. It is `spec` that is at fault.
 * @param {Version} version
 * @param {Record<string, number[]>} lists
 */
export function listed(version, lists) {
  const args = new Array(version.parameters.length).fill(null);
  for (const name of Object.keys(lists)) {
    args[placeOf(version, name, () => true, 'spec')] = { type: UNTYPED, rank: 1, values: lists[name] };
  }
  return args;
}

/**
 * The same, where the number of outputs is the node's and no parameter.
 * @param {Version} version
 * @param {object} spec
 */
export function namedAndCounted(version, spec) {
  if (!isPlain(spec)) throw notSpec(spec, version.op, [...namesOf(version), 'num_outputs']);
  const { num_outputs, ...rest } = reading(
    () => ({ .../** @type {{ num_outputs?: unknown }} */ (spec) }),
    version.op,
    'spec',
  );
  return { args: named(version, rest), num_outputs: toCount(version, num_outputs) };
}

/**
 * Tensors and arguments as a node has them: inputs by position, attributes by name.
 * @param {Version} version
 * @param {{ count: number, entries: readonly unknown[] }} inputs
 * @param {object} [attributes]
 */
export function positional(version, { count, entries }, attributes = {}) {
  const { op, operator, parameters, tensors } = version;
  const [{ variadic, sequence }] = operator.inputs;
  const most = variadic ? count : operator.inputs.length;
  const given = sequence ? readSequence(entries[0], version) : variadic ? entries : entries.slice(0, tensors);
  const sources = toSources(given, version);
  if (count > most) throw mistake('too_many_inputs', op, '', `${count} inputs; at most ${most} are possible`);
  if (!isPlain(attributes)) throw notObject(attributes, op, 'attributes');
  const args = parameters.map(({ name, input }, i) =>
    input ? toArgument(entries[tensors + i], op, name) : null,
  );
  assign(version, attributes, 'attributes', ({ input }) => !input, args);
  return { sources, args, drops: NO_DROPS };
}

/** @type {readonly number[]} */
const NO_DROPS = [];

/**
 * @param {unknown} sequence
 * @param {Version} version
 */
function readSequence(sequence, version) {
  if (sequence === undefined || sequence === null)
    throw mistake('missing', version.op, tensorName(version, 0), 'required input is missing');
  return readList(sequence, version);
}

/**
 * Is it an object with names? Those of an array would be its indices, however many.
 * @param {unknown} value
 */
const isPlain = (value) => typeof value === 'object' && value !== null && className(value) === '';

/**
 * @param {unknown} value
 * @param {string} op
 * @param {string} param
 */
const notObject = (value, op, param) =>
  mistake('bad_argument', op, param, `expected an object, not ${describe(value)}`);

/** Each once: an input and an attribute may share a name. @param {Version} version */
const namesOf = ({ parameters }) => [...new Set(parameters.map(({ name }) => name))];

/**
 * @param {unknown} value
 * @param {string} op
 * @param {readonly string[]} names
 * @param {string} [instead] what is legal besides
 */
function notSpec(value, op, names, instead = '') {
  const what = `expected ${instead}an object with some of ${names.join(', ')}, not ${describe(value)}`;
  return mistake('bad_argument', op, 'spec', what);
}

/**
 * Puts named values into the places of the parameters that may take them. Where an input and an attribute share a name
 * (Split-1), the attribute takes it.
 * @param {Version} version
 * @param {object} given
 * @param {string} param to blame
 * @param {(parameter: { input: boolean }) => boolean} may
 * @param {(Argument | null)[]} args
 */
function assign(version, given, param, may, args) {
  const { op } = version;
  for (const name of reading(() => Object.keys(given), op, param)) {
    const value = reading(() => /** @type {Record<string, unknown>} */ (given)[name], op, name.slice(0, 40));
    if (value === undefined || value === null) continue;
    const place = placeOf(version, name, may);
    const { choices } = version.parameters[place];
    args[place] = choices === undefined ? toArgument(value, op, name) : toChoice(value, choices, op, name);
  }
  return args;
}

/**
 * A word, as its number in the list of legal ones.
 * @param {unknown} value
 * @param {readonly string[]} choices
 * @param {string} op
 * @param {string} param
 * @returns {Argument}
 */
function toChoice(value, choices, op, param) {
  const i = choices.indexOf(/** @type {string} */ (value));
  if (i >= 0) return { type: UNTYPED, rank: 0, values: [i] };
  const legal = choices.map((choice) => `'${choice}'`).join(' or ');
  throw mistake('bad_argument', op, param, `must be ${legal}, not ${describe(value)}`);
}

/**
 * @param {Version} version
 * @param {string} name
 * @param {(parameter: { input: boolean }) => boolean} may
 * @param {string} [param] to blame, where the caller did not say the name
 */
function placeOf(version, name, may, param) {
  const { op, parameters } = version;
  let i = parameters.length - 1;
  while (i >= 0 && !(parameters[i].name === name && may(parameters[i]))) --i;
  if (i >= 0) return i;
  const what = whyUnknown(version, name, may);
  if (param !== undefined) throw mistake('unknown_attribute', op, param, `${name} ${what}`);
  throw mistake('unknown_attribute', op, name.slice(0, 40), what);
}

/**
 * Why there is no such parameter, and where what is meant may be given instead.
 * @param {Version} version
 * @param {string} name
 * @param {(parameter: { input: boolean }) => boolean} may
 */
function whyUnknown(version, name, may) {
  const { op, operator, parameters } = version;
  const place = operator.inputs.findIndex((input) => input.name === name);
  if (place > 0) return `is an input of ${op}, not an attribute; give it as inputs[${place}]`;
  const known = parameters.filter(may).map((parameter) => parameter.name);
  const what = known.length > 0 ? `is not one of ${known.join(', ')}` : `is unknown; ${op} has no attributes`;
  const other = firstVersionWith(version, (parameter) => parameter.name === name && may(parameter));
  if (other === undefined) return what;
  if (name === 'num_outputs') return `${what}; at this opset it is options.num_outputs`;
  return `${what}; ${other.op} has it`;
}

/**
 * How many outputs the node has: like an attribute, but of every node, so the core has no parameter for it.
 * @param {Version} version
 * @param {unknown} value
 */
export function toCount({ op }, value) {
  if (value === undefined || value === null) return undefined;
  const argument = toArgument(value, op, 'num_outputs');
  if (argument === null) return undefined;
  const { type, rank, values } = argument;
  if (type !== UNTYPED && !COUNTS.includes(DTYPES[type].name)) {
    const what = `${DTYPES[type].name} is not one of ${COUNTS.join(', ')}`;
    throw mistake('bad_type', op, 'num_outputs', what);
  }
  if (rank === 0) return values[0];
  const what = `must be one integer, not of rank ${rank} and length ${values.length}`;
  throw mistake('bad_rank', op, 'num_outputs', what);
}
