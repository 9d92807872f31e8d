// The call as one line: text, and fields with a coloured mirror behind what is typed. Nothing that is typed is rewritten, and the caret
// stays where it is.

import { more } from '../known.ts';
import type { Mistake } from '../model/mistake.ts';
import { colourOf, type Field, isField, type Part, spansOf, wrongToken } from '../model/slice_words.ts';
import { h, keepFocus, PLAIN, set, write } from '../page/dom.ts';

/** Characters that fit a field without scrolling. */
const SHORT = 16;
/** Characters up to which the call is large, and on a phone. */
const LONG = { wide: 40, narrow: 44 };

export const narrow = matchMedia('(max-width: 719px)'); // asking for a width would lay out the page

type Made = ReturnType<typeof makeField>;

/** @param type a field has another text @param onCaret the token with the caret, as `kind i`; '' for none */
export function makeLine(
  element: HTMLElement,
  type: (field: string, text: string) => void,
  onCaret: (token: string) => void,
) {
  let made = new Map<string, Made>();
  let fields: Field[] = [];
  let shape = '';
  const hint = h('span');
  const ask = h('span.ask', hint);

  element.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    type(name, value);
  });
  element.addEventListener('focusout', () => onCaret(''));
  element.addEventListener('scroll', ({ target }) => follow(target), true);
  document.addEventListener('selectionchange', () => {
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement) || !element.contains(input)) return;
    follow(input);
    const at = input.selectionStart ?? 0;
    const field = fields.find(({ name }) => name === input.name);
    const token = field?.tokens.find((each) => at >= each.at && at <= each.at + each.text.length);
    onCaret(token?.kind ? `${token.kind} ${token.i}` : '');
  });
  element.addEventListener('keydown', (event) => more.part?.stepNumber(event, type));
  element.addEventListener('pointerdown', (event) =>
    more.part?.pointBeside(
      event,
      Array.from(made.values(), ({ input }) => input),
    ),
  );

  /** The mirror scrolls with its field. */
  function follow(target: EventTarget | null) {
    if (!(target instanceof HTMLInputElement)) return;
    const ink = made.get(target.name)?.ink;
    if (target.value.length <= SHORT && !narrow.matches) return;
    if (ink && ink.scrollLeft !== target.scrollLeft) ink.scrollLeft = target.scrollLeft;
  }

  function build(parts: readonly Part[]) {
    const old = made;
    made = new Map();
    const nodes: Node[] = [];
    let opening = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        // Brackets and quotes around a field stay beside it when the call is wrapped.
        const [closing] = /^[\]'}), ]*/.exec(part) ?? [''];
        if (closing) nodes.at(-1)?.appendChild(h('span.w', closing));
        const rest = part.slice(nodes.length > 0 ? closing.length : 0);
        [opening] = /['[]*$/.exec(rest) ?? [''];
        nodes.push(h('span.w', rest.slice(0, rest.length - opening.length)));
      } else if (!isField(part)) {
        nodes.push(h('span', opening && h('span.w', opening), h(`span.tok.${colourOf(part)}`, part.text)));
        opening = '';
      } else {
        const field = old.get(part.name) ?? makeField(part);
        made.set(part.name, field);
        nodes.push(h('span.near', opening && h('span.w', opening), field.box));
        opening = '';
      }
    }
    keepFocus(() => element.replaceChildren(...nodes, ask));
  }

  function fill(field: Field, message: string) {
    const { ink, input } = made.get(field.name) as Made;
    if (input.value !== field.text) input.value = field.text;
    set(input, { 'aria-invalid': String(message !== '') });
    const bad = message === '' ? undefined : (wrongToken(field, message) ?? 'all');
    const isAllBad = bad === 'all' && field.tokens.length === 0;
    const bits = spansOf(field).map((span) => {
      if (typeof span === 'string') return isAllBad ? h('span.wavy', span) : span;
      const own = colourOf(span);
      const isBad = bad === 'all' || bad === span;
      return h('span', { className: isBad ? 'tok wavy' : own && `tok ${own}` }, span.text);
    });
    const none = h('span.none', field.name === 's' ? '…' : '_');
    ink.replaceChildren(...(bits.length > 0 ? bits : [none]));
    follow(input);
  }

  return {
    /** @param text how else the call can be changed */
    show(parts: readonly Part[], wrong: Mistake | null, text: string) {
      write(hint, text);
      fields = parts.filter(isField);
      const next = parts
        .map((part) => (typeof part === 'string' ? part : isField(part) ? `\n${part.name}\n` : part.text))
        .join('');
      if (next !== shape) build(parts);
      shape = next;
      const length = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('').length;
      element.classList.toggle('long', length > (narrow.matches ? LONG.narrow : LONG.wide));
      element.classList.toggle('bad', wrong !== null);
      for (const field of fields) fill(field, wrong?.field === field.name ? wrong.message : '');
    },

    focus: (name: string) => made.get(name)?.input.focus(),
  };
}

function makeField({ name, form }: Field) {
  const isBox = form === 'number' || form === 'word';
  const ink = h(`span.ink${isBox ? '.box' : ''}`, { 'aria-hidden': 'true' });
  const says = { 'aria-label': name === 's' ? 'slice' : name, 'aria-describedby': 'says' };
  const input = h('input', { ...PLAIN, ...says, name, className: isBox ? 'boxed' : '' });
  return { box: h('span.field', ink, input), ink, input };
}
