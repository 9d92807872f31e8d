// The public surface: names, and the operator table; its types are tests/node/types/types.test.js. What is exported here is promised; a name more is a promise more.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { bitsOf, classOf, entriesOf, TYPES } from '../../../docs/rules/elements.js';
import { OPERATORS, REARRANGE, rowAt } from '../../../docs/rules/operators.js';
import { inRoot } from '../../../tools/common/paths.js';

const { elementTypes, init, operators, evaluate, MicrotomeError } = library;
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const NAMES = [
  'MicrotomeError allocate assign compress concat concatFromSequence elementTypes evaluate gather init operators pad',
  'plan rearrange release scatterUpdate slice sliceScatter split splitToSequence tensorScatter variadicSplit',
].flatMap((text) => text.split(' '));

/** @param {{ domain: string, op_type: string, since_version: number }} row */
const keyOf = ({ domain, op_type, since_version }) => `${op_type} ${domain} ${since_version}`;

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
    const targets = JSON.stringify(manifest.exports).match(/(?<=")\.\/(web|package)[^"]*/g) ?? [];
    assert.ok(targets.length > 30);
    for (const target of targets) {
      assert.ok(existsSync(inRoot(target)), `${target} is not there`);
    }
  });
});

describe('elementTypes()', () => {
  it('is the table of the element types, with the classes that hold them', () => {
    const rows = elementTypes();
    assert.deepEqual(rows.map(({ name }) => name).sort(), [...TYPES].sort());
    for (const { name, classes, bits, group, entries } of rows) {
      assert.equal(bits, bitsOf(name), name);
      assert.ok(classes.includes(classOf(name).name), name);
      assert.equal(entries, entriesOf(name, group), name);
    }
  });

  it('is frozen', () => {
    assert.ok(Object.isFrozen(elementTypes()));
    assert.ok(elementTypes().every((row) => Object.isFrozen(row) && Object.isFrozen(row.classes)));
  });
});

describe('operators()', () => {
  it('is the table of the documents, and our own operator', () => {
    /** @param {readonly import('../../../docs/rules/operators.js').Row[]} rows */
    const sorted = (rows) =>
      rows
        .map((row) => ({
          ...row,
          inputs: row.inputs.map((input) => ({ ...input, types: [...input.types].sort() })),
          types: [...row.types].sort(),
        }))
        .sort((a, b) => keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }));
    const plain = /** @type {any} */ (structuredClone(operators()));
    assert.deepEqual(sorted(plain), sorted([...OPERATORS, REARRANGE]));
  });

  it('has the versions of one operator in one domain together, oldest first, and those of ai.onnx before those of openvino', () => {
    const rows = operators();
    const familyOf = (/** @type {typeof rows[number]} */ { op_type, domain }) => `${op_type} ${domain}`;
    const families = [...new Set(rows.map(familyOf))];
    const together = families.flatMap((family) => rows.filter((row) => familyOf(row) === family));
    assert.deepEqual(rows.map(keyOf), together.map(keyOf));
    for (const name of new Set(rows.map(({ op_type }) => op_type))) {
      const own = rows.filter(({ op_type }) => op_type === name);
      const ordered = own.toSorted(
        (a, b) => a.domain.localeCompare(b.domain) || a.since_version - b.since_version,
      );
      assert.deepEqual(own.map(keyOf), ordered.map(keyOf));
    }
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
    const opOf = (/** @type {string[]} */ [domain, op_type], /** @type {number | bigint} */ opset) => {
      try {
        evaluate(op_type, [x], { domain, opset, attributes: { nonsense: 1 } });
      } catch (error) {
        return error instanceof MicrotomeError ? error.op : error;
      }
      return undefined;
    };
    const names = new Set(OPERATORS.map(({ op_type, domain }) => `${domain} ${op_type}`));
    for (const name of [...names].map((each) => each.split(' '))) {
      const [domain, op_type] = name;
      for (let opset = 1; opset < 30; ++opset) {
        const row = rowAt(op_type, opset, domain);
        const expected = row ? `${op_type}-${row.since_version}` : op_type;
        assert.equal(opOf(name, opset), expected);
        assert.equal(opOf(name, BigInt(opset)), expected);
      }
      assert.equal(opOf(name, 2 ** 40), opOf(name, 29));
    }
  });

  it('has domains, of which ONNX has two names', () => {
    const x = { data: new Float32Array(4), dims: [4] };
    for (const domain of ['', 'ai.onnx', undefined])
      assert.equal(evaluate('Slice', [x, [1], [3]], { domain })[0].data.length, 2);
    for (const domain of ['openvino', undefined])
      assert.equal(evaluate('VariadicSplit', [x, 0, [4]], { domain, opset: 1 }).length, 1);
    for (const domain of ['com.microsoft', 'AI.ONNX', 'microtome']) {
      assert.throws(() => evaluate('Slice', [x, [1], [3]], { domain }), { code: 'unknown_operator' });
    }
    for (const domain of ['openvino', undefined])
      assert.equal(evaluate('SliceScatter', [x, x, [0], [4], [1]], { domain }).length, 1);
  });
});
