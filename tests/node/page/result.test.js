// What the page says of a call, compared with what the call gives: sources, ranges, pieces, first values and memory.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from '../../../web/lib/index.ts';
import { slices } from '../../../web/playground/known.ts';
import { partsOf } from '../../../web/playground/model/call.ts';
import { make, PIECES, toResult } from '../../../web/playground/model/details.ts';
import { firstOf, heldBy, runShown, sourcesOf } from '../../../web/playground/model/elements.ts';
import { formatHash, parseHash } from '../../../web/playground/model/hash.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { legendOf } from '../../../web/playground/model/legend.ts';
import { withRanges } from '../../../web/playground/model/lists.ts';
import { isJoin, takesAny } from '../../../web/playground/model/rows.ts';
import { firstState } from '../../../web/playground/model/state.ts';
import { segmentsOf } from '../../../web/playground/view/rulers.ts';
import { PICTURE } from '../../support/playground.js';
import { picturesOf, states } from './states.js';

before(() => init());

/** @param {any} value */
const shown = (value) => String(typeof value === 'number' ? Math.fround(value) : value);

describe('the result of a call', () => {
  it('is the same for a slice of a picture before everything is loaded', () => {
    for (const notation of ['96:384, 252:612', '::-1, ::2, 2', '5, ..., 1:', '9:3', '...']) {
      const state = { ...firstState(PICTURE), notation };
      const pixels = new Uint8ClampedArray(480 * 720 * 4).map((_, k) => k % 251);
      const { result: own, made } = slices.make(state, pixels);
      const { result: all, made: expected } = make(state, pixels);
      const { memory: _, ...rest } = all;
      assert.deepEqual({ ...own, memory: undefined }, { ...rest, memory: undefined }, notation);
      assert.deepEqual(made[0].data, expected[0].data, notation);
      assert.deepEqual(slices.legendOf(own), legendOf(all), notation);
      assert.deepEqual(slices.partsOf(state), partsOf(state), notation);
      assert.equal(slices.formatHash(state), formatHash(state), notation);
      const ranges = all.ranges ?? [];
      assert.equal(withRanges(own, ranges).notation, withRanges(all, ranges).notation, notation);
      for (const axis of [0, 1])
        assert.deepEqual(slices.segmentsOf(own, axis), segmentsOf(all, axis), notation);
    }
  });

  it('says of each element where it is from: running the call on the values agrees', () => {
    for (const { title, state } of states()) {
      const result = toResult(state);
      const sources = sourcesOf(result);
      const made = runShown(result);
      if (
        sources === null ||
        made === null ||
        state.values.to ||
        state.values.value ||
        ['bool', 'complex64'].includes(state.type)
      )
        continue;
      for (const [i, { data }] of made.entries())
        for (const [at, number] of sources[i].entries())
          if (number > 0)
            assert.equal(
              shown(data[at]),
              shown(state.type === 'float32' ? Number(heldBy(state, number - 1)) : heldBy(state, number - 1)),
              title,
            );
    }
  });

  it('prints the first values that the call gives', () => {
    for (const { title, state } of states()) {
      const result = toResult(state);
      const first = firstOf(result);
      const [made] = runShown(result) ?? [];
      if (first && made) assert.deepEqual(first, Array.from(made.data.slice(0, 24), String), title);
    }
  });

  it('has ranges and pieces of the dims that the outputs have', () => {
    for (const { title, state } of [...states(), ...picturesOf()]) {
      const { ranges, outputs, sizes, axis, row, count, tensors, pads, taken } = toResult(state);
      if (ranges && !isJoin(row))
        assert.deepEqual(
          ranges.filter(({ drops }) => !drops).map((range) => range.count),
          [...outputs[0].dims],
          title,
        );
      if (/Split/.test(row.op_type))
        assert.equal(
          sizes.reduce((sum, size) => sum + size, 0),
          count > 0 ? tensors[0].dims[axis] : 0,
          title,
        );
      if (takesAny(row))
        assert.equal(
          sizes.reduce((sum, size) => sum + size, 0),
          outputs[0].dims[axis],
          title,
        );
      if (pads)
        assert.deepEqual(
          pads.map(([begin, end], i) => begin + end + tensors[0].dims[i]),
          [...outputs[0].dims],
          title,
        );
      if (taken && !Number.isNaN(taken[0]))
        assert.ok(
          taken.every(
            (index) => index >= -1 && index < (axis < 0 ? sizeOf(tensors[0].dims) : tensors[0].dims[axis]),
          ),
          title,
        );
    }
  });

  it('explains each axis, piece, name or index, in words that are not empty', () => {
    for (const { title, state } of [...states(), ...picturesOf()]) {
      const items = legendOf(toResult(state));
      assert.ok(items.length > 0, title);
      for (const { says } of items) assert.match(says, /^[\w-].*[^ ]$/, title);
      for (const { says } of items) assert.doesNotMatch(says, /NaN|undefined/, title);
    }
  });

  it('says why a slice takes nothing', () => {
    const beyond = 'nothing: indices go from 0 to 5';
    const backwards = 'nothing: its end is not before its start';
    for (const [given, says] of [
      ['s=10:12', beyond],
      ['s=-9:-7', beyond],
      ['s=6:', beyond],
      ['s=-9::-1', beyond],
      ['s=3:3', 'nothing: its end is not after its start'],
      ['s=2:4:-1', backwards],
      ['starts=10&ends=INT_MAX', beyond],
      ['starts=2&ends=4&axes=-1&steps=-1', backwards],
    ]) {
      const [item] = legendOf(toResult(parseHash(`op=Slice&dims=6&${given}`, PICTURE).state));
      assert.equal(item.says, says, given);
    }
    const [none] = legendOf(toResult(parseHash('op=Slice&dims=0&s=1:', PICTURE).state));
    assert.equal(none.says, 'nothing: the axis has size 0');
  });

  it('marks in memory as many elements as are taken, where each piece is an element', () => {
    for (const { title, state } of states()) {
      const result = toResult(state);
      const { memory, row, tensors } = result;
      const sources = sourcesOf(result);
      if (
        memory.owners.length === PIECES || // each stands for several elements
        sources === null ||
        isJoin(row) ||
        result.pads ||
        sizeOf(tensors[0].dims) === 0 ||
        state.type === 'string' ||
        /^[uifn]\d$|^nf4|^f4/.test(state.type)
      )
        continue;
      const taken = new Set(sources.flatMap((source) => [...source].filter((number) => number > 0))).size;
      assert.equal(memory.owners.filter((owner) => owner !== -1).length, taken, title);
    }
  });

  it('marks in memory what a large cut with steps takes, forwards as backwards', () => {
    for (const [dims, notation] of [
      ['4000, 4000', '::-1, ::-2'],
      ['4000, 4000', ':, ::2'],
      ['1000000', '::-2'],
      ['1000000', '::2'],
      ['4, 100000', '::-1, ::-3'],
    ]) {
      const { memory } = toResult(parseHash(`op=Slice&opset=13&dims=${dims}&s=${notation}`, PICTURE).state);
      assert.ok(!memory.owners.includes(-1), `${dims} ${notation}: ${memory.owners}`);
    }
    const half = toResult(parseHash('op=Slice&opset=13&dims=4000,4000&s=1999::-1,::-2', PICTURE).state);
    assert.ok(half.memory.owners.every((owner, i) => (owner === -1) === i >= 48));
  });

  it('says from how many bytes more are made, where indices repeat', () => {
    const indices = Array(100).fill('1');
    const { memory } = toResult(parseHash(`op=Gather&dims=2,24&axis=0&indices=[${indices}]`, PICTURE).state);
    assert.match(memory.says, /^9,600 bytes from 192 bytes, /);
  });

  it('names what is typed, where it is no integer', () => {
    for (const [hash, message] of [
      ['op=Split&dims=4,6&axis=x&num_outputs=2', "'x' is not an integer"],
      ['op=Gather&dims=4,6&indices=[[0,1],[2,3]]', "'[[0, 1], [2, 3]]' is not one list of integers"],
      ['op=Slice&dims=4,6&starts=1,a&ends=2,3', "'a' is not an integer"],
    ])
      assert.throws(() => toResult(parseHash(hash, PICTURE).state), { message });
  });
});
