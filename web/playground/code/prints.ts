// The output of the program, as Node shows it.
import { plan } from '../../lib/index.ts';
import { firstOf } from '../model/elements.ts';
import { attempt } from '../model/mistake.ts';
import type { Result, Shape } from '../model/result.ts';
import { givesMany } from '../model/rows.ts';

/** The pieces of which dims are printed. */
export const MOST_PIECES = 4;

/** Is the result, or its first piece, a picture as the page has it? */
export function isPicture({ state, outputs: [first] }: Result) {
  const { type = '', dims = [] } = first ?? {};
  const isPixels = type === 'uint8' && dims.length === 3 && dims[2] === 4 && !dims.includes(0);
  return state.on === 'picture' && isPixels;
}

const made = new Map<string, boolean>();

/** Whether arrays can hold a tensor: the library makes one, or says that it cannot. */
function canMake({ type, dims }: Shape) {
  const key = `${type} ${dims}`;
  const make = () => plan('Slice', [{ type, dims }, '...']).allocate();
  if (!made.has(key)) made.set(key, attempt(make) !== null);
  return made.get(key);
}

/** @param write dims, as the language does @param cost bytes, for a file whose cut costs them @param values whether they are printed */
export function prints(
  result: Result,
  { cost = null, values = true }: { cost?: number | null; values?: boolean } = {},
  write = (dims: readonly number[]) => (dims.length > 0 ? `[ ${dims.join(', ')} ]` : '[]'),
): string {
  const { row, count, outputs, state, tensors } = result;
  const many = givesMany(row);
  if (state.on === 'tensor' && !tensors.every(canMake)) return 'too large to make here';
  const first = !many && values && state.on === 'tensor' ? [firstOf(result)?.join() ?? ''] : [];
  const shapes = outputs.slice(0, many ? MOST_PIECES : 1).map(({ dims }) => write(dims));
  const lines = [...(cost === null ? [] : [cost]), ...(many ? [count] : []), ...shapes, ...first];
  return lines.join('\n').trimEnd();
}
