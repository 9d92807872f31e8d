// The captions of tensors: name, element type and sizes, which are typed there. They stay while the call changes, so that nobody loses
// the caret.
import type { Type } from '../../lib/index.ts';
import { tensorNames } from '../model/call.ts';
import { isJoin, rowAt, takesAny } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { readValue } from '../model/values.ts';
import { h, set, write } from '../page/dom.ts';
import type { Change } from './view.ts';

export class Captions {
  #change;
  #heads: HTMLElement[] = [];
  #state: State | null = null;

  constructor(change: Change) {
    this.#change = change;
  }

  /** One per tensor. @param wrong message about dims; '' for none */
  show(state: State, wrong: string): HTMLElement[] {
    this.#state = state;
    const row = rowAt(state.op, state.opset);
    if (row === undefined) return [];
    const texts = isJoin(row) ? state.dims.split(';') : [state.dims];
    const names = tensorNames(state, row, texts.length);
    while (this.#heads.length < texts.length) this.#heads.push(this.#make(this.#heads.length));
    this.#heads.length = texts.length;
    for (const [i, head] of this.#heads.entries()) {
      const [name, type, dims, minus, plus] = head.children as unknown as [
        HTMLElement,
        HTMLSelectElement,
        HTMLInputElement,
        HTMLElement,
        HTMLElement,
      ];
      write(name, names[i]);
      const options = [...type.options].map(({ value }) => value);
      if (String(options) !== String(row.types))
        type.replaceChildren(...row.types.map((each) => h('option', { value: each }, each)));
      type.value = state.type;
      type.hidden = i > 0;
      if (document.activeElement !== dims) dims.value = texts[i].trim();
      set(dims, {
        '--n': Math.max(4, dims.value.length),
        'aria-invalid': String(wrong !== ''),
        'aria-label': `sizes of ${names[i]}`,
      });
      const isList = takesAny(row) && i === texts.length - 1;
      minus.hidden = !isList || texts.length === 1;
      minus.setAttribute('aria-label', `remove ${names[i]}`);
      plus.hidden = !isList;
    }
    return this.#heads;
  }

  #make(i: number): HTMLElement {
    const type = h('select', {
      'aria-label': 'element type',
      onchange: () => this.#setType(type.value as Type),
    });
    const dims = h('input', {
      type: 'text',
      spellcheck: false,
      autocomplete: 'off',
      inputMode: 'text',
      'aria-describedby': 'says',
      oninput: () => this.#setDims(i, dims.value),
    });
    const minus = h('button.plus', { onclick: () => this.#setCount(i, -1) }, '−');
    const plus = h('button.plus', { 'aria-label': 'add a tensor', onclick: () => this.#setCount(i, 1) }, '+');
    return h('div.cap', h('b'), type, dims, minus, plus);
  }

  #setType(type: Type) {
    const state = this.#state as State;
    const data = state.data?.map((value) => readValue(type, value)) ?? null;
    const fits = data?.every((value) => value !== null);
    this.#change({ ...state, type, data: fits ? (data as string[]) : null }, '');
  }

  #setDims(i: number, text: string) {
    const state = this.#state as State;
    const texts = state.dims.split(';');
    const dims =
      texts.length > 1
        ? texts.map((each, at) => (at === i ? text.replaceAll(';', '') : each)).join(';')
        : text;
    this.#change({ ...state, dims, data: null }, 'dims');
  }

  #setCount(i: number, by: number) {
    const state = this.#state as State;
    const texts = state.dims.split(';');
    if (by > 0) texts.splice(i + 1, 0, texts[i]);
    else texts.splice(i, 1);
    this.#change({ ...state, dims: texts.join(';'), data: null }, '');
  }
}
