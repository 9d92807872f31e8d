// The machinery of `npm run test:peers` (tests/peers), without its engines: how answers are judged, and that a difference
// is found and shrunk. The engines here are this library, and this library with a planted error.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { RULINGS } from '../../cases/rulings.js';
import { ours } from '../../peers/answers.js';
import { compare } from '../../peers/compare.js';
import { DIFFERENCES } from '../../peers/differences/differences.js';
import { ENGINES } from '../../peers/engines/engines.js';
import { NODES } from '../../peers/examples/nodes.js';
import { explain } from '../../peers/judge.js';
import { parseCase } from '../../support/corpus.js';

/** @import { Answer } from '../../peers/answers.js' */
/** @import { Engine } from '../../peers/engines/engines.js' */
/** @import { Example, OpType } from '../../peers/examples/example.js' */
/** @import { Difference } from '../../peers/judge.js' */

const OP_TYPES = /** @type {OpType[]} */ (Object.keys(NODES));
const SEED = 1;
const CASES = 1500;

before(() => init());

/** @param {string} line of the corpus @returns {Example} */
const exampleFrom = (line) => ({
  node: parseCase(`${line} -> none`),
  seed: 0,
  constant: true,
  blanks: false,
});

/** @type {Engine} */
const FAKE = { ...ENGINES[0], name: 'fake' };
/** @param {(example: Example) => Answer} answer */
const faking = (answer) => ({
  ask: async (/** @type {Example} */ example) => answer(example),
  stop: () => {},
});
/** @param {(example: Example) => Answer} answer @param {Difference[]} [differences] @param {OpType} [op_type] */
const compareFake = (answer, differences = [], op_type = 'Slice') =>
  compare(op_type, FAKE, faking(answer), differences, { seed: SEED, cases: CASES });

/** Does it slice by 3 or more, forward? @param {Example} example */
const hasLongStep = ({ node }) => (node.inputs.get('steps')?.values ?? []).some((step) => step > 2n);
/** This library, which takes steps of 3 or more for 2. @param {Example} example */
const withShortSteps = ({ node, ...rest }) => {
  const steps = /** @type {any} */ (node.inputs.get('steps'));
  const short = {
    ...steps,
    values: steps.values.map((/** @type {bigint} */ step) => (step > 2n ? 2n : step)),
  };
  return { ...rest, node: { ...node, inputs: new Map([...node.inputs, ['steps', short]]) } };
};
/** @param {Example} example */
const planted = (example) => ours(hasLongStep(example) ? withShortSteps(example) : example);

describe('an engine that is as this library', () => {
  for (const op_type of OP_TYPES) {
    it(`agrees about ${op_type}`, async () => {
      const { agreed, lacking, explained, failure } = await compareFake(ours, [], op_type);
      assert.equal(failure, undefined);
      assert.deepEqual([agreed, lacking, explained], [CASES, 0, 0]);
    });
  }
});

describe('an engine with a planted error', () => {
  it('is caught, and the example shrunk', async () => {
    const { failure = [] } = await compareFake(planted);
    const { dims, inputs } = parseCase(`${failure[0]} -> none`);
    assert.deepEqual(
      dims.filter((size) => size > 3),
      [],
      failure[0],
    );
    assert.ok(dims.length <= 2, failure[0]);
    assert.equal(inputs.get('steps')?.values.length, 1, failure[0]);
    assert.match(failure[2], /^ours: \[/);
    assert.match(failure[3], /^fake: \[/);
    assert.notEqual(failure[2].slice(6), failure[3].slice(6));
  });

  it('fails again from what was printed', async () => {
    const { failure = [] } = await compareFake(planted);
    const [, seed, path] = /--seed=(\S+) --path=(\S+)$/.exec(failure.at(-1) ?? '') ?? [];
    const again = await compare('Slice', FAKE, faking(planted), [], {
      seed: Number(seed),
      cases: CASES,
      path,
    });
    assert.equal(again.failure?.[0], failure[0]);
  });

  /** @type {Record<string, (example: Example) => Answer>} */
  const errors = {
    'one bit': (example) => spoilOutput(ours(example), ({ dims, data }) => ({ dims, data: flipped(data) })),
    'a shape': (example) => spoilOutput(ours(example), ({ dims, data }) => ({ dims: [1, ...dims], data })),
    'one output less': (example) => ({ ...ours(example), ...(ours(example).outputs && { outputs: [] }) }),
    'an error too few': (example) => (ours(example).error ? { outputs: [] } : ours(example)),
    'an error too many': (example) => (ours(example).outputs ? { error: 'no' } : ours(example)),
    'a crash': (example) => (ours(example).error ? { crash: 'SIGABRT' } : ours(example)),
  };
  for (const [what, answer] of Object.entries(errors)) {
    it(`is caught by ${what}`, async () => assert.ok((await compareFake(answer)).failure));
  }

  it('is caught in strings', async () => {
    const spoil = (/** @type {Example} */ example) =>
      spoilOutput(ours(example), ({ dims, data }) => ({
        dims,
        data: Array.isArray(data) ? data.map((text) => `${text}!`) : data,
      }));
    assert.match((await compareFake(spoil)).failure?.[0] ?? '', / string /);
  });
});

describe('a difference', () => {
  /** @type {Difference} */
  const row = {
    ruling: 'D0',
    engine: 'fake',
    title: 'steps are short',
    covers: hasLongStep,
    does: withShortSteps,
  };

  it('excuses what it covers, and is counted', async () => {
    const { agreed, explained, differed, failure } = await compareFake(planted, [row]);
    assert.equal(failure, undefined);
    assert.ok(explained > 10, `${explained}`);
    assert.deepEqual([agreed + explained, differed.get(row)], [CASES, explained]);
  });

  /** @type {Record<string, Difference[]>} */
  const useless = {
    'of other examples': [{ ...row, covers: (example) => !hasLongStep(example) }],
    'of another engine': [{ ...row, engine: 'other' }],
    'that says something else about what it covers': [{ ...row, does: (example) => example }],
    'of an error': [{ ...row, does: /./ }],
    'of a crash': [{ ...row, does: 'SIGABRT' }],
    'that is not the only one': [row, { ...row, title: 'again' }],
  };
  for (const [what, rows] of Object.entries(useless)) {
    it(`excuses nothing if it is one ${what}`, async () => {
      assert.ok((await compareFake(planted, rows)).failure);
    });
  }

  it('acts together with others where both are needed', () => {
    const example = exampleFrom(
      'Slice-13 uint8 [9,9] starts=[0,8] ends=[9,2147483647] axes=[0,1] steps=[3,-1]',
    );
    const toMax = DIFFERENCES.find(({ ruling, engine }) => ruling === 'D2' && engine === 'onnxruntime');
    assert.ok(toMax);
    const both = ours(/** @type {(example: Example) => Example} */ (toMax.does)(withShortSteps(example)));
    assert.deepEqual(new Set(explain(example, both, [row, toMax])), new Set([row, toMax]));
    assert.equal(explain(example, both, [row]), undefined);
    assert.equal(explain(example, both, [toMax]), undefined);
    assert.deepEqual(explain(example, ours(example), [row, toMax]), []);
  });

  it('is decided by a ruling', () => {
    const tags = RULINGS.map(({ tag }) => tag);
    for (const { ruling, title } of DIFFERENCES) assert.ok(tags.includes(ruling), `${ruling}: ${title}`);
  });

  it('of an error or a crash needs its words or its signal', () => {
    const example = exampleFrom('Slice-13 uint8 [] starts=[] ends=[]');
    const scalars = DIFFERENCES.filter(({ ruling }) => ruling === 'D8');
    assert.equal(explain(example, { error: 'Cannot slice scalars' }, scalars)?.length, 1);
    assert.equal(explain(example, { error: 'Something else' }, scalars), undefined);
    const zero = exampleFrom('SplitToSequence-24 uint8 [4] split=0');
    const crashes = DIFFERENCES.filter(({ ruling }) => ruling === 'D35');
    assert.equal(explain(zero, { crash: 'SIGFPE' }, crashes)?.length, 1);
    assert.equal(explain(zero, { crash: 'SIGSEGV' }, crashes), undefined);
  });
});

describe('what an engine lacks', () => {
  it('is counted, and not compared', async () => {
    const answer = (/** @type {Example} */ example) =>
      hasLongStep(example) ? { lacks: 'long steps' } : ours(example);
    const { agreed, lacking, failure } = await compareFake(answer);
    assert.equal(failure, undefined);
    assert.ok(lacking > 10);
    assert.equal(agreed + lacking, CASES);
  });

  it('is a failure if it is most of all', async () => {
    const { failure } = await compareFake(() => ({ lacks: 'everything' }));
    assert.match(failure?.join() ?? '', /compared/);
  });
});

/**
 * @param {Answer} answer
 * @param {(output: { dims: readonly number[], data: any }) => { dims: readonly number[], data: any }} spoil
 * @returns {Answer}
 */
const spoilOutput = ({ outputs, ...rest }, spoil) => ({
  ...rest,
  ...(outputs && { outputs: outputs.map(spoil) }),
});

/** @param {any} data */
function flipped(data) {
  if (Array.isArray(data) || data.length === 0) return data;
  const bytes = new Uint8Array(data.slice().buffer);
  bytes[bytes.length - 1] ^= 1;
  return bytes;
}
