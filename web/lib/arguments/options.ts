// The options of a call. Unknown names and values are refused: nobody would notice an option that is ignored.
import { describe, isNamed, unknownName } from '../base/describe.ts';
import { Mistake, WrongKind } from '../base/mistake.ts';
import { findVersion, nameOf, shortName, type Version } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import type { OperatorRow } from '../types.ts';
import { readers } from './readers.ts';

export interface ReadOptions {
  readonly opset: unknown;
  readonly domain: unknown;
  readonly attributes: unknown;
  readonly num_outputs: unknown;
  readonly out: unknown;
  readonly view: unknown;
  readonly sizes: unknown;
  readonly to: unknown;
}

export const CUT = ['opset', 'out', 'view', 'domain'];
export const REARRANGE = ['sizes', 'to', 'out', 'view'];
export const JOIN = ['opset', 'out', 'domain'];
export const NODE = ['opset', 'domain', 'attributes', 'num_outputs', 'out', 'view'];
export const PLAN = ['opset', 'domain', 'attributes', 'num_outputs'];
export const RUN = ['out', 'view'];
export const BIND = ['out'];
const ALLOCATE = ['arena'];

/**
 * Reads each option once.
 * @param options
 * @param legal the options that the call has
 * @param op_type the operator of a node
 */
export function readOptions(options: unknown, legal: readonly string[], op_type?: string): ReadOptions {
  if (options === undefined) return NO_OPTIONS;
  checkOptions(options, legal, op_type);
  const { opset, domain, attributes, num_outputs, out, view, sizes, to } = options;
  return { opset, domain, attributes, num_outputs, out: out ?? undefined, view, sizes, to };
}

/** Begins a call of the version that its options ask for. */
export function beginCall(
  request: Request,
  op_type: string,
  options: unknown,
  legal: readonly string[],
): ReadOptions {
  request.op = nameOf(op_type);
  request.param = 'options';
  const read = readOptions(options, legal, op_type);
  request.begin(findVersion(op_type, read.domain, read.opset));
  checkView(read.view, request.version);
  return read;
}

const VIEWS: readonly unknown[] = [null, false, true, 'strided'];

/** Refuses an unknown `view`, and any view for a call that has none. */
export function checkView(view: unknown, { neverViews, operator }: Version): void {
  if (view === undefined) return;
  if (!VIEWS.includes(view))
    throw new Mistake('bad_argument', `must be true, false or 'strided', not ${describe(view)}`, 'view');
  if (view && neverViews)
    throw new Mistake('bad_argument', `${operator.op_type} has no views; leave view out`, 'view');
}

/** Do the options of `planned.allocate` ask for the arena? */
export function readArena(options: unknown): boolean {
  if (options === undefined) return false;
  checkOptions(options, ALLOCATE);
  const arena = options.arena ?? false;
  if (typeof arena === 'boolean') return arena;
  throw new Mistake('bad_argument', `must be true or false, not ${describe(arena)}`, 'arena');
}

/** Is it an option of the call of a version, if it is given among the parameters? */
export const isOption = ({ assigns, neverViews }: Version, name: string) =>
  !assigns && (neverViews ? JOIN : CUT).includes(name);

export const listed = (legal: readonly string[]) => `the options here are ${legal.join(', ') || 'none'}`;

const NO_PARAMETERS: Pick<OperatorRow, 'inputs' | 'attributes'> = { inputs: [], attributes: [] };

const NO_OPTIONS = /* @__PURE__ */ readOptions({}, []);

/** Refuses anything but an object of legal options. */
function checkOptions(
  options: unknown,
  legal: readonly string[],
  op_type?: string,
): asserts options is Record<string, any> {
  if (!isNamed(options)) throw new WrongKind('bad_argument', `expected an object, not ${describe(options)}`);
  const name = unknownName(options, legal);
  if (name === undefined) return;
  const isFunction = legal === CUT || legal === JOIN;
  const isOf = (each: { name: string }) => (isFunction ? shortName(each.name) : each.name) === name;
  const { inputs, attributes } =
    isFunction || legal.includes('attributes')
      ? findVersion(op_type, options.domain, options.opset).operator
      : NO_PARAMETERS;
  const input = inputs.findIndex(isOf);
  const isAttribute = attributes.some(isOf);
  const remedy =
    isFunction && (isAttribute || input > 0)
      ? 'it is a parameter, so give it before the options'
      : isAttribute
        ? `put attributes in { attributes: { ${name} } }`
        : input >= 0 && !isFunction
          ? `give it as inputs[${input}]`
          : legal === REARRANGE
            ? readers.whereInRearrange(name, options[name])
            : listed(legal);
  throw new Mistake('bad_argument', `${name} is not an option; ${remedy}`);
}
