// The public functions and `plan` come here. Their arguments are read, each property once, into a request; then run.ts
// carries the request out. After that, only the caller's elements and `out` are read. Mistakes that are thrown later
// get the operator's name here.

import { readFast, readSlice } from '../arguments/fast.ts';
import { readCount } from '../arguments/integers.ts';
import { readLength } from '../arguments/numbers.ts';
import { beginCall, NODE, PLAN, type ReadOptions, readOptions } from '../arguments/options.ts';
import { readNode, readString } from '../arguments/parameters.ts';
import { readRearrangeNode } from '../arguments/rearrange.ts';
import { checkData, readTensors } from '../arguments/tensors.ts';
import { isValue, readValue } from '../arguments/values.ts';
import { classNameOf, isPlain } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { Mistake, WrongKind } from '../base/mistake.ts';
import { getCore } from '../core/core.ts';
import { Assign, Fill, ownVersion, tensorName } from '../core/operators.ts';
import { type Request, withRequest } from '../core/request.ts';
import { runAssign, UPDATES } from './assign.ts';
import { copyValue } from './copy.ts';
import { copyNumbers } from './copy_numbers.ts';
import { assignFast, readPlacesOf } from './fast_path.ts';
import type { Callable, Nodes } from './functions.ts';
import { Plan } from './plan.ts';
import { runOnce } from './run.ts';

/**
 * Carries out a call of a function.
 * @param callable
 * @param inputs the tensors, or the caller's list of tensors to join
 * @param spec what the function reads besides: parameters by name, a slice string, a pattern
 * @param options
 */
export function call(callable: Callable, inputs: unknown, spec: unknown, options: unknown): any[] {
  const { operators, legal, read, usage, needs } = callable;
  return withRequest((request) => {
    getCore(needs);
    const chosen = beginCall(request, operators[0][0].op_type, options, legal);
    readTensors(request, inputs, undefined, readFast);
    read(request, spec, chosen);
    checkData(request);
    return runOnce(request, chosen.out, chosen.view);
  }, usage);
}

/** Carries out a node as a model holds it. */
export function evaluateNode(nodes: Nodes, op_type: string, inputs: unknown, options: unknown): any[] {
  return withRequest((request) => {
    getCore(nodes.needs);
    const read = readWholeNode(request, op_type, inputs, options, NODE);
    checkData(request);
    return runOnce(request, read.out, read.view);
  });
}

/** Decides a node. Its tensors need no data. */
export function planNode(nodes: Nodes, op_type: string, inputs: unknown, options: unknown): Plan<any, any> {
  return withRequest((request) => {
    getCore(nodes.needs);
    if (op_type === 'Assign') readAssignNode(request, inputs, options);
    else readWholeNode(request, op_type, inputs, options, PLAN);
    return new Plan(request);
  });
}

/** Reads `[target, spec, updates]`, as `assign` takes them. No document has this node. */
function readAssignNode(request: Request, inputs: unknown, options: unknown): void {
  request.op = 'assign';
  request.param = 'options';
  const { domain } = readOptions(options, ['domain']);
  if (domain !== undefined && domain !== 'microtome')
    throw new Mistake('unknown_operator', `must be 'microtome', not ${describe(domain)}`, 'domain');
  request.param = 'inputs';
  const count = classNameOf(inputs) === 'Array' ? readLength(inputs) : -1;
  if (count !== 3)
    throw new Mistake(
      'bad_argument',
      `expected [target, spec, updates], not ${count < 0 ? describe(inputs) : `${count} inputs`}`,
    );
  const [target, spec, updates] = inputs as unknown[];
  readAssign(request, target, spec, updates);
}

/**
 * Writes a tensor or a value into a slice: a join of the target and the updates, written into the target.
 * @param target
 * @param spec
 * @param updates
 */
export function assignOnce(target: unknown, spec: unknown, updates: unknown): void {
  const isTensor = typeof updates === 'object' && updates !== null;
  withRequest((request) => {
    getCore();
    if (isTensor) assignFast(request, ASSIGN, target, spec, updates);
    else {
      readAssign(request, target, spec, updates);
      checkData(request);
      runAssign(request);
    }
  }, "assign(x, '0:2', updates)");
}

function readAssign(request: Request, target: unknown, spec: unknown, updates: unknown): void {
  if (isValue(updates)) {
    request.begin(FILL);
    readTensors(request, [target]);
    request.param = UPDATES;
    readValue(request, updates);
  } else if (updates === undefined || updates === null) {
    request.param = UPDATES;
    throw new WrongKind(
      'bad_input',
      `expected a tensor { type, dims, data } or a value, not ${describe(updates)}`,
    );
  } else {
    request.begin(ASSIGN);
    readTensors(request, [target, updates]);
  }
  try {
    readSlice(request, spec);
  } catch (thrown) {
    readPlacesOf(request, spec, thrown);
  }
}

const ASSIGN = /* @__PURE__ */ ownVersion(Assign, 'assign');
const FILL = /* @__PURE__ */ ownVersion(Fill, 'assign');

/** Reads all of a node except `out` and `view`, which it only takes from the options. */
function readWholeNode(
  request: Request,
  op_type: string,
  inputs: unknown,
  options: unknown,
  legal: readonly string[],
): ReadOptions {
  const read = beginCall(request, op_type, options, legal);
  const { version } = request;
  const [{ variadic, sequence }] = version.operator.inputs;
  request.param = 'inputs';
  const count = classNameOf(inputs) === 'Array' ? readLength(inputs) : -1;
  if (count < 0) throw new Mistake('bad_argument', `expected an array of inputs, not ${describe(inputs)}`);
  const most = variadic ? count : version.operator.inputs.length;
  const entries: unknown[] = [];
  if (!variadic) for (let i = 0; i < Math.min(count, most); ++i) entries.push((inputs as unknown[])[i]);
  if (sequence && (entries[0] ?? null) === null)
    throw new Mistake('missing', 'required input is missing', tensorName(version, 0));
  if (sequence && isPlain(entries[0])) {
    const what = `expected an array of tensors, not ${describe(entries[0])}; a sequence is one input, so wrap the list: [tensors]`;
    throw new Mistake('bad_input', what, tensorName(version, 0));
  }
  if (version.tensorCount === 2) entries.splice(1, 0, ...[entries.splice(version.second, 1)[0]]); // tensors come first
  if (variadic) readTensors(request, inputs, count);
  else readTensors(request, sequence ? entries[0] : entries);
  const spec =
    version.tensorCount < most ? entries[version.tensorCount] : (inputs as unknown[])[version.tensorCount];
  if (legal === PLAN && typeof spec === 'string' && version.takesString && count === version.tensorCount + 1)
    readString(request, spec);
  else if (count > most) {
    const remedy = version.takesPattern ? '; put the pattern in { attributes: { pattern } }' : '';
    throw new Mistake('too_many_inputs', `${count} inputs; at most ${most} are possible${remedy}`, '');
  } else if (version.takesPattern) readRearrangeNode(request, read.attributes);
  else readNode(request, entries.slice(version.tensorCount), read.attributes);
  copyValue(request);
  copyNumbers(request);
  readCount(request, read.num_outputs);
  return read;
}
