// What `--help` prints, made from the table of commands.
import { COMMANDS } from './commands.ts';
import { tableOf } from './table.ts';
import type { Option } from './types.ts';

const linesOf = (rows: readonly string[][]) => Array.from(tableOf(rows), (line) => `  ${line}`);

/** Of the command as a whole. */
export function help(): string[] {
  const commands = Object.entries(COMMANDS).map(([name, { words, does }]) => [`${name} ${words}`, does]);
  return [
    'Cuts tensors in files and behind URLs, and fetches only the bytes that a cut needs.',
    '',
    usageOf(''),
    ...linesOf(commands),
    '',
    'FROM is a path or a URL of an .npy, .npz, safetensors, ONNX or GGUF file. NAME is a tensor in it, and can be left out',
    "if there is only one; '*.bias' is every tensor with such a name. SPEC is a slice as in NumPy: '1:-1, ::2, ..., 3'.",
    '',
    'examples:',
    ...COMMANDS.cut.examples.slice(0, 3).map((example) => `  ${example}`),
    '',
    '`microtome COMMAND --help` shows the options of a command.',
  ];
}

export function helpOf(name: string): string[] {
  const { does, options, examples } = COMMANDS[name];
  const rows = Object.entries(options).map(([key, option]) => [spelled(key, option), option.does]);
  return [
    `${does[0].toUpperCase()}${does.slice(1)}.`,
    '',
    usageOf(name),
    ...linesOf(rows),
    '',
    examples.length > 1 ? 'examples:' : 'example:',
    ...examples.map((example) => `  ${example}`),
  ];
}

const spelled = (name: string, { short, value }: Option) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;

/** The usage of a command; '': of all of them. */
export const usageOf = (name: string) =>
  name in COMMANDS
    ? `usage: microtome ${name} ${COMMANDS[name].words} [options]`
    : `usage: microtome ${Object.keys(COMMANDS).join(' | ')} ...`;
