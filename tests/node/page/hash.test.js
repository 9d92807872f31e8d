// The state in an address, and back.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { atOperator, atVersion } from '../../../web/playground/model/change.ts';
import { toResult } from '../../../web/playground/model/details.ts';
import { formatHash, parseHash } from '../../../web/playground/model/hash.ts';
import { addressOf } from '../../../web/playground/model/paste.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { PICTURE } from '../../support/playground.js';
import { picturesOf, states } from './states.js';

before(() => init());

describe('an address', () => {
  it('restores every state, and is the same again', () => {
    for (const { title, state } of [...states(), ...picturesOf()]) {
      const hash = formatHash(state);
      const again = parseHash(hash, PICTURE);
      assert.deepEqual(again.complaints, [], title);
      assert.equal(formatHash(again.state), hash, title);
      assert.equal(
        JSON.stringify(toResult(again.state).outputs),
        JSON.stringify(toResult(state).outputs),
        title,
      );
    }
  });

  it('becomes a state, whatever it is', () => {
    const words = fc.constantFrom(
      'op',
      'opset',
      'dims',
      's',
      'data',
      'type',
      'on',
      'url',
      'axis',
      'Slice',
      'Pad',
      '=',
      '&',
      ',',
      '%',
      '1',
      '-1',
      'x',
      ';',
      '%E0%A4%A',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const { state } = parseHash(parts.join(''), PICTURE);
        assert.equal(formatHash(parseHash(formatHash(state), PICTURE).state), formatHash(state));
      }),
    );
  });
});

describe('the address of a file', () => {
  it('is that of the file itself, where the one of a page about it is typed', () => {
    const file = 'https://huggingface.co/openai-community/gpt2/resolve/main/model.safetensors';
    assert.equal(addressOf(` ${file.replace('/resolve/', '/blob/')} `), file);
    for (const same of [file, './blob/x.npy', 'https://example.com/blob/x.npy'])
      assert.equal(addressOf(same), same);
  });
});

describe('another operator', () => {
  it('keeps the data if it fits, and always shows something that is right', () => {
    const isRight = (/** @type {any} */ state) => {
      try {
        return Boolean(toResult(state));
      } catch {
        return false;
      }
    };
    const ops = [...new Set(versions().map(({ op }) => op))];
    for (const { title, state } of [...states(), ...picturesOf()].filter(
      ({ state: { dims } }) => !/\b0\b/.test(dims) && dims !== '',
    ))
      for (const op of ops) {
        const next = atOperator(state, op);
        assert.ok(isRight(next), `${title} to ${op}: ${formatHash(next)}`);
      }
  });

  it('keeps what was typed at another version', () => {
    const { state } = parseHash('op=Slice&dims=4,6&s=1:3,::2&type=bfloat16', PICTURE);
    assert.deepEqual([atVersion(state, 11).notation, atVersion(state, 11).type], ['1:3, ::2', 'float32']);
  });
});
