// "Try it": each link below a sample opens the playground at a call of that sample. Programs that need a page, a package or a file
// are read instead of run: they must name the call and its parameters.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';
import { EXAMPLES, triesOf } from '../../../tools/site/tries.js';
import { init } from '../../../web/lib/index.ts';
import { blocksOf, DOCUMENTS, programsOf } from '../../support/document_blocks.js';
import { openHash } from '../../support/playground.js';
import { docsOfEntry, runSample } from '../../support/samples.js';

/** @import { Call } from '../../support/recorder.js' */

const RECORDER = pathToFileURL(inRoot('tests/support/recorder.js')).href;
/** @type {{ calls: Call[] }} */
const { calls } = await import(RECORDER);

const LEAST = 50;

before(() => init());

/** The tensors of a type that its class says are without it. @param {any} tensor @param {string} type */
const typed = (tensor, type) => ({ ...tensor, type: tensor.type ?? type });

/** The functions that an operator has. @param {string} op */
const namesOf = (op) => [op, op[0].toLowerCase() + op.slice(1), ...(op === 'SliceScatter' ? ['assign'] : [])];

/** What programs have called, by name. @type {Map<string, Call[]>} */
const made = new Map();

/** What a program calls. It runs once. @param {string} name @param {string} code */
async function callsOf(name, code) {
  if (made.has(name)) return made.get(name) ?? [];
  calls.length = 0;
  await runSample(name, code.replaceAll("from 'microtome';", `from '${RECORDER}';`), []);
  made.set(name, [...calls]);
  return [...calls];
}

/**
 * Whether a call has the tensors of a page, and gives what the page shows.
 * @param {Call} call
 * @param {ReturnType<typeof openHash>} opened
 */
function isShown({ name, given, result, message }, opened) {
  const { op_type, shapes, state } = opened;
  const tensors = given.slice(0, shapes.length).map((tensor) => typed(tensor, state.type));
  const fits = tensors.map(({ type, dims }) => `${type} ${dims}`).join(';');
  if (!namesOf(op_type).includes(name) || fits !== shapes.map((dims) => `${state.type} ${dims}`).join(';'))
    return false;
  if (state.data && !hasData(tensors, state.data)) return false;
  const full = tensors.map((each) => ({ ...each, data: each.data ?? emptyOf(each) }));
  try {
    const shown = opened.run(full).map(({ dims, data }) => ({ dims: [...dims], data }));
    const isMoved = result.every(({ data, stride }) => data && !stride);
    assert.deepEqual(
      result.map(({ dims, data }) => (isMoved ? { dims, data } : { dims })),
      shown.map(({ dims, data }) => (isMoved ? { dims, data } : { dims })),
    );
    return true;
  } catch (error) {
    return message !== undefined && /** @type {Error} */ (error).message === message;
  }
}

/** Whether tensors have these values; a plan's have none. @param {any[]} tensors @param {readonly string[]} values */
const hasData = (tensors, values) =>
  tensors.every(({ data }) => !data) || `${values}` === `${tensors.flatMap(({ data }) => [...data])}`;

/** What a plan has no data for. @param {any} tensor */
const emptyOf = ({ dims }) =>
  new Uint8Array(dims.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1));

/** Whether code names a call and its parameters. @param {string} code @param {ReturnType<typeof openHash>} opened */
function isNamed(code, { op_type, state }) {
  const plain = code.replace(/[\s[\]]/g, '');
  const values = state.notation === null ? Object.values(state.values) : [state.notation];
  const hasCall = [...namesOf(op_type).map((name) => `${name}(`), `plan('${op_type}'`].some((words) =>
    plain.includes(words),
  );
  return hasCall && values.every((value) => plain.includes(value.replace(/\s/g, '')));
}

describe('a link below a sample', () => {
  const found = DOCUMENTS.flatMap((document) => {
    const text = readFileSync(inRoot(document), 'utf8');
    return triesOf(text).map((each) => ({ document, ...each }));
  });

  it('is below most of them', () => assert.ok(found.length >= LEAST, `${found.length}`));

  for (const { document, line, hash } of found) {
    it(`${document}:${line} opens what the sample calls`, async () => {
      const opened = openHash(hash);
      assert.deepEqual(opened.complaints, []);
      const block = blocksOf(document).findLast((each) => each.line < line);
      assert.ok(block);
      const program = programsOf(document).find(({ code }) => code.includes(block.code));
      const runs =
        program?.host === 'node' && program.packages.length === 0 && !/microtome\/source/.test(program.code);
      if (!runs) return assert.ok(isNamed(block.code, opened), block.code);
      const own = await callsOf(`try_${document.replace(/\W/g, '_')}_${program.line}`, program.code);
      assert.ok(
        own.some((call) => isShown(call, opened)),
        `${hash} is none of ${own.length} calls`,
      );
    });
  }
});

describe('the link of a function', () => {
  for (const [key, hash] of Object.entries(EXAMPLES)) {
    it(`${key} opens its example`, async () => {
      const opened = openHash(hash);
      assert.deepEqual(opened.complaints, []);
      const [name, entry] = key.split('.').reverse();
      const doc = docsOfEntry(entry ? 'microtome/source' : 'microtome').find((each) => each.name === name);
      assert.ok(doc);
      if (entry) {
        const plain = doc.example.replace(/\s/g, '');
        return assert.ok(
          plain.includes(`dims:[${opened.shapes[0]}]`) && plain.includes(`.of(${opened.state.data})`),
        );
      }
      const code = `import { ${['init', name]} } from 'microtome';\nawait init();\n${doc.example}`;
      const own = await callsOf(`try_example_${name}`, code);
      assert.ok(
        own.some((call) => isShown(call, opened)),
        hash,
      );
    });
  }
});
