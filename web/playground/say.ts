// Numbers as people say them.

/** With three digits, as people say times. */
export function sayTime(ms: number) {
  if (ms >= 1000) return `${(ms / 1000).toPrecision(3)} s`;
  if (ms >= 1) return `${ms.toPrecision(3)} ms`;
  if (ms >= 0.001) return `${(ms * 1000).toPrecision(3)} µs`;
  return '< 1 µs';
}

export function sayBytes(bytes: number) {
  const units = [bytes === 1 ? 'byte' : 'bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const number = power === 0 ? bytes : Number((bytes / 1024 ** power).toPrecision(3));
  return `${number.toLocaleString('en')} ${units[power]}`;
}
