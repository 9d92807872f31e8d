// How differences and engines read an example of Pad.
import { changed, integersOf, is, parameterOf } from './reading.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Example } from '../../random/nodes/example.js' */

/** How an axis is padded. `kept`: what negative pads leave of it. @typedef {{ axis: number, size: number, begin: bigint, end: bigint, kept: bigint }} Padded */

/** @param {bigint} a @param {bigint} b */
const least = (a, b) => (a < b ? a : b);
/** @param {bigint} a @param {bigint} b */
const most = (a, b) => (a > b ? a : b);

/** @param {Example} example */
const nameOf = (example) => (parameterOf(example, 'paddings') ? 'paddings' : 'pads');

/** The axes that have pads; none, if the number of pads is another. @param {Example} example @returns {Padded[]} */
export function padsOf(example) {
  const { dims } = example.node;
  const pads = integersOf(example, nameOf(example));
  const axes = parameterOf(example, 'axes')
    ? integersOf(example, 'axes')
    : dims.map((_, axis) => BigInt(axis));
  if (!is(example, 'Pad') || pads.length !== 2 * axes.length) return [];
  return axes.flatMap((each, i) => {
    const axis = Number(each < 0n ? each + BigInt(dims.length) : each);
    const [size, begin, end] = [dims[axis], pads[i], pads[i + axes.length]];
    if (size === undefined) return [];
    return [{ axis, size, begin, end, kept: most(0n, BigInt(size) + least(begin, 0n) + least(end, 0n)) }];
  });
}

/** With other pads. @param {Example} example @param {(pad: bigint) => bigint} change */
function withPads(example, change) {
  const { type, dims, values } = /** @type {Value} */ (parameterOf(example, nameOf(example)));
  return changed(example, nameOf(example), { type, dims, values: values.map((pad) => change(BigInt(pad))) });
}

/** The pads that crop, and those that extend. @param {Example} example */
export const inTwo = (example) => [
  changed(
    withPads(example, (pad) => least(pad, 0n)),
    'mode',
    null,
  ),
  withPads(example, (pad) => most(pad, 0n)),
];

/** The mode of a Pad; '' of other operators. @param {Example} example */
export const modeOf = (example) =>
  is(example, 'Pad') ? (parameterOf(example, 'mode')?.text ?? 'constant') : '';

/** Does it go on with its own elements? @param {Example} example */
export const goesOn = (example) => ['edge', 'reflect', 'wrap'].includes(modeOf(example));

/** @param {Example} example */
export const isEmpty = ({ node }) => node.dims.includes(0);

/** More elements are not asked for: an engine might find the memory. */
const MOST_PADDED = 2n ** 20n;
export const TOO_LARGE = 'memory for such an output';

/** Is the output too large to ask for? @param {Example} example */
export function isLarge(example) {
  const sizes = padsOf(example).map(({ size, begin, end }) => begin + BigInt(size) + end);
  return sizes.reduce((product, size) => product * most(size, 1n), 1n) > MOST_PADDED;
}
