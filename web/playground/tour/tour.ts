// The guided tour: a box beside the cells that leads through STEPS. The page can be used meanwhile, and is as before afterwards.
import { button, find, h, loadStyle, withCode } from '../dom.ts';
import type { Stage } from '../stage/stage.ts';
import { STEPS } from './steps.ts';

class Tour {
  #step = 0;
  /** Where the page was. */ #before = '';
  #count = h('p.note', { id: 'tour-count' });
  #title = h('h2', { id: 'tour-title', tabIndex: -1, 'aria-describedby': 'tour-count tour-says' });
  #says = h('div.stack', { id: 'tour-says' });
  #back = button(() => this.#show(this.#step - 1), 'Back');
  #next = button(() => this.#show(this.#step + 1), 'Next');
  #skip = button(() => this.#close());
  #element = h(
    'section.panel.tour',
    { popover: 'manual', role: 'dialog', 'aria-labelledby': 'tour-title' },
    this.#title,
    this.#says,
    h('div.actions.row', this.#back, this.#next, this.#skip, this.#count),
  );
  #opener;
  #stage;

  constructor(opener: HTMLElement, stage: Stage) {
    this.#opener = opener;
    this.#stage = stage;
    opener.after(this.#element);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close());
  }

  start() {
    this.#before = location.hash;
    this.#element.showPopover();
    this.#show(0);
  }

  async #show(step: number) {
    const { title, hash, says, at = '.parts' } = STEPS[step];
    this.#step = step;
    this.#count.textContent = `Step ${step + 1} of ${STEPS.length}`;
    this.#title.textContent = title;
    this.#says.replaceChildren(...says.map((text) => h('p', ...withCode(text))));
    this.#back.disabled = step === 0; // it stays, so that no other button takes its place
    this.#next.disabled = step === STEPS.length - 1;
    this.#skip.textContent = this.#next.disabled ? 'Done' : 'Skip';
    this.#title.focus({ preventScroll: true });
    if (location.hash !== `#${hash}`) {
      location.hash = hash;
      await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    }
    await this.#stage.drawn;
    find(document, at, HTMLElement).scrollIntoView({ block: 'nearest' });
  }

  #close() {
    if (!this.#element.matches(':popover-open')) return;
    this.#element.hidePopover();
    location.hash = this.#before;
    this.#opener.focus();
  }
}

let tour: Promise<Tour> | null = null;

/** @param opener has the focus again afterwards */
export async function startTour(opener: HTMLElement, stage: Stage) {
  tour ??= loadStyle(new URL('../style/tour.css', import.meta.url)).then(() => new Tour(opener, stage));
  (await tour).start();
}
