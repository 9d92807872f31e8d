// The captions of tensors: name, element type and sizes, which are typed there. They stay while the call changes, so that nobody loses
// the caret.
import type { Type } from '../../lib/index.ts';
import { tensorNames } from '../model/names.ts';
import { isJoin, type Row, rowAt, takesAny } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { readValue } from '../model/values.ts';
import { h, set, write } from '../page/dom.ts';
import type { Change } from './view.ts';

export class Captions {
  #change;
  #heads: ReturnType<typeof makeHead>[] = [];
  #state: State | null = null;

  constructor(change: Change) {
    this.#change = change;
  }

  /** One per tensor. @param wrong message about dims; '' for none */
  show(state: State, wrong: string): HTMLElement[] {
    this.#state = state;
    const row = rowAt(state.op, state.opset) as Row;
    const texts = isJoin(row) ? state.dims.split(';') : [state.dims];
    const names = tensorNames(state, row, texts.length);
    while (this.#heads.length < texts.length) this.#add(this.#heads.length);
    this.#heads.length = texts.length;
    for (const [i, { name, type, dims, minus, plus }] of this.#heads.entries()) {
      write(name, names[i]);
      const options = [...type.options].map(({ value }) => value);
      if (String(options) !== String(row.types))
        type.replaceChildren(...row.types.map((each) => h('option', { value: each }, each)));
      set(type, { value: state.type, hidden: i > 0 });
      if (document.activeElement !== dims) dims.value = texts[i].trim();
      set(dims, {
        '--n': Math.max(4, dims.value.length),
        'aria-invalid': String(wrong !== ''),
        'aria-label': `sizes of ${names[i]}`,
      });
      const isLast = takesAny(row) && i === texts.length - 1;
      set(minus, { hidden: !isLast || texts.length === 1, 'aria-label': `remove ${names[i]}` });
      plus.hidden = !isLast;
    }
    return this.#heads.map(({ head }) => head);
  }

  #add(i: number) {
    const made = makeHead();
    const { type, dims, minus, plus } = made;
    this.#heads.push(made);
    type.addEventListener('change', () => this.#setType(type.value as Type));
    dims.addEventListener('input', () => this.#setTexts((texts) => texts.splice(i, 1, dims.value), 'dims'));
    minus.addEventListener('click', () => this.#setTexts((texts) => texts.splice(i, 1), ''));
    plus.addEventListener('click', () => this.#setTexts((texts) => texts.splice(i, 0, texts[i]), ''));
  }

  #setType(type: Type) {
    const state = this.#state as State;
    const data = state.data?.map((value) => readValue(type, value)) ?? null;
    const fits = data?.every((value) => value !== null);
    this.#change({ ...state, type, data: fits ? (data as string[]) : null }, '');
  }

  /** @param edit changes the sizes of all tensors */
  #setTexts(edit: (texts: string[]) => unknown, gesture: string) {
    const state = this.#state as State;
    const isOne = !isJoin(rowAt(state.op, state.opset) as Row);
    const texts = isOne ? [state.dims] : state.dims.split(';');
    edit(texts);
    // A semicolon that is typed makes no other tensor.
    const dims = isOne ? texts[0] : texts.map((text) => text.replaceAll(';', '')).join(';');
    this.#change({ ...state, dims, data: null }, gesture);
  }
}

function makeHead() {
  const name = h('b');
  const type = h('select', { 'aria-label': 'element type' });
  const dims = h('input', {
    type: 'text',
    spellcheck: false,
    autocomplete: 'off',
    'aria-describedby': 'says',
  });
  const minus = h('button.plus', '−');
  const plus = h('button.plus', { 'aria-label': 'add a tensor' }, '+');
  return { head: h('div.cap', name, type, dims, minus, plus), name, type, dims, minus, plus };
}
