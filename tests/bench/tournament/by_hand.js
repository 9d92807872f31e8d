// Programs that a careful user could write for a job, generated as text so that each is compiled for its arrays alone. They know the
// sizes and strides of the job, and nothing of the library.

/** @import { Copy, Job } from './jobs.js' */

/** @typedef {{ size: number, from: number, to: number }} Axis with the strides of both sides */
/** @typedef {{ input: number, out: number, f: number, t: number, axes: Axis[] }} Loops of one copy; the innermost axis last */
/** @typedef {(job: Job, inputs: any[], outs: any[]) => (() => void) | null} Program null: not a way to do this job. It writes what `outs` holds when it runs */

/** @typedef {'from' | 'to'} Order whose fastest axis is the innermost loop */

/** @param {Axis[]} axes */
function merged(axes) {
  /** @type {Axis[]} */
  const result = [];
  for (const axis of axes) {
    const last = result.at(-1);
    if (axis.size === 1) continue;
    if (last && last.from === axis.size * axis.from && last.to === axis.size * axis.to)
      result[result.length - 1] = { ...axis, size: last.size * axis.size };
    else result.push(axis);
  }
  return result.length > 0 ? result : [{ size: 1, from: 1, to: 1 }];
}

/** @param {Copy} copy @param {Order} order @returns {Loops} */
export function loopsOf({ from, to }, order) {
  const axes = from.shape.map((size, a) => ({ size, from: from.stride[a], to: to.stride[a] }));
  axes.sort((a, b) => Math.abs(b[order]) - Math.abs(a[order]));
  return { input: from.array, out: to.array, f: from.offset, t: to.offset, axes: merged(axes) };
}

/** Axes so short are written out. */
const UNROLLED = 4;

/** @param {string} name @param {number} stride @param {string} index */
const at = (name, stride, index) => `${name} + ${stride === 1 ? index : `${index} * ${stride}`}`;

/**
 * Loops over all axes but the innermost `inner`, around `body`; f and t are where it begins.
 * @param {Axis[]} axes
 * @param {string} body
 */
function around(axes, body) {
  return axes.reduceRight(
    (text, _, a) =>
      `for (let i${a} = 0, f${a} = f, t${a} = t; i${a} < n[${a}]; ++i${a}, f${a} += g[${a}], t${a} += h[${a}]) { const f = f${a}, t = t${a}; ${text} }`,
    body,
  );
}

/** @type {Map<string, Function>} */
const compiled = new Map();

/** @param {string} body of a function of two arrays, two places, sizes and strides of the outer axes, size of the inner axis */
function compile(body) {
  if (!compiled.has(body)) compiled.set(body, new Function('from', 'to', 'f', 't', 'n', 'g', 'h', 'm', body));
  return /** @type {Function} */ (compiled.get(body));
}

/**
 * @param {Loops[]} all
 * @param {(axes: Axis[]) => string | null} inner body of the outer loops
 * @param {any[]} inputs
 * @param {any[]} outs
 * @param {number} [depth] axes of the body
 */
function programOf(all, inner, inputs, outs, depth = 1) {
  /** @type {any[][]} */
  const calls = [];
  for (const { input, out, f, t, axes } of all) {
    const body = inner(axes);
    if (body === null) return null;
    const outer = axes.slice(0, Math.max(0, axes.length - depth));
    const names = /** @type {const} */ (['size', 'from', 'to']).map((key) => outer.map((axis) => axis[key]));
    // each loop declares its own variables, so the text is a block
    calls.push([compile(around(outer, body)), inputs[input], out, f, t, ...names, axes.at(-1)?.size]);
  }
  return () => {
    for (const [run, from, out, f, t, n, g, h, m] of calls) run(from, outs[out], f, t, n, g, h, m);
  };
}

/** @param {Axis[]} axes */
function innerLoop(axes) {
  const { size, from, to } = axes[axes.length - 1];
  if (size > UNROLLED)
    return `for (let i = 0; i < m; ++i) to[${at('t', to, 'i')}] = from[${at('f', from, 'i')}];`;
  return Array.from({ length: size }, (_, i) => `to[t + ${i * to}] = from[f + ${i * from}];`).join(' ');
}

const isRun = (/** @type {Axis} */ { from, to }) => from === 1 && to === 1;

/** @param {Axis[]} axes */
function setRows(axes) {
  const last = axes[axes.length - 1];
  return isRun(last) ? 'to.set(from.subarray(f, f + m), t);' : null;
}

/** @param {Axis[]} axes */
function reverseRows(axes) {
  const last = axes[axes.length - 1];
  if (last.from !== -1 || last.to !== 1 || last.size < 16) return null;
  return 'to.set(from.subarray(f - m + 1, f + 1), t); to.subarray(t, t + m).reverse();';
}

/** @param {Axis[]} axes */
function fillRows(axes) {
  const last = axes[axes.length - 1];
  return last.from === 0 && last.to === 1 ? 'to.fill(from[f], t, t + m);' : null;
}

/** The outermost axis of stride 0 whose inner axes are dense in the output: once by loops, then doubled. @param {Axis[]} axes */
function doubled(axes) {
  const a = axes.findIndex(({ from }) => from === 0);
  const inner = axes.slice(a + 1);
  const span = inner.reduce((all, { size }) => all * size, 1);
  if (a < 0 || axes[a].to !== span || span === 1 || inner.some(({ to }) => to < 0)) return null;
  const run = inner.reduceRight(
    (text, { size, from, to }, i) =>
      `for (let k${i} = 0, f${i} = f, t${i} = t; k${i} < ${size}; ++k${i}, f${i} += ${from}, t${i} += ${to}) { const f = f${i}, t = t${i}; ${text} }`,
    'to[t] = from[f];',
  );
  const first =
    isRun(inner[0]) && inner.length === 1 ? `to.set(from.subarray(f, f + ${span}), t);` : `{ ${run} }`;
  const all = span * axes[a].size;
  return `${first} for (let b = ${span}; b < ${all}; b *= 2) to.copyWithin(t + b, t, t + Math.min(b, ${all} - b));`;
}

const BLOCK = 32;

/** Blocks of the two axes that are the fastest on either side. @param {Loops} loops @returns {{ axes: Axis[], body: string } | null} */
function blocked({ axes }) {
  const [y, x] = /** @type {const} */ (['to', 'from']).map((side) =>
    axes.reduce((best, axis) => (Math.abs(axis[side]) < Math.abs(best[side]) ? axis : best)),
  );
  if (x === y || x.from === 0 || Math.min(x.size, y.size) < 4) return null;
  const body = `for (let y = 0; y < ${y.size}; y += ${BLOCK}) for (let x = 0; x < ${x.size}; x += ${BLOCK}) {
    const yEnd = Math.min(${y.size}, y + ${BLOCK}), xEnd = Math.min(${x.size}, x + ${BLOCK});
    for (let i = x; i < xEnd; ++i) for (let k = y, a = f + i * ${x.from} + y * ${y.from}, b = t + i * ${x.to} + y * ${y.to}; k < yEnd; ++k, a += ${y.from}, b += ${y.to}) to[b] = from[a];
  }`;
  return { axes: axes.filter((axis) => axis !== x && axis !== y), body };
}

/** @param {Job} job @param {Order} order */
const all = ({ copies }, order) => copies.map((copy) => loopsOf(copy, order));

/** Statements for all copies in one loop: they have the same sizes. @type {(order: Order) => Program} */
const together = (order) => (job, inputs, outs) => {
  const list = all(job, order);
  const key = (/** @type {Loops} */ { axes }) => JSON.stringify(axes);
  if (list.length < 2 || list.length > 16 || list.some((one) => key(one) !== key(list[0]))) return null;
  const { axes } = list[0];
  const names = list.map((_, j) => j);
  const loops = axes.reduceRight(
    (text, { size, from, to }, a) =>
      `for (let i${a} = 0, f${a} = f, t${a} = t; i${a} < ${size}; ++i${a}, f${a} += ${from}, t${a} += ${to}) { const f = f${a}, t = t${a}; ${text} }`,
    list.map(({ f, t }, j) => `to${j}[t + ${t}] = from${j}[f + ${f}];`).join(' '),
  );
  const run = new Function(
    ...names.map((j) => `from${j}`),
    ...names.map((j) => `to${j}`),
    `const f = 0, t = 0; ${loops}`,
  );
  const arrays = list.map(({ input }) => inputs[input]);
  return () => {
    for (let j = 0; j < list.length; ++j) arrays[list.length + j] = outs[list[j].out];
    run(...arrays);
  };
};

/** The same job in words of another width, if all of it is whole words; null otherwise. @param {Job} job @param {number} width of an element @param {number} word */
function inWords(job, width, word) {
  const copies = job.copies.map(({ from, to }) => {
    if (word < width) {
      const some = width / word;
      const split = (/** @type {Copy['from']} */ { array, shape, stride, offset }) => ({
        array,
        shape: [...shape, some],
        stride: [...stride.map((each) => each * some), 1],
        offset: offset * some,
      });
      return { from: split(from), to: split(to) };
    }
    const many = word / width;
    const loops = loopsOf({ from, to }, 'to');
    const last = loops.axes[loops.axes.length - 1];
    const numbers = [
      loops.f,
      loops.t,
      last.size,
      ...loops.axes.slice(0, -1).flatMap((axis) => [axis.from, axis.to]),
    ];
    if (!isRun(last) || numbers.some((each) => each % many !== 0)) return null;
    const shape = loops.axes.map(({ size }, a) => (a === loops.axes.length - 1 ? size / many : size));
    const side = (
      /** @type {'from' | 'to'} */ name,
      /** @type {number} */ array,
      /** @type {number} */ offset,
    ) => ({
      array,
      shape,
      stride: loops.axes.map((axis) => (axis === last ? 1 : axis[name] / many)),
      offset: offset / many,
    });
    return { from: side('from', from.array, loops.f), to: side('to', to.array, loops.t) };
  });
  return copies.includes(null) ? null : { ...job, copies };
}

/** @type {(program: Program, word: 2 | 4) => Program} */
const asWords = (program, word) => (job, inputs, outs) => {
  const width = outs[0].BYTES_PER_ELEMENT;
  const views = [...inputs, ...outs];
  if (
    width === word ||
    (width > word && job.holder !== 'BigInt64Array') ||
    views.some(({ byteLength }) => byteLength % word !== 0)
  )
    return null;
  const worded = inWords(job, width, word);
  const Words = word === 2 ? Uint16Array : Uint32Array;
  const view = (/** @type {any} */ array) =>
    new Words(array.buffer, array.byteOffset, array.byteLength / word);
  const seen = outs.slice();
  const into = outs.map(view);
  const run = worded && program(/** @type {Job} */ (worded), inputs.map(view), into);
  if (!run) return null;
  return () => {
    for (let j = 0; j < outs.length; ++j)
      if (outs[j] !== seen[j]) {
        seen[j] = outs[j];
        into[j] = view(outs[j]);
      }
    run();
  };
};

/** @type {(order: Order) => Program} */
const loops = (order) => (job, inputs, outs) => programOf(all(job, order), innerLoop, inputs, outs);

/** @type {(inner: (axes: Axis[]) => string | null, depth?: (axes: Axis[]) => number) => Program} */
const rows = (inner) => (job, inputs, outs) => programOf(all(job, 'to'), inner, inputs, outs);

/** @type {Record<string, Program>} */
const PROGRAMS = {
  set: rows(setRows),
  'loops, as written': loops('to'),
  'loops, as read': loops('from'),
  'one loop, as written': together('to'),
  'one loop, as read': together('from'),
  reverse: rows(reverseRows),
  fill: rows(fillRows),
  doubling(job, inputs, outs) {
    const list = all(job, 'to');
    const depth = list[0].axes.length - list[0].axes.findIndex(({ from }) => from === 0);
    return list.length > 1 ? null : programOf(list, doubled, inputs, outs, depth);
  },
  blocks(job, inputs, outs) {
    const list = all(job, 'to').map((one) => ({ ...one, blocked: blocked(one) }));
    if (list.some((one) => one.blocked === null)) return null;
    const bodies = new Map(list.map(({ blocked }) => [blocked?.axes, blocked?.body ?? '']));
    const inner = list.map((one) => ({ ...one, axes: one.blocked?.axes ?? [] }));
    return programOf(inner, (axes) => bodies.get(axes) ?? null, inputs, outs, 0);
  },
  '32-bit words, as written': asWords(loops('to'), 4),
  '32-bit words, as read': asWords(loops('from'), 4),
  '16-bit words': asWords(loops('to'), 2),
};

/** New arrays that the host fills at once, if each is one run of an input. @type {Program} */
function sliceRuns(job, inputs, outs) {
  const list = all(job, 'to');
  const isWhole = (/** @type {Loops} */ { axes, t, out }) =>
    axes.length === 1 && isRun(axes[0]) && t === 0 && axes[0].size === job.outs[out];
  if (!list.every(isWhole)) return null;
  return () => {
    for (const { input, out, f, axes } of list) outs[out] = inputs[input].slice(f, f + axes[0].size);
  };
}

/**
 * The programs that can do a job, by name. If the job makes new arrays, so do they.
 * @param {Job} job @param {any[]} inputs @param {any[]} outs
 * @returns {Map<string, () => void>}
 */
export function programsOf(job, inputs, outs) {
  /** @type {Map<string, () => void>} */
  const programs = new Map();
  const renew = () => {
    for (let j = 0; j < outs.length; ++j) outs[j] = new outs[j].constructor(job.outs[j]);
  };
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const run = program(job, inputs, outs);
    if (!run) continue;
    programs.set(
      name,
      job.mode !== 'new'
        ? run
        : () => {
            renew();
            run();
          },
    );
  }
  const slices = job.mode === 'new' && sliceRuns(job, inputs, outs);
  if (slices) programs.set('slice', slices);
  return programs;
}
