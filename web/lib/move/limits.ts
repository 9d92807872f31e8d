import { DTYPES } from '../core/tables.ts';

export interface Limits {
  readonly least: number;
  readonly most: number;
}

/**
 * By row of the element-type table: least and largest value of an integer type, null for other types. A bool
 * is an integer of 1 bit.
 */
export const LIMITS: readonly (Limits | null)[] = DTYPES.map(({ name }) => {
  if (name === 'bool') return { least: 0, most: 1 };
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(name) ?? [];
  if (bits === undefined) return null;
  return unsigned
    ? { least: 0, most: 2 ** +bits - 1 }
    : { least: -(2 ** (+bits - 1)), most: 2 ** (+bits - 1) - 1 };
});
