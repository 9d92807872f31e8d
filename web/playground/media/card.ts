// What a job has made: its outputs, which can be saved, and its code.
import { copyButton } from '../copy.ts';
import { h } from '../dom.ts';
import { save } from '../save.ts';
import type { Cut } from './cut.ts';
import type { Job, Kind, Load, Part } from './kind.ts';

export type Request = {
  spec: string;
  cut: Cut;
  names: readonly string[];
  code: string;
  command?: string;
  columns?: number;
};
export type Card = ReturnType<typeof makeCard>;

export function makeCard(
  kind: Kind,
  { name: className, title, command: hasCommand }: Job,
  write: (asked: object) => Promise<Blob>,
) {
  const figures = h('div.figures.abreast');
  const code = h('code');
  const command = h('code');
  const calls = hasCommand
    ? h('div.call.abreast', drawCode('h4', 'code', code), drawCode('h4', 'a command', command))
    : h('p.call.note', code);
  const props = { className: `job panel stack stale ${className}`, 'aria-label': title };
  const element = h('section', props, h('h3', title), figures, calls);
  let expected = '';
  /** What is shown. */ let shown: Request | undefined;
  let shows: ((part: Part) => void)[] = [];

  /** Makes the places of what comes. */
  function expect({ names, columns, ...texts }: Request) {
    figures.style.setProperty('--columns', String(columns));
    code.textContent = texts.code;
    command.textContent = texts.command ?? '';
    if (expected === String(names)) return;
    expected = String(names);
    const made = names.map(makeFigure);
    shows = made.map(({ show }) => show);
    figures.replaceChildren(...made.map(({ figure }) => figure));
  }

  /** @param name of the output */
  function makeFigure(name: string, index: number) {
    const load: Load = (format) => write({ ...shown, index, format });
    const { element: drawing, controls = [], show } = kind.draw(name, load);
    const size = h('span.size');
    const saves = Object.entries(kind.formats).map(([format, { text, fits }]) => {
      const file = `${name.replace(/[, ]+/g, '-')}.${format}`;
      const onclick = async () => save(file, await load(format));
      const named = { type: 'button', 'aria-label': `Save ${name} as ${text}`, disabled: true, onclick };
      const button = h('button.quiet.save', named, text);
      return { button, fits };
    });
    const buttons = saves.map(({ button }) => button);
    const caption = h('figcaption.row.note', ...controls, h('b', name), size, ...buttons);
    return {
      figure: h('figure', h('div', { className: kind.frame ?? '' }, drawing), caption),
      show: (part: Part) => {
        show(part);
        size.textContent = kind.sizeOf(part);
        for (const { button, fits } of saves) button.disabled = !fits(part);
      },
    };
  }

  return {
    title,
    element,
    expect,
    /** Forgets what was cut from something else. */
    clear() {
      expected = '';
    },
    /** @param isNew nothing else has been requested since */
    show(request: Request, parts: readonly Part[], isNew: boolean) {
      expect(request);
      shown = request;
      for (const [i, show] of shows.entries()) show(parts[i]);
      if (isNew) element.classList.remove('stale');
    },
  };
}

/** @param heading one level below the heading of the panel or card around it */
export const drawCode = (heading: 'h3' | 'h4', what: string, code: HTMLElement) =>
  h(
    'div.stack',
    h(
      'div.title.row',
      h(heading, `As ${what}`),
      copyButton(() => code.textContent ?? '', `Copy ${what.split(' ').at(-1)}`),
    ),
    h('pre', { tabIndex: 0, role: 'region', 'aria-label': `The slice as ${what}` }, code),
  );
