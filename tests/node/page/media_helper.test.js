// Work in workers, as the page asks for it: a worker is told once what to hold, and the next one is told again; jobs that take a
// while keep up with what is wanted.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MicrotomeError } from '../../../web/lib/index.ts';
import { Helper, messageOf, Stopped } from '../../../web/playground/background/helper.ts';
import { Rounds } from '../../../web/playground/media/rounds.ts';

/** As much of a worker as the helper knows: it answers what it is asked, in order, a little later. */
class Slow extends EventTarget {
  isEnded = false;
  /** @type {string[]} */ asked = [];

  /** @param {{ id: number, what: string, message: unknown }} question */
  postMessage({ id, what, message }) {
    this.asked.push(what);
    const answer =
      what === 'fail' ? { id, error: { message: 'it cannot', param: 'axis' } } : { id, result: message };
    setTimeout(() => this.isEnded || this.dispatchEvent(new MessageEvent('message', { data: answer })), 2);
  }

  terminate() {
    this.isEnded = true;
  }
}

describe('what an error says', () => {
  it('does not name the operator, which has been chosen, nor `spec`, which is no field', () => {
    const of = (/** @type {string} */ op, /** @type {string} */ param, /** @type {string} */ message) =>
      messageOf(new MicrotomeError('bad_input', op, param, message));
    assert.equal(of('Split-18', 'axis', 'Split-18: axis: is 3'), 'axis: is 3');
    assert.equal(of('Slice-13', 'spec', 'Slice-13: spec: is 3'), 'is 3');
    assert.equal(of('', '', 'https://a.b: is 3'), 'https://a.b: is 3');
    assert.equal(messageOf(new RangeError('Split-18: is 3')), 'Split-18: is 3');
    assert.equal(messageOf('stopped'), 'stopped');
  });
});

describe('a helper', () => {
  /** @type {Slow[]} */ let workers;
  /** @type {Helper} */ let helper;

  beforeEach(() => {
    workers = [];
    helper = new Helper(() => {
      workers.push(new Slow());
      return /** @type {any} */ (workers.at(-1));
    });
  });

  const hold = () => helper.hold(() => helper.ask('hold', 'a file'));

  it('tells its worker once what to hold, however many ask at a time', async () => {
    assert.deepEqual(await Promise.all([hold(), hold()]), ['a file', 'a file']);
    await hold();
    assert.deepEqual(
      workers.map(({ asked }) => asked),
      [['hold']],
    );
  });

  it('tells the next worker again, and nobody waits for the one that was ended', async () => {
    await hold();
    const waiting = helper.ask('cut', 1);
    helper.stop();
    await assert.rejects(waiting, Stopped);
    const first = hold();
    helper.stop();
    await assert.rejects(first, Stopped);
    assert.equal(await hold(), 'a file');
    assert.deepEqual(
      workers.map(({ asked, isEnded }) => [asked, isEnded]),
      [
        [['hold', 'cut'], true],
        [['hold'], true],
        [['hold'], false],
      ],
    );
  });

  it('keeps an idle worker when it is stopped, but not what that holds', async () => {
    await hold();
    helper.stop();
    assert.equal(await hold(), 'a file');
    assert.deepEqual(
      workers.map(({ asked, isEnded }) => [asked, isEnded]),
      [[['hold', 'hold'], false]],
    );
  });

  it('tells the same worker again what has changed, or what it did not take', async () => {
    await hold();
    helper.forget();
    await hold();
    helper.forget();
    await assert.rejects(
      helper.hold(() => helper.ask('fail')),
      { message: 'it cannot', param: 'axis' },
    );
    await hold();
    assert.deepEqual(workers[0].asked, ['hold', 'hold', 'fail', 'hold']);
  });
});

describe('rounds', () => {
  /** @type {string[]} */ let log;
  let wanted = 'a';
  /** @type {() => void} */ let during;
  const rounds = () =>
    new Rounds(['crop', 'flip'], async (name) => {
      const own = wanted;
      await Promise.resolve();
      during();
      return () => log.push(`${name} ${own}`);
    });

  beforeEach(() => {
    log = [];
    wanted = 'a';
    during = () => {};
  });

  it('do every job once', async () => {
    const both = rounds();
    await both.go();
    await both.go();
    assert.deepEqual(log, ['crop a', 'flip a', 'crop a', 'flip a']);
  });

  it('go on, in turn, until all have done what is wanted last', async () => {
    const both = rounds();
    const then = ['b', 'c'];
    during = () => {
      const next = then.shift();
      if (next === undefined) return;
      wanted = next;
      both.go();
    };
    await both.go();
    assert.deepEqual(log, ['crop a', 'flip b', 'crop c', 'flip c']);
  });

  it('show nothing that is no longer wanted', async () => {
    const both = rounds();
    during = () => both.skip();
    await both.go();
    assert.deepEqual(log, []);
  });

  it('begin anew after a job has failed', async () => {
    const both = rounds();
    during = () => {
      throw new Error('no');
    };
    await assert.rejects(both.go(), /no/);
    during = () => {};
    await both.go();
    assert.deepEqual(log, ['crop a', 'flip a']);
  });
});
