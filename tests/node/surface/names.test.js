// The public surface: names, and the operator table; its types are tests/node/types/types.test.js. What is exported here is promised; a name more is a promise more.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import * as library from '../../../web/lib/index.js';
import { TYPES } from '../../support/elements.js';
import { OPERATORS, rowAt } from '../../support/operators.js';
import { inRoot } from '../../support/paths.js';

const { init, operators, evaluate, MicrotomeError } = library;
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const NAMES = [
  'MicrotomeError',
  'allocate',
  'evaluate',
  'init',
  'operators',
  'plan',
  'release',
  'slice',
  'split',
  'splitToSequence',
  'variadicSplit',
];

before(() => init());

describe('the module', () => {
  it('exports these names and no others', () => {
    assert.deepEqual(Object.keys(library), NAMES);
  });

  it('is the package, under its own name', async () => {
    const name = 'microtome';
    const itself = await import(name);
    assert.deepEqual(Object.keys(itself), NAMES);
    assert.equal(manifest.name, name);
    assert.deepEqual([manifest.type, manifest.dependencies ?? {}], ['module', {}]);
    for (const target of Object.values(manifest.exports).flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    )) {
      assert.ok(existsSync(inRoot(target)), `${target} is not there`);
    }
  });
});

describe('operators()', () => {
  it('is the table of the 12 versions', () => {
    const plain = structuredClone(operators());
    const sorted = plain.map((row) => ({
      ...row,
      inputs: row.inputs.map((input) => ({ ...input, types: [...input.types].sort() })),
      types: [...row.types].sort(),
    }));
    const expected = OPERATORS.map((row) => ({
      ...row,
      inputs: row.inputs.map((input) => ({ ...input, types: [...input.types].sort() })),
      types: [...row.types].sort(),
    }));
    assert.equal(plain.length, 12);
    assert.deepEqual(sorted, expected);
  });

  it('has the keys of the public surface, and names 27 types', () => {
    for (const row of operators()) {
      assert.deepEqual(Object.keys(row), [
        'domain',
        'op_type',
        'since_version',
        'inputs',
        'attributes',
        'types',
      ]);
    }
    const named = new Set(operators().flatMap(({ types }) => types));
    assert.deepEqual([...named].sort(), [...TYPES].sort());
  });

  it('cannot be changed', () => {
    const rows = /** @type {any} */ (operators());
    assert.throws(() => rows.push({}), TypeError);
    assert.throws(() => rows[0].types.push('u5'), TypeError);
    assert.throws(() => Object.assign(rows[0], { op_type: 'x' }), TypeError);
    assert.equal(operators(), rows);
  });

  it('says which version an opset has', () => {
    const x = { data: new Float32Array(4), dims: [4] };
    const opOf = (/** @type {string} */ op_type, /** @type {number | bigint} */ opset) => {
      try {
        evaluate(op_type, [x], { opset, attributes: { nonsense: 1 } });
      } catch (error) {
        return error instanceof MicrotomeError ? error.op : error;
      }
      return undefined;
    };
    for (const op_type of ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit']) {
      for (let opset = 1; opset < 30; ++opset) {
        const row = rowAt(op_type, opset);
        const expected = row ? `${op_type}-${row.since_version}` : op_type;
        assert.equal(opOf(op_type, opset), expected);
        assert.equal(opOf(op_type, BigInt(opset)), expected);
      }
      assert.equal(opOf(op_type, 2 ** 40), opOf(op_type, 29));
    }
  });

  it('has domains, of which ONNX has two names', () => {
    const x = { data: new Float32Array(4), dims: [4] };
    for (const domain of ['', 'ai.onnx', undefined])
      assert.equal(evaluate('Slice', [x, [1], [3]], { domain })[0].data.length, 2);
    for (const domain of ['openvino', undefined])
      assert.equal(evaluate('VariadicSplit', [x, 0, [4]], { domain, opset: 1 }).length, 1);
    for (const domain of ['openvino', 'com.microsoft', 'AI.ONNX']) {
      assert.throws(() => evaluate('Slice', [x, [1], [3]], { domain }), { code: 'unknown_operator' });
    }
  });
});
