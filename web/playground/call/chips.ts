// Links to examples for the data that is open.
import { PICTURE_CHIPS } from '../examples/pictures.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import { more } from '../page/more.ts';

interface Hands {
  /** The address that an example leads to; '': not known yet. */
  hashOf: (text: string) => string;
  pick: () => void;
  /** Back to the page's own picture. */
  back: () => void;
}

export class Chips {
  #element;
  #hands;
  #key = '';
  #links: { text: string; hash: string; link: HTMLElement }[] = [];

  constructor(element: HTMLElement, hands: Hands) {
    this.#element = element;
    this.#hands = hands;
  }

  /** @param hash of the state @param picture its name @param isOwn whether it is the page's own */
  show({ on }: State, hash: string, picture: string, isOwn: boolean) {
    const key = `${on} ${picture}`;
    if (this.#key !== key) this.#fill(on, isOwn);
    this.#key = key;
    for (const each of this.#links) {
      each.hash ||= this.#hands.hashOf(each.text);
      each.link.ariaCurrent = each.hash === hash ? 'true' : null;
    }
  }

  #fill(on: State['on'], isOwn: boolean) {
    const { pick, back } = this.#hands;
    const chips = on === 'picture' ? PICTURE_CHIPS : more.part?.CHIPS[on];
    this.#links = Object.entries(chips ?? {}).map(([title, text]) => ({
      text,
      hash: '',
      link: h('a.chip', { href: `#${encodeURI(text)}` }, title),
    }));
    const button = (text: string, onclick: () => void) => h('button.chip', { onclick }, text);
    const own = on === 'picture' ? [button('your picture…', pick)] : [];
    if (on === 'picture' && !isOwn) own.push(button('the first picture', back));
    const all = this.#links.map(({ link }) => link);
    this.#element.replaceChildren(h('span', 'Try'), ...all.slice(0, -1), ...own, ...all.slice(-1));
  }
}
