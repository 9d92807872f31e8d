// `explain()` says which of the host's functions move the elements, and how often. Here they are counted while a plan runs, over
// many random tensors with strides.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Random } from '../../random/random.js';
import { callsOf } from '../../support/host_calls.js';

// The library takes the host's functions when it is loaded, so it is loaded after they are wrapped.
const { init, plan } = await import('microtome');
await init();

/** @typedef {any} Any */

/** The functions of the host that each sentence about a move names. @type {[RegExp, string[]][]} */
const SENTENCES = [
  [/ (is|are) (.* listed positions?, )?copied by a plain loop, .*\(scalar\)/, []],
  [/ is reversed by the JavaScript engine, .*\(scalar\)/, ['set', 'reverse']],
  [/ is filled by the JavaScript engine, .*\((scalar|runs)\)/, ['fill']],
  [/^The JavaScript engine fills the place of \d+ positions? outside the axis/, ['fill']],
  [/ (copied by the JavaScript engine|long enough for the JavaScript engine to copy them).* \(runs/, ['set']],
  [/ a kernel in WebAssembly.* \(staged\)/, ['set', 'staging']],
  [/, once; the JavaScript engine copies it \d+ times? more \(/, ['copyWithin']],
];
const MOST_MOVES = 4; // of which each has a sentence

/** @param {string} text what `explain` says */
function saidBy(text) {
  const [, ...sentences] = text.split(/\. (?=[A-Z0-9])/);
  const said = sentences
    .filter((sentence) => !/ empty/.test(sentence))
    .flatMap((sentence) => {
      const rows = SENTENCES.filter(([pattern]) => pattern.test(sentence));
      assert.ok(rows.length > 0, `no row is for: ${sentence}`);
      return rows.flatMap(([, names]) => names);
    });
  return [...new Set(said)].sort();
}

/** The functions of the host that a run calls; `staging` if it writes to memory that is neither the input's nor an output's. @param {Any} planned @param {Any} input */
function doneBy(planned, input) {
  const [first] = [input].flat();
  const out = planned.allocate(first.data);
  const known = [...[input].flat(), ...out].map((each) => (each.data ?? each).buffer);
  const calls = callsOf(() => planned.run(input, { out }));
  const done = Object.entries(calls).flatMap(([name, memories]) => (memories.length > 0 ? [name] : []));
  if (calls.set.some((memory) => !known.includes(memory))) done.push('staging');
  return done.sort();
}

const TYPES = /** @type {const} */ ([
  ['uint8', Uint8Array],
  ['float16', Uint16Array],
  ['float32', Float32Array],
  ['int32', Int32Array],
  ['float64', Float64Array],
  ['int64', BigInt64Array],
  ['complex64', Float32Array],
]);
const SIZES = [1, 2, 3, 7, 40, 130, 700];

/**
 * A tensor with random strides: axes in any order, gaps, backwards, or repeated.
 * @param {Random} random
 * @param {(typeof TYPES)[number]} of
 * @param {readonly number[]} shape
 */
function tensorOf(random, [type, Class], shape) {
  const stride = shape.map(() => 0);
  let [length, offset] = [1, 0];
  for (const axis of random.shuffle([...shape.keys()].reverse()).sort(() => (random.chance(0.7) ? 0 : 1))) {
    if (random.chance(0.15)) continue;
    stride[axis] = length;
    length *= shape[axis];
    if (random.chance(0.2)) length *= 2;
    if (random.chance(0.3)) {
      offset += stride[axis] * (shape[axis] - 1);
      stride[axis] *= -1;
    }
  }
  const entries = length * (type === 'complex64' ? 2 : 1);
  return { type, shape, stride, offset, data: new Class(/** @type {Any} */ (entries)) };
}

/** @param {Random} random @param {number} most elements */
function shapeOf(random, most) {
  const shape = Array.from({ length: random.between(1, 3) }, () => random.pick(SIZES));
  return shape.reduce((a, b) => a * b) <= most ? shape : [random.pick(SIZES), random.pick(SIZES.slice(0, 5))];
}

/** A plan, and what it runs on. @param {Random} random @returns {[Any, Any]} */
function jobOf(random) {
  const of = random.pick(TYPES);
  const [type] = of;
  const shape = shapeOf(random, 200_000);
  if (random.chance(0.3)) {
    const inputs = Array.from({ length: random.between(1, 3) }, () => tensorOf(random, of, shape));
    return [plan('Concat', [.../** @type {Any} */ (inputs)], { attributes: { axis: 0 } }), inputs];
  }
  const input = tensorOf(random, of, shape);
  const axis = random.below(shape.length);
  if (random.chance(0.3) && type !== 'complex64') {
    const far = random.pick([0.5, 1, 2]); // positions beyond the axis give zeros
    const indices = Array.from({ length: random.pick([1, 3, 60]) }, () =>
      Math.floor(far * random.below(2 * shape[axis])),
    );
    const options = { domain: 'openvino', opset: 8 };
    return [plan('Gather', [/** @type {Any} */ (input), indices, axis], options), input];
  }
  if (random.chance(0.3) && shape[axis] > 1)
    return [
      plan('Split', [/** @type {Any} */ (input), [1, shape[axis] - 1]], { attributes: { axis } }),
      input,
    ];
  return [plan('Slice', [/** @type {Any} */ (input), [0], [shape[axis]], [axis]]), input];
}

describe('explain', () => {
  it('says which functions of the host move, and no others do', () => {
    const random = new Random(20261);
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (let i = 0; i < 3000; ++i) {
      const [planned, input] = jobOf(random);
      if (planned.moves.length > MOST_MOVES) continue;
      const text = planned.explain();
      const said = saidBy(text);
      assert.deepEqual(doneBy(planned, input), said, `${text} ${JSON.stringify(planned.moves)}`);
      seen.set(said.join(), (seen.get(said.join()) ?? 0) + 1);
    }
    for (const kind of [
      '',
      'set',
      'reverse,set',
      'fill',
      'fill,set',
      'set,staging',
      'copyWithin',
      'copyWithin,set',
    ])
      assert.ok((seen.get(kind) ?? 0) >= 10, `few are '${kind}': ${JSON.stringify([...seen])}`);
  });

  it('does not make up digits that a number beyond 2^53 lacks', () => {
    const planned = plan('Slice', [{ type: 'complex128', dims: [2 ** 53 - 1] }, '1:']);
    assert.match(planned.explain(), /into 1 output, 9007199254740992 or more bytes in all\./);
  });
});
