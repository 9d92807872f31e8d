// The options of a call. What a call does not have is refused: an option that is ignored is a mistake that
// nobody notices.
import { isPlain } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';

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
/** Properties of the option `to`. */
const OF_TO = ['scale', 'bias', 'along', 'table'];
export const JOIN = ['opset', 'out', 'domain'];
export const NODE = ['opset', 'domain', 'attributes', 'num_outputs', 'out', 'view'];
export const PLAN = ['opset', 'domain', 'attributes', 'num_outputs'];
export const RUN = ['out', 'view'];
export const BIND = ['out'];
export const ALLOCATE = ['arena'];

/** Each option, read once. @param legal those that the call has */
export function readOptions(options: unknown, legal: readonly string[]): ReadOptions {
  if (options === undefined) return NONE;
  checkOptions(options, legal);
  const { opset, domain, attributes, num_outputs, out, view, sizes, to } = options;
  return { opset, domain, attributes, num_outputs, out: out ?? undefined, view, sizes, to };
}

const NONE = /* @__PURE__ */ readOptions({}, []);

/** Refuses what is not an object of legal options. */
export function checkOptions(
  options: unknown,
  legal: readonly string[],
): asserts options is Record<string, any> {
  if (!isPlain(options)) {
    const hint =
      legal === CUT && typeof options === 'number'
        ? "; a range is one argument: '0:2' or { starts: [0], ends: [2] }"
        : '';
    throw new Mistake('bad_argument', `expected an object, not ${describe(options)}${hint}`);
  }
  for (const name in options) if (!legal.includes(name)) refuse(options, name, legal);
}

function refuse(options: Record<string, unknown>, name: string, legal: readonly string[]): void {
  if (!Object.hasOwn(options, name) || options[name] === undefined) return;
  const quoted = name.slice(0, 40);
  const remedy =
    legal.includes('attributes') && !RUN.includes(name)
      ? `put attributes in { attributes: { ${quoted} } }`
      : legal === REARRANGE && OF_TO.includes(name)
        ? `put it in { to: { type, ${quoted} } }`
        : `the options here are ${legal.join(', ')}`;
  throw new Mistake('bad_argument', `${quoted} is not an option; ${remedy}`);
}
