// Random calls of every operator and of rearrange: what the oracles say, from inputs and into outputs that are anywhere in their arrays.
// A failure prints the line for the corpus, or the seed.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { TYPES } from '../../../docs/rules/elements.js';
import { judgeNode } from '../../random/judge_node.js';
import { judgeRearrange } from '../../random/judge_rearrange.js';
import { sampleNodes } from '../../random/nodes/example.js';
import { randomTensor } from '../../random/placed.js';
import { Random } from '../../random/random.js';

const NODES = 250;
const PATTERNS = 600;

before(() => library.init());

describe('random calls', () => {
  it('of operators give what the oracle says, and fail as it says', () => {
    for (const [i, node] of sampleNodes(1, NODES).entries()) judgeNode(library, new Random(i), node);
  });

  it('of rearrange give the elements that the pattern names', () => {
    for (let seed = 0; seed < PATTERNS; ++seed)
      try {
        judgeRearrange(library, new Random(seed));
      } catch (cause) {
        throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
  });
});

describe('assign', () => {
  it('takes every element type', () => {
    for (const type of TYPES) {
      const { tensor } = randomTensor(new Random(1), type, [9], { isWritable: true });
      const { tensor: updates } = randomTensor(new Random(1), type, [4]);
      assert.equal(library.assign(tensor, '1::2', updates), tensor, type);
    }
  });
});
