// Copies the linker's output to web/lib/core/wasm: Emscripten's script, the module as a separate file (for
// `init({ url })`, and hosts that do not compile inlined bytes), its parts as files and as scripts to inline, its record, and the core's
// tables as a script. Beside them, writes the loops of web/lib/move. The build id, a hash of the linked code, ties them together.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../common/paths.js';
import { loopFiles } from './loops.js';
import { buildOf, fileOf, namespaceOf, PARTS, splitModule } from './parts.js';
import { RECORD, recordOf, writeRecord } from './record.js';

/** The script that has a part inlined. @param {string} part */
const inlinedOf = (part) => `inlined_${part}.js`;

/** @param {string} part */
const declared = (part) => `import type { Inlined } from '../inlined_rest.ts';
export const ${part}: Inlined;
`;

/** What the compiler must know about generated files that it does not read. */
const DECLARATIONS = {
  'microtome.d.ts': `/** The module's factory; web/lib/core/core.ts, which calls it, says what it takes and resolves to. */
export default function createModule(hooks: Record<string, unknown>): Promise<any>;
`,
  ...Object.fromEntries(PARTS.map((part) => [inlinedOf(part).replace('.js', '.d.ts'), declared(part)])),
  'tables.d.ts': `import type { Described } from '../tables.ts';
/** What src/describe.cpp says, the build id of the module, and from where its parts import. */
export const { build, tie, dtypes, numbers, ways, header, axis, stream, copy }: Described & { build: string; tie: string };
`,
};

/**
 * @param {import('../common/emscripten.js').Emscripten} emscripten
 * @param {string} folder where the linker put it
 */
export async function deliverModule(emscripten, folder) {
  const made = join(folder, 'module');
  const wasm = readFileSync(join(made, 'microtome.wasm'));
  const build = buildOf(new WebAssembly.Module(wasm));
  await splitModule(emscripten, folder);
  const { operators, ...described } = await describeTables(folder);
  const home = inRoot('web/lib/core/wasm');
  mkdirSync(home, { recursive: true });
  writeIfNew(join(home, 'microtome.js'), readFileSync(join(made, 'microtome.js')));
  writeIfNew(join(home, 'microtome.wasm'), wasm);
  for (const name of PARTS.map(fileOf)) writeIfNew(join(home, name), readFileSync(join(made, name)));
  for (const part of PARTS) writeIfNew(join(home, inlinedOf(part)), await inlined(made, part));
  writeIfNew(join(home, RECORD), writeRecord(await recordOf(emscripten, made)));
  writeIfNew(join(home, 'tables.js'), tablesOf({ build, tie: namespaceOf(build), ...described }));
  for (const [name, text] of Object.entries(operatorsOf(operators))) writeIfNew(join(home, name), text);
  for (const [name, text] of Object.entries(DECLARATIONS)) writeIfNew(join(home, name), text);
  const loops = inRoot('web/lib/move/generated');
  mkdirSync(loops, { recursive: true });
  for (const [name, text] of Object.entries(loopFiles())) writeIfNew(join(loops, name), `${text}\n`);
}

/** Zopfli takes a second, and saves 5 % of zlib's output. @param {string} folder that has the part @param {string} part */
async function inlined(folder, part) {
  const { zlibAsync } = await import('@gfx/zopfli'); // which set-up may just have installed
  const wasm = readFileSync(join(folder, fileOf(part)));
  const deflated = Buffer.from(await zlibAsync(wasm, {}));
  return `export const ${part} = { size: ${wasm.length}, base64: '${deflated.toString('base64')}' };\n`;
}

/**
 * Each table by its name: bundlers drop those that nothing uses. A list of files needs no operators.
 * @param {Record<string, unknown>} described
 */
const tablesOf = (described) =>
  Object.entries(described)
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};\n`)
    .join('');

/**
 * The versions of each operator by its name, and all of them: a page has those of the functions that it imports. A version knows its
 * row of the core's table.
 * @param {Omit<import('../../web/lib/core/tables.ts').DescribedRow, 'row'>[]} operators
 */
function operatorsOf(operators) {
  const rows = operators.map((version, row) => ({ row, ...version }));
  const names = [...new Set(rows.map(({ op_type }) => op_type))];
  const tables = Object.fromEntries(
    names.map((name) => [name, rows.filter(({ op_type }) => op_type === name)]),
  );
  return {
    'operators.js': `${tablesOf(tables)}export const everything = [${names.join(', ')}];\n`,
    'operators.d.ts': `import type { DescribedRow } from '../tables.ts';
/** The versions of each operator, as src/describe.cpp says them. */
${names.map((name) => `export const ${name}: readonly DescribedRow[];\n`).join('')}export const everything: readonly (readonly DescribedRow[])[];
`,
  };
}

/** The output of tools/build/tables.cpp. @param {string} folder */
async function describeTables(folder) {
  const { default: run } = await import(join(folder, 'microtome_tables.mjs'));
  /** @type {string[]} */ const printed = [];
  await run({ print: (/** @type {string} */ line) => printed.push(line) });
  return JSON.parse(printed.join('\n'));
}

/**
 * Writes a file only if its content changes, because another process may be reading it.
 * @param {string} path
 * @param {Buffer | string} content
 */
function writeIfNew(path, content) {
  const bytes = Buffer.from(content);
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
}
