// The captions of tensors: name, element type and sizes, which are typed there. They stay while the call changes, so that nobody loses
// the caret.
import type { Type } from '../../lib/index.ts';
import { dimsTyped, isJoin, rowOf, takesAny, tensorNames } from '../model/rows.ts';
import type { Change, State } from '../model/state.ts';
import { readValue } from '../model/values.ts';
import { h, set, write } from '../page/dom.ts';

/** @returns shows one caption per tensor, and a message about dims; '' for none */
export function makeCaptions(change: Change) {
  const heads: ReturnType<typeof makeHead>[] = [];
  let shown: State;

  function makeHead(i: number) {
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
    type.addEventListener('change', () => setType(type.value as Type));
    dims.addEventListener('input', () => setTexts((texts) => texts.splice(i, 1, dims.value), 'dims'));
    minus.addEventListener('click', () => setTexts((texts) => texts.splice(i, 1), ''));
    plus.addEventListener('click', () => setTexts((texts) => texts.splice(i, 0, texts[i]), ''));
    return { head: h('div.cap', name, type, dims, minus, plus), name, type, dims, minus, plus };
  }

  function setType(type: Type) {
    const data = shown.data?.map((value) => readValue(type, value)) ?? null;
    const fits = data?.every((value) => value !== null);
    change({ ...shown, type, data: fits ? (data as string[]) : null }, '');
  }

  /** @param edit changes the sizes of all tensors */
  function setTexts(edit: (texts: string[]) => unknown, gesture: string) {
    const texts = dimsTyped(shown);
    edit(texts);
    // A semicolon that is typed makes no other tensor.
    const isOne = !isJoin(rowOf(shown));
    const dims = isOne ? texts[0] : texts.map((text) => text.replaceAll(';', '')).join(';');
    change({ ...shown, dims, data: null }, gesture);
  }

  return (state: State, wrong: string): HTMLElement[] => {
    shown = state;
    const row = rowOf(state);
    const texts = dimsTyped(state);
    const names = tensorNames(state);
    while (heads.length < texts.length) heads.push(makeHead(heads.length));
    heads.length = texts.length;
    for (const [i, { name, type, dims, minus, plus }] of heads.entries()) {
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
    return heads.map(({ head }) => head);
  };
}
