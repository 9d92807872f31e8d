import { DTYPES } from '../core/tables.ts';

export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** By row of the element-type table: least and largest value of an integer type, null for other types. */
export const LIMITS: readonly (Limits | null)[] = /* @__PURE__ */ DTYPES.map(({ integer }) => {
  if (integer === undefined) return null;
  return integer > 0
    ? { least: 0, most: 2 ** integer - 1 }
    : { least: -(2 ** (-integer - 1)), most: 2 ** (-integer - 1) - 1 };
});
