// Rules of Slice, of both domains, and of SliceScatter, which takes what OpenVINO's Slice takes. A new one is a row here, and in
// slice.txt and slice_scatter.txt a group under its tag.
import { OPENVINO_SLICES, SLICE, SLICE_WITH_STEPS } from '../rule.js';

const EVERY_SLICE = [...SLICE, ...OPENVINO_SLICES];
const EVERY_WITH_STEPS = [...SLICE_WITH_STEPS, ...OPENVINO_SLICES];

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'axes',
    text: 'Entry i of the other lists applies to axis `axes[i]`. All other axes stay whole.',
    on: EVERY_SLICE,
    gives: ['outputs'],
    shows: /axes=/,
  },
  {
    tag: 'axes-omitted',
    text: 'Without `axes`, entry i applies to axis i. More entries than axes are an error.',
    on: EVERY_SLICE,
    gives: ['outputs', 'too_many_axes'],
    shows: /^(?!.*axes=)/,
  },
  {
    tag: 'steps-without-axes',
    text: '`steps` may be given without `axes`.',
    on: SLICE_WITH_STEPS,
    gives: ['outputs'],
    shows: /^(?!.*axes=).* steps=/,
  },
  {
    tag: 'zero-step',
    text: 'A step of 0 is an error, even on an axis of size 0 or for an empty range.',
    on: EVERY_WITH_STEPS,
    gives: ['zero_step'],
    shows: /steps?=\S*\b0\b/,
  },
  {
    tag: 'empty-axis',
    text: 'Every slice of an axis of size 0 has size 0.',
    on: EVERY_SLICE,
    gives: ['outputs'],
    shows: / \[(\d,)*0(,\d)*\] /,
  },
  {
    tag: 'negative-bound',
    text: 'The size of the axis is added to a negative start or end, once.',
    on: EVERY_SLICE,
    gives: ['outputs'],
    shows: /(starts?|ends|stop)=\S*-/,
  },
  {
    tag: 'clamp-forward',
    text: 'For a positive step, start and end are clamped to [0, size]. The slice is empty if the end is not after the start.',
    on: EVERY_SLICE,
    gives: ['outputs'],
  },
  {
    tag: 'clamp-backward',
    text: 'For a negative step, the start is clamped to [0, size - 1] and the end to [-1, size - 1].',
    on: EVERY_WITH_STEPS,
    gives: ['outputs'],
    shows: /steps?=\S*-/,
  },
  {
    tag: 'count-forward',
    text: 'A positive step takes 1 + (end - start - 1) / step indices, in integer division.',
    on: EVERY_WITH_STEPS,
    gives: ['outputs'],
    shows: /steps?=\w*\[\d/,
  },
  {
    tag: 'count-backward',
    text: 'A negative step takes 1 + (start - end - 1) / -step indices, or none if the start is not after the end.',
    on: EVERY_WITH_STEPS,
    gives: ['outputs'],
    shows: /steps?=\S*-/,
  },
  {
    tag: 'int-limits',
    text: 'INT_MAX and INT_MIN of any width are clamped like any other start or end.',
    on: EVERY_SLICE,
    gives: ['outputs'],
    shows: /(starts?|ends|stop)=\S*(32767|2147483647|-2147483648|9223372036854775807|-9223372036854775808)/,
  },
  {
    tag: 'no-overflow',
    text: 'Nothing overflows, whatever the step, for sizes up to 2^53 - 1.',
    on: EVERY_WITH_STEPS,
    gives: ['outputs'],
    shows: /steps?=\S*\d{10}|\d{10},0\] /,
    tests: [
      {
        file: 'tests/native/operators_test.cpp',
        title: 'Slice: any combination of extremes, and nothing overflows',
      },
    ],
  },
  {
    tag: 'identity',
    text: 'Empty lists take the whole tensor.',
    on: EVERY_SLICE,
    gives: ['outputs'],
    shows: /starts?=\w*\[\]/,
  },
  {
    tag: 'scalar-slice',
    text: 'A tensor of rank 0 has no axis to slice, so `starts` must be empty.',
    on: SLICE,
    gives: ['outputs', 'too_many_axes', 'bad_axis'],
    shows: / \[\] /,
  },
  {
    tag: 'repeated-axis',
    text: 'Naming an axis twice is an error, even if one of the two is negative.',
    on: EVERY_SLICE,
    gives: ['repeated_axis'],
  },
  {
    tag: 'equal-lengths',
    text: 'All index lists must have the same length.',
    on: EVERY_SLICE,
    gives: ['length_mismatch'],
  },
  {
    tag: 'index-rank',
    text: 'All index lists must be 1-D.',
    on: EVERY_WITH_STEPS,
    gives: ['bad_rank'],
  },
  {
    tag: 'index-type',
    text: '`starts`, `ends`, `axes` and `steps` must all be int32 or all int64.',
    on: SLICE_WITH_STEPS,
    gives: ['outputs', 'bad_type'],
  },
  {
    tag: 'unsigned-bounds',
    text: 'Unsigned bounds are never negative: 255 and 2^64 - 1 are beyond the end, not the last index.',
    on: OPENVINO_SLICES,
    gives: ['outputs'],
    shows: /=uint\d+\[/,
  },
];
