// What callers say, understood: which version of an operator, on which input, with which arguments. All that is the
// caller's is read here, before the core is asked.
import { getCore, nameOf } from './core.js';
import { mistake } from './errors.js';
import { toArgument } from './integers.js';
import { describe, toNumber, toSource } from './tensor.js';

/** @import { Version } from './core.js' */
/** @import { Argument } from './integers.js' */
/** @import { Layout, NodeOptions, Options } from './types.js' */

/**
 * @param {string} op_type
 * @param {unknown} input
 * @param {Options & NodeOptions} options
 */
export function understand(op_type, input, options) {
  const core = getCore();
  if (typeof options !== 'object' || options === null) {
    throw mistake('bad_argument', nameOf(op_type), 'options', `expected an object, not ${describe(options)}`);
  }
  const version = core.find(op_type, options.domain, options.opset);
  const param = version.operator.inputs[0].name;
  if (input === undefined || input === null)
    throw mistake('missing', version.op, param, 'required input is missing');
  return { version, source: toSource(core.tables, /** @type {Layout} */ (input), version.op, param) };
}

/**
 * @param {readonly unknown[]} inputs
 * @param {string} op_type
 */
export function first(inputs, op_type) {
  if (Array.isArray(inputs)) return inputs[0];
  throw mistake(
    'bad_argument',
    nameOf(op_type),
    'inputs',
    `expected an array of inputs, not ${describe(inputs)}`,
  );
}

/**
 * Arguments from an object: names are the document's, whether the version has them as inputs or as attributes.
 * @param {Version} version
 * @param {object} spec
 */
export function named(version, spec) {
  if (typeof spec !== 'object' || spec === null) {
    throw mistake(
      'bad_argument',
      version.op,
      'spec',
      `expected an object of parameters, not ${describe(spec)}`,
    );
  }
  return assign(version, spec, () => true, new Array(version.parameters.length).fill(null));
}

/**
 * Arguments as a node has them: inputs by position, attributes by name.
 * @param {Version} version
 * @param {readonly unknown[]} inputs
 * @param {NodeOptions} options
 */
export function positional(version, inputs, { attributes = {} }) {
  const { op, operator, parameters } = version;
  if (inputs.length > operator.inputs.length) {
    throw mistake(
      'too_many_inputs',
      op,
      '',
      `${inputs.length} inputs; at most ${operator.inputs.length} are possible`,
    );
  }
  if (typeof attributes !== 'object' || attributes === null) {
    throw mistake('bad_argument', op, 'attributes', `expected an object, not ${describe(attributes)}`);
  }
  const { tables } = getCore();
  const args = parameters.map(({ name, input }, i) =>
    input ? toArgument(tables, inputs[i + 1], op, name) : null,
  );
  return assign(version, attributes, ({ input }) => !input, args);
}

/**
 * Puts named values into the places of the parameters that may take them. Where an input and an attribute share a name
 * (Split-1), the attribute takes it.
 * @param {Version} version
 * @param {object} values
 * @param {(parameter: { input: boolean }) => boolean} may
 * @param {(Argument | null)[]} args
 */
function assign({ op, parameters }, values, may, args) {
  for (const name of Object.keys(values)) {
    const value = /** @type {Record<string, unknown>} */ (values)[name];
    if (value === undefined || value === null) continue;
    let i = parameters.length - 1;
    while (i >= 0 && !(parameters[i].name === name && may(parameters[i]))) --i;
    if (i < 0) {
      const known = parameters.filter(may).map((parameter) => parameter.name);
      throw mistake(
        'unknown_attribute',
        op,
        name,
        `is not one of ${known.join(', ') || 'them: there are none'}`,
      );
    }
    args[i] = toArgument(getCore().tables, value, op, name);
  }
  return args;
}

/** @param {unknown} num_outputs */
export function toCount(num_outputs) {
  return num_outputs === undefined || num_outputs === null ? undefined : toNumber(num_outputs);
}
