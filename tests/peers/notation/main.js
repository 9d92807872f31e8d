// Random slice strings through this library and through NumPy, which must say the same of all of them: what is taken, and what
// assigning to that leaves. tools/test/suite.js builds the module first.
//   npm test -- peers notation                            as in `npm test -- peers`
//   npm test -- peers notation --cases=60000 --seed=7     more of them, others
//   npm test -- peers notation --seed=7 --path=12:0:1     what a failure has printed, again
import fc from 'fast-check';
import { readArguments } from '../../../tools/common/commands.js';
import { missed, runTool } from '../../../tools/common/failure.js';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { inRoot } from '../../../tools/common/paths.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable, secondsSince } from '../../../tools/common/table.js';
import { assign, init, slice, sliceScatter } from '../../../web/dist/index.js';
import { noise, notations } from '../../support/notations.js';

/** What NumPy or this library says: `other` is an expression of Python that no slice string may have. */
/** @typedef {{ dims: number[], elements: number[], assigned: number[] } | { error: string } | { other: string }} Answer */

/** Of Python, but not of a slice string. */
const OTHERS = [
  'None', 'newaxis', 'True', 'False', '[0, 2]', '[True]', '[]', '1.5', '1-1', '~0', '0x1', '(1)', '(0, 1)', 'slice(1)', 'x',
]; // biome-ignore format: a table

/** What an exception of NumPy's may be here: of two mistakes at once either may be told. */
const CODES = /^(bad_index_string|too_many_axes|index_out_of_range|zero_step)$/;

/** Notations, with something else in place of a part, and noise. @type {fc.Arbitrary<{ dims: number[], text: string }>} */
const questions = notations.chain(({ dims, text }) => {
  const words = text.split(',');
  const spoiled = fc
    .record({ at: fc.nat(words.length - 1), other: fc.constantFrom(...OTHERS) })
    .map(({ at, other }) => words.with(at, other).join(','));
  return fc.record({
    dims: fc.constant(dims),
    text: fc.oneof(
      { withCrossShrink: true },
      { weight: 16, arbitrary: fc.constant(text) },
      { weight: 3, arbitrary: noise },
      { weight: 1, arbitrary: spoiled },
    ),
  });
});

await runTool(async () => {
  const { seed, cases: numRuns = 20_000, path } = readArguments('peers').values;
  const numpy = await findNumpy();
  if (numpy === undefined) {
    missed('slice strings were not compared', 'NumPy is not here; npm test -- peers says why');
    return 0;
  }
  await init();
  const { ask, stop } = startPython(numpy, inRoot('tests/peers/notation/numpy_notation.py'));
  const progress = startProgress(`Comparing slice strings: ${numRuns} cases, seed ${seed}`);
  const since = Date.now();
  const counts = { outputs: 0, errors: 0, others: 0 };
  const property = fc.asyncProperty(questions, async ({ dims, text }) => {
    const theirs = await ask({ dims, text });
    progress.update(`${counts.outputs + counts.errors + counts.others}`);
    if (!agree(ours(dims, text), theirs)) return false;
    counts['error' in theirs ? 'errors' : 'other' in theirs ? 'others' : 'outputs'] += 1;
    return true;
  });
  const details = await fc.check(property, { seed, numRuns, path });
  progress.done();
  printTable([
    ['slice strings', 'cases', 'same elements', 'both refuse', 'Python that is no slice, refused', 'seconds'],
    [
      `NumPy ${numpy.version}`,
      details.numRuns,
      counts.outputs,
      counts.errors,
      counts.others,
      secondsSince(since),
    ],
  ]);
  if (details.failed) {
    const [{ dims, text }] = /** @type {[{ dims: number[], text: string }]} */ (details.counterexample);
    console.log(`dims [${dims}], ${JSON.stringify(text)}:`);
    console.log(`ours: ${JSON.stringify(ours(dims, text))}`);
    console.log(`NumPy: ${JSON.stringify(await ask({ dims, text }))}`);
    console.log(`again: npm test -- peers notation --seed=${seed} --path=${details.counterexamplePath}`);
  }
  stop();
  const few = Object.entries(counts).filter(([, count]) => count * 50 < numRuns);
  if (!details.failed && path === undefined)
    for (const [kind, count] of few)
      console.log(`only ${count} of ${numRuns} were ${kind}: draw more of them`);
  return details.failed || (path === undefined && few.length > 0) ? 1 : 0;
});

/** @param {readonly number[]} dims @param {string} text @returns {Answer} */
function ours(dims, text) {
  const data = Int32Array.from({ length: dims.reduce((n, size) => n * size, 1) }, (_, k) => k);
  const x = { dims, data };
  try {
    const output = slice(x, text);
    const updates = { dims: output.dims, data: output.data.map((_, k) => -k - 1) };
    // a scalar is assigned to, but has no axes to scatter along
    const scattered = dims.length === 0 ? null : [...sliceScatter(x, updates, text).data];
    const assigned = [...assign(x, text, updates).data];
    if (scattered && String(scattered) !== String(assigned)) return { error: 'sliceScatter is not assign' };
    return { dims: [...output.dims], elements: [...output.data], assigned };
  } catch (error) {
    const { code } = /** @type {{ code: string }} */ (error);
    return codeOf(() => assign(x, text, x)) === code
      ? { error: code }
      : { error: 'assign says something else' };
  }
}

/** @param {() => unknown} f */
function codeOf(f) {
  try {
    f();
    return 'nothing';
  } catch (error) {
    return /** @type {{ code: string }} */ (error).code;
  }
}

/** @param {Answer} own @param {Answer} theirs */
function agree(own, theirs) {
  if ('error' in theirs || 'other' in theirs) {
    const isSyntax = 'other' in theirs || theirs.error.startsWith('SyntaxError');
    return 'error' in own && (isSyntax ? own.error === 'bad_index_string' : CODES.test(own.error));
  }
  return JSON.stringify(own) === JSON.stringify(theirs);
}
