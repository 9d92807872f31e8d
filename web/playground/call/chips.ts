// Links to examples for the data that is open.
import { CHIPS } from '../examples/examples.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import type { Picture } from '../page/pictures.ts';

interface Hands {
  /** The address that an example leads to; '': not known yet. */
  hashOf: (text: string) => string;
  /** A picture was chosen. */
  pick: (file: File | undefined) => void;
  /** Back to the page's own picture. */
  back: () => void;
}

/** @returns shows the examples for a state, and marks the one that has its hash */
export function makeChips(element: HTMLElement, { hashOf, pick, back }: Hands) {
  const chosen = h('input', { type: 'file', hidden: true, accept: 'image/*' });
  chosen.addEventListener('change', () => pick(chosen.files?.[0]));
  element.after(chosen);
  let shown = '';
  let links: { text: string; hash: string; link: HTMLElement }[] = [];
  const button = (text: string, onclick: () => void) => h('button.chip', { onclick }, text);
  return ({ on }: State, hash: string, { isOwn, shown: { name }, dims }: Picture) => {
    const key = `${on} ${name} ${dims}`;
    if (shown !== key) {
      links = Object.entries(CHIPS[on]).map(([title, text]) => ({
        text,
        hash: '',
        link: h('a.chip', { href: `#${encodeURI(text)}` }, title),
      }));
      const own = on === 'picture' ? [button('your picture…', () => chosen.click())] : [];
      if (on === 'picture' && !isOwn) own.push(button('the first picture', back));
      const all = links.map(({ link }) => link);
      if (own.length > 1) all.splice(-3, 1); // two buttons need its room
      element.replaceChildren(h('span', 'Try'), ...all.slice(0, -1), ...own, ...all.slice(-1));
      shown = key;
    }
    for (const each of links) {
      each.hash ||= hashOf(each.text);
      each.link.ariaCurrent = each.hash === hash ? 'true' : null;
    }
  };
}
