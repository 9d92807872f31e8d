// Draws random nodes of every operator, and writes them with the oracle's answers as lines of the corpus, a file per operator. The
// build of the native tests runs it; tests/native/cases_test.cpp replays the lines.
//   node tests/random/draw.js build/native/drawn
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { TYPES } from '../../docs/rules/elements.js';
import { drawnLine } from './drawn_line.js';
import { exampleOf } from './nodes/example.js';
import { MISTAKE_KINDS } from './nodes/mistakes.js';
import { NODES, OPENVINO_NODES } from './nodes/nodes.js';

const COUNT = 2000;
const SEED = 20240229;

const folder = process.argv[2];
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of /** @type {(keyof typeof NODES)[]} */ (Object.keys({ ...NODES, ...OPENVINO_NODES }))) {
  const examples = fc.sample(exampleOf(name, TYPES, MISTAKE_KINDS), { seed: SEED, numRuns: COUNT });
  const lines = new Set(examples.flatMap(({ node }) => drawnLine(node) ?? []));
  writeFileSync(join(folder, `${name}.txt`), [...lines].map((line) => `${line}\n`).join(''));
}
