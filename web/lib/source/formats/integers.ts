// Integers in headers.
import { bad } from './check.ts';

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** A size of 64 bits, at `place` of the view and at byte `at` of the file. */
export function sizeAt(view: DataView, place: number, format: string, at: number): number {
  const value = Number(view.getBigUint64(place, true));
  if (!Number.isSafeInteger(value)) throw bad(format, at, 'a size of 2^53 or more');
  return value;
}
