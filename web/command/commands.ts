// THE table of commands. To add one, add its row, its file, its row and its section in docs/command.md, its name in
// README.md, and its tests in tests/node/command/. ARCHITECTURE.md lists what an option needs.
import { runLs } from './ls.ts';
import type { Command, Option } from './types.ts';

const HELP: Option = { type: 'boolean', short: 'h', does: 'show this help' };
const JSON_: Option = { type: 'boolean', does: 'print JSON' };
const HEADER: Option = {
  type: 'string',
  multiple: true,
  value: "'NAME: VALUE'",
  does: 'a header of every request; may be repeated',
};
const CACHE = {
  cache: { type: 'string', value: 'DIR', does: 'keep what is fetched in a folder' },
  'cache-ignores-query': {
    type: 'boolean',
    does: "addresses that differ after '?' are one file, if the server's ETag and date agree",
  },
} as const satisfies Record<string, Option>;
const AXIS = (does: string): Option => ({ type: 'string', value: 'A', does });
const SERVER = {
  header: HEADER,
  timeout: {
    type: 'string',
    value: 'SECONDS',
    does: 'fail if a server says nothing for so long; default: 30',
  },
  retries: { type: 'string', value: 'N', does: 'ask a server that fails again up to N times; default: 3' },
  trust: {
    type: 'string',
    value: 'last-modified',
    does: "accept ETags that differ between a file's servers",
  },
} as const satisfies Record<string, Option>;
const LAYOUT: Option = {
  type: 'string',
  value: 'LAYOUT',
  does: "where the tensor is in a raw file: 'uint16[40, 64, 48] at=1024 order=F endian=big'",
};
const MOST = (does: string): Option => ({ type: 'string', value: 'N', does });
const HELD = MOST('hold up to N bytes of a header, a compressed member or a pipe; default: 64 MiB');
const DECODE: Option = { type: 'boolean', does: 'read a quantized tensor of a GGUF file as float32' };
const METADATA: Option = {
  type: 'string',
  multiple: true,
  value: 'KEY=VALUE',
  does: 'text in the metadata of a .safetensors file, besides that of FROM; may be repeated',
};
const READ = { layout: LAYOUT, ...SERVER, ...CACHE };

const PART: Option = { type: 'string', value: 'I/N', does: 'take part I of N equal parts, counted from 0' };
const DIVIDED = AXIS(
  'divide along this axis of the output; default: the slowest in the file that has more than one index',
);

export const COMMANDS: Readonly<Record<string, Command>> = {
  ls: {
    words: 'FROM...',
    least: 1,
    most: Number.POSITIVE_INFINITY,
    does: 'list the tensors in files: name, type, dims and bytes',
    options: {
      metadata: { type: 'boolean', does: 'list what the file says besides its tensors' },
      json: JSON_,
      'max-bytes': HELD,
      ...READ,
      help: HELP,
    },
    examples: ['microtome ls model.safetensors', 'microtome ls --json https://example.org/model.gguf'],
    run: runLs,
  },
  cost: {
    words: 'FROM [NAME] SPEC',
    least: 2,
    most: 3,
    does: 'say what a cut fetches: requests, bytes, and the bytes that are useful',
    options: {
      json: JSON_,
      decode: DECODE,
      part: PART,
      axis: DIVIDED,
      'max-bytes': HELD,
      ...READ,
      help: HELP,
    },
    examples: ["microtome cost https://example.org/stack.npy '100:120'"],
    run: async (...given) => (await import('./cost.ts')).runCost(...given),
  },
  cut: {
    words: 'FROM [NAME] SPEC -o OUT',
    least: 2,
    most: 3,
    does: 'write a part of a tensor as an .npy, .npz or .safetensors file, as the ending of OUT says',
    options: {
      output: { type: 'string', short: 'o', value: 'OUT', does: "the file to write; '-' is standard output" },
      raw: { type: 'boolean', does: 'write the elements alone, little-endian' },
      decode: DECODE,
      metadata: METADATA,
      part: PART,
      axis: DIVIDED,
      'max-bytes': MOST(
        'fail if more than N bytes must be fetched; hold up to N of what must be held as a whole',
      ),
      ...READ,
      help: HELP,
    },
    examples: [
      "microtome cut model.safetensors wte.weight '100:120' -o rows.npy",
      "microtome cut https://example.org/stack.npy '::10, 512:768, 512:768' -o crop.npy",
      "microtome cut stack.npy ':, ::2' -o half.npy --part 3/16",
      "microtome cut model.safetensors '*.bias' : -o biases.safetensors",
    ],
    run: async (...given) => (await import('./cut.ts')).runCut(...given),
  },
  gather: {
    words: 'FROM [NAME] INDICES -o OUT',
    least: 2,
    most: 3,
    does: 'write listed indices of an axis of a tensor: 3,150,7, or @FILE of integers',
    options: {
      output: { type: 'string', short: 'o', value: 'OUT', does: "the file to write; '-' is standard output" },
      raw: { type: 'boolean', does: 'write the elements alone, little-endian' },
      decode: DECODE,
      metadata: METADATA,
      axis: AXIS('the axis of the indices; default: 0'),
      'max-bytes': MOST(
        'fail if more than N bytes must be fetched; hold up to N of what must be held as a whole',
      ),
      ...READ,
      help: HELP,
    },
    examples: ['microtome gather model.safetensors wte.weight 3,50,7 -o rows.npy'],
    run: async (...given) => (await import('./listed.ts')).runGather(...given),
  },
  join: {
    words: 'OUT PART...',
    least: 2,
    most: Number.POSITIVE_INFINITY,
    does: 'join parts that cut has written, in any order',
    options: {
      axis: AXIS('join files of any names along this axis, in the given order'),
      'max-bytes': HELD,
      layout: LAYOUT,
      ...SERVER,
      help: HELP,
    },
    examples: [
      'microtome join half.npy half.axis0.*-of-16.npy',
      'microtome join --axis 1 out.npy a.npy b.npy',
    ],
    run: async (...given) => (await import('./join.ts')).runJoin(...given),
  },
};
