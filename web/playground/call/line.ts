// The call as one line: text, and fields with a coloured mirror behind what is typed. Nothing that is typed is rewritten, and the caret
// stays where it is.
import type { Field, Part } from '../model/call.ts';
import type { Mistake } from '../model/mistake.ts';
import { colourOf, wrongToken } from '../model/slice_legend.ts';
import { spansOf } from '../model/slice_tokens.ts';
import { h, keepFocus, set, write } from '../page/dom.ts';
import { more } from '../page/more.ts';

/** Characters that fit a field without scrolling. */
const SHORT = 16;

/** Characters up to which the call is large. */
const LONG = 40;

const narrow = matchMedia('(max-width: 719px)'); // asking for a width would lay out the page

export class CallLine {
  element;
  #fields = new Map<string, { box: HTMLElement; ink: HTMLElement; input: HTMLInputElement }>();
  #shape = '';
  #hint = h('span');
  #ask = h('span.ask', this.#hint);
  #type;

  /** @param type a field has another text */
  constructor(
    element: HTMLElement,
    type: (field: string, text: string) => void,
    onCaret: (token: string) => void,
  ) {
    this.element = element;
    this.#type = type;
    element.addEventListener('input', ({ target }) => {
      const input = target as HTMLInputElement;
      this.#type(input.name, input.value);
    });
    element.addEventListener('keydown', (event) => this.#press(event));
    element.addEventListener('pointerdown', (event) => this.#pointBeside(event));
    element.addEventListener('scroll', (event) => this.#follow(event.target), true);
    element.addEventListener('focusout', () => onCaret(''));
    document.addEventListener('selectionchange', () => {
      const input = document.activeElement;
      if (!(input instanceof HTMLInputElement) || !element.contains(input)) return;
      this.#follow(input);
      onCaret(this.#tokenAt(input));
    });
  }

  #parts: Field[] = [];

  /** @param hint how else the call can be changed */
  show(parts: readonly Part[], wrong: Mistake | null, hint: string) {
    write(this.#hint, hint);
    const fields = parts.filter((part): part is Field => typeof part !== 'string');
    this.#parts = fields;
    const shape = parts.map((part) => (typeof part === 'string' ? part : `\n${part.name}\n`)).join('');
    if (shape !== this.#shape) this.#build(parts);
    this.#shape = shape;
    const length = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part : part.text).length, 0);
    this.element.classList.toggle('long', length > (narrow.matches ? 44 : LONG));
    this.element.classList.toggle('bad', wrong !== null);
    for (const field of fields) this.#fill(field, wrong?.field === field.name ? wrong.message : '');
  }

  focus(name?: string) {
    const [first] = this.#fields.values();
    (this.#fields.get(name ?? '') ?? first)?.input.focus();
  }

  #build(parts: readonly Part[]) {
    const old = this.#fields;
    this.#fields = new Map();
    const nodes: Node[] = [];
    let opening = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        // What opens or closes a field stays beside it when the call is wrapped.
        const [closing] = /^[\]'}), ]*/.exec(part) ?? [''];
        if (closing) nodes.at(-1)?.appendChild(h('span.w', closing));
        const rest = part.slice(nodes.length > 0 ? closing.length : 0);
        [opening] = /['[]*$/.exec(rest) ?? [''];
        nodes.push(h('span.w', rest.slice(0, rest.length - opening.length)));
      } else {
        const made = old.get(part.name) ?? makeField(part);
        this.#fields.set(part.name, made);
        nodes.push(h('span.near', ...(opening ? [h('span.w', opening)] : []), made.box));
        opening = '';
      }
    }
    keepFocus(() => this.element.replaceChildren(...nodes, this.#ask));
  }

  #fill(field: Field, message: string) {
    const { ink, input } = this.#fields.get(field.name) as { ink: HTMLElement; input: HTMLInputElement };
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
    this.#follow(input);
  }

  /** The mirror scrolls with its field. */
  #follow(target: EventTarget | null) {
    if (!(target instanceof HTMLInputElement)) return;
    const ink = this.#fields.get(target.name)?.ink;
    if (target.value.length <= SHORT && !narrow.matches) return;
    if (ink && ink.scrollLeft !== target.scrollLeft) ink.scrollLeft = target.scrollLeft;
  }

  /** Beside a field: the nearest one has the caret, at the end that was pointed at. */
  #pointBeside(event: PointerEvent) {
    if (event.target instanceof HTMLInputElement || event.button !== 0) return;
    const { clientX: x, clientY: y } = event;
    const far = (input: HTMLInputElement) => {
      const { left, right, top, bottom } = input.getBoundingClientRect();
      return Math.max(left - x, x - right, 0) + 4 * Math.max(top - y, y - bottom, 0); // another line is farther
    };
    const inputs = Array.from(this.#fields.values(), ({ input }) => input);
    const [nearest] = inputs.sort((a, b) => far(a) - far(b));
    if (!nearest) return;
    event.preventDefault();
    const end = x < nearest.getBoundingClientRect().left ? 0 : nearest.value.length;
    nearest.focus();
    nearest.setSelectionRange(end, end);
  }

  #tokenAt({ name, selectionStart }: HTMLInputElement) {
    const at = selectionStart ?? 0;
    const field = this.#parts.find((each) => each.name === name);
    const token = field?.tokens.find((each) => at >= each.at && at <= each.at + each.text.length);
    return token && token.kind !== '' ? `${token.kind} ${token.i}` : '';
  }

  /** Alt and an arrow change the number at the caret. */
  #press(event: KeyboardEvent) {
    const { target, key, altKey, shiftKey } = event;
    if (!(target instanceof HTMLInputElement) || !altKey || !/^Arrow(Up|Down)$/.test(key)) return;
    event.preventDefault();
    more.part?.stepNumber(target, (key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : 1));
    this.#type(target.name, target.value);
  }
}

function makeField({ name, form }: Field) {
  const isBox = form === 'number' || form === 'word';
  const ink = h(`span.ink${isBox ? '.box' : ''}`, { 'aria-hidden': 'true' });
  const input = h('input', {
    type: 'text',
    name,
    className: isBox ? 'boxed' : '',
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-label': name === 's' ? 'slice' : name,
    'aria-describedby': 'says',
  });
  return { box: h('span.field', ink, input), ink, input };
}
