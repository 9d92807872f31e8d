// At the borders: what other libraries' tensors say of themselves when they cannot be cut, and what docs/recipes.md promises
// besides its recipes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { init, MicrotomeError, slice } from '../../web/dist/index.js';
import { recipe } from '../support/document_blocks.js';
import { importPeer, linkItself, runInNewerNode, runStrictly } from './host.js';

/** @typedef {any} Any */

before(async () => {
  linkItself();
  await init();
});

/** @param {Any} input @param {string} code @param {RegExp} message */
const refuse = (input, code, message) =>
  assert.throws(() => slice(input, '...'), { name: 'MicrotomeError', code, param: 'data', message });

/**
 * The other library throws when its data is read, and that error comes through as it is.
 * @param {Any} input
 * @param {RegExp} message
 */
function assertTheirs(input, message) {
  assert.throws(() => input.data, { name: 'Error', message });
  assert.throws(
    () => slice(input, '...'),
    (/** @type {Any} */ error) => !(error instanceof MicrotomeError) && message.test(error.message),
  );
}

const upTo = (/** @type {number} */ n) => Float32Array.from({ length: n }, (_, k) => k + 0.5);

for (const name of ['onnxruntime-web', 'onnxruntime-node']) {
  describe(name, () => {
    it('has tensors that lie elsewhere, which say so; and those that were read are cut', async () => {
      const { Tensor } = await importPeer(name);
      const message = /^The data is not on CPU\. Use `getData\(\)` to download GPU data/;
      assert.match(
        readFileSync(inRoot('docs/recipes.md'), 'utf8'),
        /`Error: The data is not on CPU\. \.\.\.`/,
      );
      const options = { dataType: 'float32', dims: [2, 3], download: async () => upTo(6) };
      const onGpu = Tensor.fromGpuBuffer({ size: 24 }, options);
      assertTheirs(onGpu, message);
      assertTheirs(Tensor.fromMLTensor({}, options), message);
      assertTheirs(Tensor.fromTexture({}, { width: 2, height: 2, download: async () => upTo(16) }), message);
      const read = { type: onGpu.type, dims: onGpu.dims, data: await onGpu.getData() };
      assert.deepEqual([...slice(read, '1').data], [3.5, 4.5, 5.5]);
    });

    it('has tensors that were disposed', async () => {
      const { Tensor } = await importPeer(name);
      const x = new Tensor('float32', upTo(2), [2]);
      x.dispose();
      assertTheirs(x, /^The tensor is disposed\.$/);
    });

    it('has tensors of every type that Slice takes', async () => {
      const { Tensor } = await importPeer(name);
      /** @type {[string, Any][]} */
      const tensors = [
        ['float16', Uint16Array.of(1, 2, 3)],
        ['bool', [true, false, true]],
        ['string', ['a', 'b', 'c']],
        ['int64', [1n, 2n, 3n]],
        ['uint64', BigUint64Array.of(1n, 2n, 3n)],
        ['int8', Int8Array.of(1, 2, 3)],
        ['float64', Float64Array.of(1, 2, 3)],
      ];
      for (const [type, values] of tensors) {
        const x = new Tensor(type, values, [3]);
        const y = slice(x, '::-1');
        const back = new Tensor(y.type, y.data, y.dims);
        assert.deepEqual(
          [back.type, back.data.constructor, [...back.data]],
          [type, x.data.constructor, [...x.data].reverse()],
        );
      }
      refuse(
        new Tensor('uint4', new Uint8Array(2), [4]),
        'bad_type',
        /^Slice-\d+: data: uint4 is not one of float32, /,
      );
    });
  });
}

describe('@huggingface/transformers', () => {
  it('has tensors that are disposed, and gives them as bounds too', async () => {
    const { Tensor } = await importPeer('@huggingface/transformers');
    const x = new Tensor('float32', upTo(6), [2, 3]);
    const bounds = { starts: new Tensor('int64', [1n], [1]), ends: new Tensor('int64', [2n], [1]) };
    assert.deepEqual([...slice(x, bounds).data], [3.5, 4.5, 5.5]);
    x.dispose();
    assertTheirs(x, /^The tensor is disposed\.$/);
  });
});

describe('@tensorflow/tfjs-core', () => {
  it('has tensors that must be read first, and all dtypes but one come back', async () => {
    const tf = await importPeer('@tensorflow/tfjs-core');
    await importPeer('@tensorflow/tfjs-backend-cpu');
    refuse(
      tf.tensor(upTo(2)),
      'bad_input',
      /^Slice-\d+: data: data is a method here; for a tfjs tensor, pass .*dataSync\(\) }$/,
    );
    for (const dtype of ['float32', 'int32', 'bool']) {
      const x = tf.tensor([1, 0, 1, 1], [2, 2], dtype);
      const y = slice({ dtype: x.dtype, shape: x.shape, data: x.dataSync() }, '::-1');
      assert.deepEqual(tf.tensor(y.data, y.dims, y.type).arraySync(), tf.reverse(x, 0).arraySync());
    }
    const texts = tf.tensor(['a', 'b', 'c'], [3], 'string');
    const last = slice({ dtype: texts.dtype, shape: texts.shape, data: texts.dataSync() }, '1:');
    assert.deepEqual(tf.tensor(last.data, last.dims, last.type).arraySync(), ['b', 'c']);
    const z = tf.complex([1, 2], [3, 4]);
    const cut = slice({ dtype: z.dtype, shape: z.shape, data: z.dataSync() }, '1:');
    assert.deepEqual([cut.type, ...cut.data], ['complex64', 2, 4]);
    assert.throws(() => tf.tensor(cut.data, cut.dims, cut.type), /complex64/);
  });
});

describe('ndarray', () => {
  it('has dtypes that are none here; without them, the class of the data says it', async () => {
    const { default: ndarray } = await importPeer('ndarray');
    for (const [array, type] of [
      [Uint8ClampedArray.of(1, 2, 3, 4), 'uint8'],
      [BigInt64Array.of(1n, 2n, 3n, 4n), 'int64'],
      [Buffer.from([1, 2, 3, 4]), 'uint8'],
    ]) {
      const view = ndarray(array, [2, 2]).transpose(1, 0);
      refuse(
        view,
        'bad_type',
        new RegExp(`is not an element type; left out, \\w+ means ${type}; known are `),
      );
      const { data, shape, stride, offset } = view;
      assert.deepEqual([...slice({ data, shape, stride, offset }, '1').data].map(Number), [2, 4]);
    }
    refuse(ndarray([1, 2, 3, 4], [2, 2]), 'bad_type', /'array' is not an element type/);
    refuse(ndarray({ get: () => 1, set() {}, length: 4 }, [4]), 'bad_input', /not an object$/);
  });
});

describe('a policy against code from strings', () => {
  /** Prints what an expression gives in such a Node. @param {string} expression */
  const strictly = (expression) => runStrictly('strict', expression);
  const told = (/** @type {string} */ code) =>
    `(() => { try { return ${code} } catch (error) { return error.name } })()`;

  it('is one that ndarray and @stdlib/ndarray break, and this library keeps', () => {
    assert.equal(strictly(told("require('ndarray')(new Float32Array(4), [2, 2]).get(0, 0)")), 'EvalError');
    assert.equal(strictly(told("typeof require('@stdlib/ndarray')")), 'EvalError');
    const cut =
      "[...slice({ data: Int8Array.of(1, 2, 3, 4), shape: [2, 2], stride: [1, 2], offset: 0 }, '1').data]";
    assert.deepEqual(strictly(cut), [2, 4]);
  });
});

describe('@stdlib/ndarray', () => {
  it('has complex arrays, which are cut as the arrays that hold them; arrays of anything are refused', async () => {
    const { default: stdlib } = await importPeer('@stdlib/ndarray');
    const { default: Complex64Array } = await importPeer('@stdlib/array/complex64/lib/index.js');
    const { default: reinterpret } = await importPeer(
      '@stdlib/strided/base/reinterpret-complex64/lib/index.js',
    );
    const x = new stdlib.ndarray(
      'complex64',
      new Complex64Array([1, 2, 3, 4, 5, 6]),
      [3],
      [-1],
      2,
      'row-major',
    );
    refuse(
      x,
      'bad_input',
      /^Slice-\d+: data: data must be a typed array, or an array of strings, not an object$/,
    );
    const { shape, strides, offset } = x;
    const y = slice({ type: 'complex64', shape, strides, offset, data: reinterpret(x.data, 0) }, '1:');
    assert.deepEqual([...y.data], [3, 4, 1, 2]);
    refuse(stdlib.array([1, 'a'], { dtype: 'generic' }), 'bad_type', /'generic' is not an element type/);
  });
});

describe('numpy-ts', () => {
  it('has arrays that go in as they are, and views that are refused but for their storage', () => {
    const [imports] = recipe('numpy-ts').code.split('const view');
    const program = `${imports}
      const told = (x) => { try { return [...slice(x, '...').data]; } catch (error) { return error.message; } };
      const a = np.arange(6).reshape([2, 3]);
      const views = [a.T, a.slice(':', '1:'), a.slice('::-1')];`;
    const expressions = [
      'told(a)',
      'views.map(told)',
      'views.map((x) => told(x.storage))',
      'views.map((x) => x.tolist().flat())',
    ];
    const [whole, asTheyAre, storage, theirs] = runInNewerNode('numpy_views', program, expressions);
    assert.deepEqual(whole, [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(storage, theirs);
    for (const message of asTheyAre)
      assert.match(
        message,
        /^Slice-\d+: data: these strides are not row-major, .* \(for a numpy-ts view, pass x\.storage\)$/,
      );
  });
});
