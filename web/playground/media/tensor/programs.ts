// The slice of a file as a program and as a command, which do what the page does.
import type { Held } from '../kind.ts';

/** Types that .npy files of NumPy have; the command writes elements of others alone. */
const IN_NUMPY = /^(bool|u?int\d+|float(16|32|64)|complex\d+)$/;

/** For Node and, of a URL, for pages. */
export function toProgram(spec: string, { from, isUrl, tensors, name }: Held) {
  const which = tensors.length === 1 ? '' : quote(name);
  return [
    ...(isUrl ? [] : ["import { pathToFileURL } from 'node:url';"]),
    "import { init } from 'microtome';",
    "import { open, slice } from 'microtome/source';",
    '',
    'await init();',
    `const source = await open(${isUrl ? quote(from) : `pathToFileURL(${quote(from)})`});`,
    `const tensor = source.tensor(${which});`,
    `const { type, dims, data } = await slice(tensor, ${quote(spec)});`,
    ...(isUrl ? [] : ['await source.close();']),
    'console.log(type, dims, data);',
  ].join('\n');
}

/** For a POSIX shell. docs/command.md has all of it. */
export function toCommand(spec: string, { from, tensors, name, type }: Held) {
  const file = from.startsWith('-') ? `./${from}` : from;
  const words = [file, ...(tensors.length === 1 ? [] : [name]), spec];
  const quoted = words.map(quoteForShell).join(' ');
  const out = IN_NUMPY.test(type) ? '-o slice.npy' : '--raw -o slice.bin';
  const hasDash = words.some((word) => word.startsWith('-')); // not to be taken for an option
  return `npx microtome cut ${hasDash ? `${out} -- ${quoted}` : `${quoted} ${out}`}`;
}

/** As JavaScript. */
const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const quoteForShell = (word: string) =>
  /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
