// What `open` lists of an ONNX model besides its initializers, what it reads of the file, and files of sequences.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from '../../../../web/lib/index.ts';
import { open, slice } from '../../../../web/lib/source.ts';
import { field, onnxOf, outside } from '../../../support/handmade.js';
import { refuses } from '../../../support/refusals.js';
import { countingFile } from '../../../support/streams.js';

const modelOf = (/** @type {object} */ graph) => onnxOf('ModelProto', { ir_version: 8, graph });
/** @param {number[]} values */
const tensorOf = (values) => ({ data_type: 2, dims: [values.length], raw_data: Buffer.from(values) });
/** @param {string} output @param {number[]} values */
const constant = (output, values) => ({
  op_type: 'Constant',
  output: [output],
  attribute: [{ name: 'value', type: 4, t: tensorOf(values) }],
});
const graphOf = (/** @type {object[]} */ ...node) => ({
  name: 'then_branch',
  type: 5,
  g: { name: 'g', node },
});
/** @param {import('../../../../web/lib/source.ts').Source} source @param {string} [name] */
const valuesOf = async (source, name) => [...(await slice(source.tensor(name), ':')).data];

before(() => init());

describe('Constant nodes', () => {
  it('are tensors under the names of their outputs, in subgraphs too', async () => {
    const inner = { op_type: 'Loop', output: ['l'], attribute: [graphOf(constant('deep', [7, 8]))] };
    const node = [
      constant('w', [1, 2]),
      { op_type: 'If', output: ['y'], attribute: [graphOf(constant('in', [3]), inner)] },
      {
        op_type: 'ConstantOfShape',
        output: ['z'],
        attribute: [{ name: 'value', type: 4, t: tensorOf([5]) }],
      },
      { op_type: 'Constant', output: ['f'], attribute: [{ name: 'value_float', type: 1, f: 2 }] },
      {
        op_type: 'Constant',
        domain: 'mine',
        output: ['m'],
        attribute: [{ name: 'value', type: 4, t: tensorOf([5]) }],
      },
    ];
    const initializer = [{ name: 'i', ...tensorOf([9]) }];
    const source = await open(modelOf({ node, initializer }));
    assert.deepEqual([...source.names].sort(), ['deep', 'f', 'i', 'in', 'w']);
    assert.deepEqual(await valuesOf(source, 'w'), [1, 2]);
    assert.deepEqual(await valuesOf(source, 'in'), [3]);
    assert.deepEqual(await valuesOf(source, 'deep'), [7, 8]);
    assert.throws(() => source.tensor('z'), { code: 'bad_argument', message: /not among the 5 tensors/ });
  });

  it('may share a name in two branches, which is then refused, but not in one graph', async () => {
    const branches = [[1], [2]].map((values) => graphOf(constant('c', values)));
    const node = [{ op_type: 'If', output: ['y'], attribute: branches }, constant('d', [4])];
    const source = await open(modelOf({ node }));
    assert.deepEqual(await valuesOf(source, 'd'), [4]);
    refuses(() => source.tensor('c'), 'bad_format', /two graphs have a tensor named 'c'/);
    const twice = modelOf({ node: [constant('d', [1]), constant('d', [2])] });
    await assert.rejects(open(twice), { code: 'bad_format', message: /two tensors are named 'd'/ });
  });

  it('may be in functions of one name, which differ in their domains or overloads', async () => {
    const functions = [
      { name: 'f', domain: 'a', node: [constant('c', [1])] },
      { name: 'f', domain: 'b', node: [constant('c', [2])] },
      { name: 'f', domain: 'b', overload: 'o', node: [constant('c', [3])] },
      { name: 'g', domain: 'b', node: [constant('c', [4])] },
      { name: 'h', domain: 'b', node: [constant('c', [5])] },
      { name: 'h', domain: 'b', node: [constant('c', [6])] },
    ];
    const graph = { name: 'g', node: [] };
    const source = await open(onnxOf('ModelProto', { ir_version: 10, graph, functions }));
    assert.deepEqual(source.names, ['a:f/c', 'b:f/c', 'b:f:o/c', 'g/c', 'b:h/c']);
    for (const [i, name] of source.names.slice(0, 4).entries())
      assert.deepEqual(await valuesOf(source, name), [i + 1]);
    assert.throws(() => source.tensor('b:h/c'), { code: 'bad_format', message: /two graphs/ });
  });

  it('must have one value, of the kind that its name says', async () => {
    /** @type {object[][]} */ const wrong = [
      [{ name: 'value_floats', type: 6, f: 9, floats: [1] }],
      [{ name: 'value_floats', type: 6, i: 9, floats: [1] }],
      [{ name: 'value_ints', type: 7, ints: [4], floats: [1] }],
      [{ name: 'value_int', type: 2, ints: [4] }],
      [{ name: 'value_float', type: 1, t: tensorOf([1]) }],
      [{ name: 'value', type: 4, f: 1 }],
      [{ name: 'value', type: 4, t: tensorOf([1]), f: 1 }],
      [{ name: 'value', type: 4 }],
      [{ name: 'value_int', type: 2, i: 1 }, { name: 'value_float', type: 1, f: 1 }],
    ]; // biome-ignore format: a table
    const right = [
      { name: 'value_float', type: 1 },
      { name: 'value_ints', type: 7, ints: [] },
    ];
    for (const attribute of wrong) {
      const node = [{ op_type: 'Constant', output: ['c'], attribute }, constant('d', [4])];
      const source = await open(modelOf({ node }));
      assert.deepEqual(await valuesOf(source, 'd'), [4]);
      const message = /Constant 'c' does not have one value/;
      assert.throws(() => source.tensor('c'), { code: 'bad_format', message }, JSON.stringify(attribute));
      // It is no Constant, but its op_type comes last.
      const other = [onnxOf('NodeProto', { output: ['c'], attribute }), Buffer.from([34, 3, 80, 97, 100])];
      const model = Buffer.concat([Buffer.from([8, 8]), field(7, 2, field(1, 2, Buffer.concat(other)))]);
      assert.deepEqual((await open(model)).names, []);
    }
    for (const each of right) {
      const node = [{ op_type: 'Constant', output: ['c'], attribute: [each] }];
      assert.equal((await open(modelOf({ node }))).tensor().name, 'c');
    }
  });

  it('is read also if its attributes come first, and those of other nodes are not', async () => {
    const t = { data_type: 1, dims: [3], raw_data: Buffer.of(1) }; // too few bytes
    const first = (/** @type {string} */ op_type, /** @type {object} */ t) =>
      field(1, 2, Buffer.concat([onnxOf('NodeProto', { attribute: [{ name: 'value', type: 4, t }] }), onnxOf('NodeProto', { output: [op_type], op_type })])); // biome-ignore format: one
    const modelWith = (/** @type {Buffer[]} */ ...nodes) =>
      Buffer.concat([Buffer.from([8, 8]), field(7, 2, Buffer.concat(nodes))]);
    const source = await open(modelWith(first('Pad', t), first('Constant', tensorOf([5, 6]))));
    assert.deepEqual(source.names, ['Constant']);
    assert.deepEqual(await valuesOf(source), [5, 6]);
    const message = /tensor 'Constant' needs 12 bytes/;
    await assert.rejects(open(modelWith(first('Constant', t))), { code: 'bad_format', message });
  });

  it('may not have half a float', async () => {
    const cutOff = Buffer.from([58, 5, 1, 2, 3, 4, 5]); // field 7, packed
    const name = Buffer.from('\n\x0cvalue_floats');
    const node = Buffer.concat([onnxOf('NodeProto', { op_type: 'Constant', output: ['c'] }), field(5, 2, Buffer.concat([name, cutOff]))]); // biome-ignore format: one
    const model = Buffer.concat([Buffer.from([8, 8]), field(7, 2, field(1, 2, node))]);
    await assert.rejects(open(model), { code: 'bad_format', message: /floats whose last one is cut off/ });
  });

  it('or initializers: a model without any says so', async () => {
    const source = await open(modelOf({ node: [{ op_type: 'Relu', output: ['y'] }] }));
    assert.throws(() => source.tensor('y'), {
      message: /no tensors; .* initializers and values of Constant nodes/,
    });
  });
});

describe('what open reads of a model', () => {
  for (const [title, weight, count] of /** @type {const} */ ([
    ['small', 2000, 650],
    ['large', 400_000, 20],
  ]))
    it(`of ${title} weights is at most 64 KiB and 3 times the rest`, async () => {
      const initializer = Array.from({ length: count }, (_, i) => ({
        name: `w${i}`,
        ...tensorOf(Array(weight).fill(i)),
      }));
      const bytes = modelOf({ initializer });
      const { from, seen } = countingFile(bytes);
      const source = await open(from, { format: 'onnx' });
      assert.equal(source.names.length, count);
      const rest = bytes.length - weight * count;
      assert.ok(seen.bytes <= 2 ** 16 + 3 * rest, `${seen.bytes} bytes, ${rest} are no weights`);
    });
});

describe('files of several tensors', () => {
  it('are sequences and optionals, whose tensors are numbered', async () => {
    const head = [field(1, 2, Buffer.from('sequence')), Buffer.from([16, 1])];
    const members = [[1, 2], [3]].map((values) => field(3, 2, onnxOf('TensorProto', tensorOf(values))));
    const file = await open(Uint8Array.from(Buffer.concat([...head, ...members])));
    assert.deepEqual(file.names, ['0', '1']);
    assert.deepEqual(await valuesOf(file, '1'), [3]);
    const one = await open(Uint8Array.from(Buffer.concat([...head, members[0]])));
    assert.deepEqual(await valuesOf(one), [1, 2]);
  });
});

describe('weights beside a model', () => {
  /** @type {string} */ let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'microtome-links-'));
    const initializer = [outside({ name: 'a', data_type: 2, dims: [3] }, { location: 'w.bin' })];
    for (const name of ['model', 'blobs', 'cache']) mkdirSync(join(folder, name));
    for (const name of ['model', 'blobs'])
      writeFileSync(join(folder, name, 'm.onnx'), modelOf({ initializer }));
    writeFileSync(join(folder, 'secret'), Uint8Array.of(1, 2, 3));
    writeFileSync(join(folder, 'blobs', 'hash'), Uint8Array.of(4, 5, 6));
    symlinkSync(join(folder, 'secret'), join(folder, 'model', 'w.bin'));
    symlinkSync(join(folder, 'blobs', 'hash'), join(folder, 'cache', 'w.bin'));
    symlinkSync(join(folder, 'blobs', 'm.onnx'), join(folder, 'cache', 'm.onnx'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are not reached by a link that leads out of its folder', async () => {
    await assert.rejects(open(pathToFileURL(join(folder, 'model', 'm.onnx'))), {
      code: 'bad_format',
      message: /'w.bin' leads out of the folder/,
    });
  });

  it('are reached if links lead to both in one folder', async () => {
    const source = await open(pathToFileURL(join(folder, 'cache', 'm.onnx')));
    assert.deepEqual(await valuesOf(source), [4, 5, 6]);
    await source.close();
  });
});
