// Numbers as people say them.

export const sayNumber = (n: number) => n.toLocaleString('en');

/** Whole bytes below 10,000; with three digits and a unit above. */
export function sayBytes(bytes: number) {
  if (bytes < 10_000) return `${sayNumber(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), 5);
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${['', 'kB', 'MB', 'GB', 'TB', 'PB'][power]}`;
}

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${sayNumber(count)} ${count === 1 ? one : many}`;

/** `3rd` */
export function ordinal(n: number) {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';
  return `${n}${ending}`;
}

/** `[4, 6]` */
export const sayDims = (dims: readonly number[]) => `[${dims.join(', ')}]`;
