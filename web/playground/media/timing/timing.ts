// Times the cuts of a panel in its worker, one after the other, whenever they have changed and then rested a while.
// onnxruntime-web takes part on request: it is a large download.
import { type Helper, messageOf, Stopped, type Tell } from '../../background/helper.ts';
import type { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import type { Card } from '../card.ts';
import { Rounds } from '../rounds.ts';
import type { Row } from './contest.ts';
import { VERSION } from './onnxruntime.ts';

/** `null`: it was ended. */
type Time = (index: number, withPeer: boolean, tell: Tell) => Promise<Row[] | null>;

const REST_MS = 500;
const PEER = VERSION
  ? `, and with onnxruntime-web ${VERSION} if you like.`
  : '. onnxruntime-web is not part of this page until `npm run build -- page` installs it.';
const NOTE = `Each cut is timed with the library and with the best plain JavaScript for it${PEER}`;

/** @param helper the panel's worker */
export function makeTiming(progress: Progress, helper: Helper, cards: readonly Card[], time: Time) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let withPeer = false;
  const mistake = h('p.wrong.note', { 'aria-live': 'polite' });
  const addPeer = button(() => {
    withPeer = true;
    addPeer.disabled = true;
    mistake.textContent = '';
    run();
  }, 'Compare with onnxruntime-web too (14 MB)');
  addPeer.className = 'quiet';
  const titles = cards.map(({ title }) => title);
  const rounds = new Rounds(titles, async (title) => {
    const i = titles.indexOf(title);
    const rows = await time(i, withPeer, (part, text) =>
      progress.show((i + part) / titles.length, `timing ${title}: ${text}`),
    );
    return () => rows && cards[i].showTimes(rows);
  });

  async function run() {
    try {
      await rounds.go();
      progress.hide();
    } catch (error) {
      if (error instanceof Stopped) return;
      mistake.textContent = messageOf(error);
      if (!withPeer) return;
      withPeer = false; // it may be for want of a network, which can be mended
      addPeer.disabled = false;
      helper.end();
      schedule();
    }
  }

  /** The cuts have changed. */
  function schedule() {
    cancel();
    timer = setTimeout(run, REST_MS);
  }

  /** Shows nothing of what is being timed. */
  function cancel() {
    clearTimeout(timer);
    rounds.skip();
  }

  const head = [h('h3', 'On your machine'), h('p.note', NOTE), mistake];
  const element = h('div.comparison.stack', ...head, ...(VERSION ? [addPeer] : []));
  return { element, schedule, cancel };
}
