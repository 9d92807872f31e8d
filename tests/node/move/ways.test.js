// The four ways to carry out a plan, in every width, on jobs from a few elements to many tiles, against a naive oracle that
// walks element by element.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { init, plan } from '../../../web/lib/index.js';
import { bitsOf, encode, hash } from '../../support/elements.js';
import { jobsOn } from './jobs.js';

/** @import { Job } from './jobs.js' */

const WIDTHS = ['uint8', 'float16', 'float32', 'int64', 'float64', 'complex64', 'complex128'];
const TYPES = [...WIDTHS, 'bool', 'bfloat16', 'u1', 'u2', 'u3', 'u4', 'u6', 'string'];

/** Way and type of every job, as `explain` says. @type {Set<string>} */
const seen = new Set();

before(() => init());

for (const type of TYPES) {
  describe(type, () => {
    const bytes = Math.max(1, bitsOf(type) / 8);
    const large = type === 'string' ? 10_000 : Math.ceil((1.2 * 2 ** 20) / bytes); // several MiB when read twice
    for (const count of [60, Math.ceil(large / 40), large]) {
      const elements = Array.from({ length: count }, (_, k) => hash(k));
      const data = encode(type, elements);
      for (const [name, job] of Object.entries(jobsOn(count))) {
        it(`${count} elements: ${name}`, () => check(type, data, elements, job));
      }
    }
  });
}

after(() => {
  for (const type of TYPES) {
    const ways =
      type === 'string' ? ['scalar'] : bitsOf(type) < 8 ? ['staged', 'runs'] : ['staged', 'runs', 'scalar'];
    for (const way of ways) assert.ok(seen.has(`${way} ${type}`), `${type} went the way ${way}`);
  }
});

/**
 * @param {string} type
 * @param {any} data
 * @param {readonly number[]} elements
 * @param {Job} job
 */
function check(type, data, elements, { axis, sizes, ...layout }) {
  const before = type === 'string' ? data.slice() : Buffer.from(data.buffer).toString('latin1');
  const input = /** @type {any} */ ({ type, ...layout });
  const planned = type.startsWith('complex')
    ? plan('Split', [input, sizes], { attributes: { axis } })
    : plan('VariadicSplit', [input, axis, sizes]);
  for (const { way } of planned.moves) seen.add(`${way} ${type}`);
  const outputs = planned.run({ ...input, data });
  let start = 0;
  outputs.forEach((output, i) => {
    const dims = layout.shape.with(axis, sizes[i]);
    const offset = layout.offset + start * layout.stride[axis];
    start += sizes[i];
    const wanted = encode(type, walk(elements, dims, layout.stride, offset));
    assert.deepEqual(output.dims, dims);
    if (type === 'string') assert.deepEqual(output.data, wanted);
    else assert.ok(isSame(output.data, wanted), `output ${i} differs; ${planned.explain()}`);
  });
  assert.ok(
    type === 'string'
      ? before.join() === data.join()
      : before === Buffer.from(data.buffer).toString('latin1'),
  );
}

/** @param {any} a @param {any} b */
const isSame = (a, b) =>
  a.constructor === b.constructor && Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

/**
 * Elements in row-major order.
 * @param {readonly number[]} elements
 * @param {readonly number[]} shape
 * @param {readonly number[]} stride
 * @param {number} offset
 */
function walk(elements, shape, stride, offset) {
  const out = new Uint32Array(shape.reduce((n, size) => n * size, 1));
  let to = 0;
  const visit = (/** @type {number} */ axis, /** @type {number} */ from) => {
    const step = stride[axis];
    const last = axis === shape.length - 1;
    for (let i = 0, at = from; i < shape[axis]; ++i, at += step) {
      if (last) out[to++] = elements[at];
      else visit(axis + 1, at);
    }
  };
  visit(0, offset);
  return out;
}
