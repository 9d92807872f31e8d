// Reads options: each once, and checked before anything is fetched. What a function does not have is refused.
import { describe, isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';

/** What an option must be, and its value if it is absent. */
export interface Rule {
  readonly legal?: string;
  readonly is?: (value: any) => boolean;
  readonly otherwise?: number | string;
}

/** A number of bytes, requests or the like. */
export const SIZE = (least: number, otherwise: number, mayBeInfinite = true): Rule => ({
  legal: `an integer of ${least} or more`,
  is: (value) =>
    (Number.isInteger(value) || (mayBeInfinite && value === Number.POSITIVE_INFINITY)) && value >= least,
  otherwise,
});

/** The options of a call; numbers are always there. */
export function readRules(
  options: unknown,
  name: string,
  rules: Readonly<Record<string, Rule>>,
): Record<string, unknown> {
  const named = options ?? {};
  if (options === null || !isNamed(named))
    throw new Mistake('bad_argument', `expected an object, not ${describe(options)}`, 'options');
  const legal = Object.keys(rules);
  const other = Object.keys(named).find((key) => !legal.includes(key) && named[key] !== undefined);
  if (other !== undefined) {
    const what = `${describe(other)} is not an option of ${name}; the options are ${legal.join(', ')}`;
    throw new Mistake('bad_argument', what, 'options');
  }
  const read: Record<string, unknown> = {};
  for (const [key, { legal, is, otherwise }] of Object.entries(rules)) {
    const value = named[key] ?? undefined;
    if (value !== undefined && is?.(value) === false)
      throw new Mistake('bad_argument', `must be ${legal}, not ${describe(value)}`, key);
    read[key] = value ?? otherwise;
  }
  return read;
}
