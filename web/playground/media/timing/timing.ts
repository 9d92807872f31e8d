// Times the cuts of a panel in its worker, one after the other, when somebody asks for it.
import { messageOf, Stopped, type Tell } from '../../background/helper.ts';
import type { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import type { Card } from '../card.ts';
import { Rounds } from '../rounds.ts';
import type { Row } from './contest.ts';

/** `null`: it was ended. */
type Time = (index: number, tell: Tell) => Promise<Row[] | null>;

const NOTE = 'Each cut is timed with the library and with the best plain JavaScript for it, in this browser.';

export function makeTiming(progress: Progress, cards: readonly Card[], time: Time) {
  const mistake = h('p.wrong.note', { 'aria-live': 'polite' });
  const titles = cards.map(({ title }) => title);
  const rounds = new Rounds(titles, async (title) => {
    const i = titles.indexOf(title);
    const rows = await time(i, (part, text) =>
      progress.show((i + part) / titles.length, `timing ${title}: ${text}`),
    );
    return () => rows && cards[i].showTimes(rows);
  });
  const ask = button(async () => {
    mistake.textContent = '';
    try {
      await rounds.go();
      progress.hide();
    } catch (error) {
      if (!(error instanceof Stopped)) mistake.textContent = messageOf(error);
    }
  }, 'Time these cuts');
  ask.disabled = true;
  return {
    element: h('div.comparison.stack', h('h3', 'On your machine'), h('p.note', NOTE), ask, mistake),
    /** @param can the cuts are done: before, they would slow down what is timed */
    allow(can: boolean) {
      ask.disabled = !can;
    },
    /** Shows nothing of what is being timed. */
    cancel: () => rounds.skip(),
  };
}
