// Links to examples for the data that is open.
import { PICTURE_CHIPS } from '../examples/pictures.ts';
import { more } from '../known.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';

interface Hands {
  /** The address that an example leads to; '': not known yet. */
  hashOf: (text: string) => string;
  pick: () => void;
  /** Back to the page's own picture. */
  back: () => void;
}

/** @returns shows the examples for a state, of which one has its hash @param picture its name @param isOwn whether it is the page's own */
export function makeChips(element: HTMLElement, { hashOf, pick, back }: Hands) {
  let shown = '';
  let links: { text: string; hash: string; link: HTMLElement }[] = [];
  const button = (text: string, onclick: () => void) => h('button.chip', { onclick }, text);
  function fill(on: State['on'], isOwn: boolean) {
    const isPicture = on === 'picture';
    const chips = isPicture ? PICTURE_CHIPS : more.part?.CHIPS[on];
    links = Object.entries(chips ?? {}).map(([title, text]) => ({
      text,
      hash: '',
      link: h('a.chip', { href: `#${encodeURI(text)}` }, title),
    }));
    const own = isPicture ? [button('your picture…', pick)] : [];
    if (isPicture && !isOwn) own.push(button('the first picture', back));
    const all = links.map(({ link }) => link);
    element.replaceChildren(h('span', 'Try'), ...all.slice(0, -1), ...own, ...all.slice(-1));
  }
  return ({ on }: State, hash: string, picture: string, isOwn: boolean) => {
    const key = `${on} ${picture}`;
    if (shown !== key) fill(on, isOwn);
    shown = key;
    for (const each of links) {
      each.hash ||= hashOf(each.text);
      each.link.ariaCurrent = each.hash === hash ? 'true' : null;
    }
  };
}
