// The name of a part says which part it is, and of which axis, so that `join` needs nothing else:
// `half.axis0.03-of-16.npy`.
import { parse } from 'node:path';

export interface Part {
  /** Axis of the output that is divided. */
  readonly axis: number;
  readonly i: number;
  readonly n: number;
}

/** The name of a part. Numbers have leading zeros, so sorted names are sorted parts. */
export function partName(out: string, { axis, i, n }: Part): string {
  const { name, ext } = parse(out);
  const number = `${i}`.padStart(`${n - 1}`.length, '0');
  return `${out.slice(0, out.length - name.length - ext.length)}${name}.axis${axis}.${number}-of-${n}${ext}`;
}

/** What a name says; undefined: it is not that of a part. */
export function partOf(name: string): Part | undefined {
  const [, ...numbers] = /\.axis(\d{1,2})\.(\d{1,7})-of-(\d{1,7})(?:\.[^./\\]*)?$/.exec(name) ?? [];
  if (numbers.length === 0) return undefined;
  const [axis, i, n] = numbers.map(Number);
  return { axis, i, n };
}
