// Rules of Pad. A new one is a row here, and in pad.txt a group under its tag.
import { OPENVINO_PAD, PAD_AXES, PADS, versions } from '../rule.js';

/** @type {import('../rule.js').Rule[]} */
export const RULES = [
  {
    tag: 'pad-examples',
    text: "The documents' own examples.",
    on: [...versions('Pad', 11), ...OPENVINO_PAD],
    gives: ['outputs'],
  },
  {
    tag: 'pad-constant',
    text: 'In `mode` constant, what is beyond the axis is a value.',
    on: PADS,
    gives: ['outputs'],
    shows: /^(?!.*mode=[resw])/,
  },
  {
    tag: 'pad-zero',
    text: 'Without a value, it is 0.',
    on: PADS,
    gives: ['outputs'],
    shows: /^\S+ \S+ \[[\d,]*\] (?!.*@value)\S*=/,
  },
  {
    tag: 'pad-edge',
    text: 'In `mode` edge, it is the nearest element of the axis.',
    on: PADS,
    gives: ['outputs'],
    shows: /mode=edge/,
  },
  {
    tag: 'pad-reflect',
    text: 'In `mode` reflect, it is mirrored at the first and the last element, which are not repeated.',
    on: PADS,
    gives: ['outputs'],
    shows: /mode=reflect/,
  },
  {
    tag: 'pad-symmetric',
    text: 'In `mode` symmetric, it is mirrored beside the first and the last element, which are repeated.',
    on: OPENVINO_PAD,
    gives: ['outputs'],
    shows: /mode=symmetric/,
  },
  {
    tag: 'pad-wrap',
    text: 'In `mode` wrap, it goes on from the other end of the axis.',
    on: versions('Pad', 19),
    gives: ['outputs'],
    shows: /mode=wrap/,
  },
  {
    tag: 'pad-crop',
    text: 'Negative pads remove elements.',
    on: [...versions('Pad', 2), ...versions('openvino.Pad', 12)],
    gives: ['outputs'],
    shows: /pads\w*=(int\d+)?\[[\d,]*-/,
  },
  {
    tag: 'pad-axes',
    text: 'With `axes`, the pads are those of these axes, and all others stay as they are.',
    on: PAD_AXES,
    gives: ['outputs', 'length_mismatch'],
    shows: / axes=/,
  },
  {
    tag: 'pad-length',
    text: 'There are two pads for each axis: first all before, then all after.',
    on: PADS,
    gives: ['outputs', 'length_mismatch'],
  },
  {
    tag: 'pad-inputs',
    text: 'Pads are 1-D, of int64; in OpenVINO, of any integer type.',
    on: [...versions('Pad', 11), ...OPENVINO_PAD],
    gives: ['bad_type', 'bad_rank'],
  },
  {
    tag: 'pad-value-type',
    text: 'The value has the type of the data.',
    on: [...versions('Pad', 11), ...OPENVINO_PAD],
    gives: ['outputs', 'bad_type'],
  },
  {
    tag: 'pad-large',
    text: 'A pad or a size beyond 2^53 - 1 is an error.',
    on: PADS,
    gives: ['too_large'],
  },
];
