// The form, built from the operator table. Above the cells: operator, version, one field for the slice or a field per parameter, and
// dims. Below them, folded: a slice's parameters, the type, and the values. It shows a state and turns what is typed into the next
// state; it decides nothing else.
import { h } from '../dom.ts';
import { Field } from '../field.ts';
import type { Told } from '../model/explain.ts';
import { oddIn } from '../model/integers.ts';
import { lostBy, parametersOf } from '../model/parameters.ts';
import { formatArray } from '../model/paste.ts';
import { takesPattern } from '../model/pattern.ts';
import { isJoin, labelOf, nameOf, type Row, tensorsOf } from '../model/rows.ts';
import { takesSlice } from '../model/slice.ts';
import { atOperator, atVersion, rowAt, type State } from '../model/state.ts';
import { isRight, toRows, withText } from './transitions.ts';

/** A mistake, and the parameter that it is about. */
type Wrong = { message: string; param?: string };

/** The fields of every operator. */
const FIXED = {
  s: { label: 'slice', hint: 'start:stop:step of each axis, as in NumPy: 1:-1, ::2' },
  dims: { label: 'dims', hint: 'sizes of the input; empty for a scalar' },
  data: { label: 'values', hint: 'paste array([[1, 2], …]), CSV or JSON, or drop a file', isLong: true },
};

export class CutForm {
  #rows;
  #onChange;
  #state: State;
  /** Where a mistake of two fields is shown. */ #typed = '';
  #row: Row | undefined;
  #operator = h('select', { id: 'cut-operator' });
  #version = h('select', { id: 'cut-version' });
  #type = h('select', { id: 'cut-type' });
  #dims = new Field('cut-dims', FIXED.dims);
  #notation = new Field('cut-s', FIXED.s);
  #data = new Field('cut-data', FIXED.data);
  #lost = h('p.note.lost', { 'aria-live': 'polite' });
  /** The fields between the operator and dims. */ #main = h('div.main');
  #parameters = h('div.fields');
  #given = h('b');
  #fold = fold(this.#given, this.#parameters);
  #general = h('p.error', { 'aria-live': 'polite' });
  /** Of the version's parameters. */ #fields = new Map<string, Field>();
  /** What is rarely changed, for below the cells. */ folds;

  constructor(
    form: HTMLFormElement,
    rows: readonly Row[],
    state: State,
    onChange: (state: State, field: string) => void,
  ) {
    this.#rows = rows;
    this.#state = state;
    this.#onChange = onChange;
    for (const group of ['cut', 'rearrange', 'join'])
      this.#operator.append(drawOperators(group, rows.filter((row) => groupOf(row) === group))); // biome-ignore format: a call
    const values = fold(
      h('b', 'Type and values'),
      h('div.fields', labelled('type', this.#type), this.#data.element),
    );
    this.folds = h('div.folds', this.#fold, values);
    form.append(
      h('div.picker.row', labelled('operator', this.#operator), labelled('version', this.#version)),
      this.#main,
      this.#dims.element,
      this.#general,
      this.#lost,
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    for (const part of [form, this.folds])
      part.addEventListener('input', (event) => this.#read(event.target as HTMLInputElement));
    this.show(state);
  }

  /** @param typed the field that is being typed into, which stays as it is */
  show(state: State, typed = '') {
    this.#state = state;
    this.#typed = typed;
    const row = rowAt(this.#rows, state.op, state.opset) as Row;
    if (row !== this.#row) this.#renew(row);
    if (typed === '' && state.notation === null && (!takesPattern(row.op) || state.values.sizes))
      this.#fold.open = true;
    this.#operator.value = state.op;
    this.#version.value = String(state.opset);
    this.#type.value = state.type;
    const lost = lostBy(row, state);
    const names = lost.map((name) => `${name}=${state.values[name]}`).join(', ');
    const its =
      lost.length === 0 ? '' : `${nameOf(row)} has no ${lost.join(', ')}: your ${names} is ignored.`;
    if (this.#lost.textContent !== its) this.#lost.textContent = its;
    const { notation, values } = toRows(state);
    const data = state.data === null || this.#data.element.hidden ? '' : formatArray(state.dims, state.data);
    const shown: Record<string, string> = { ...values, dims: state.dims, s: notation, data };
    for (const [name, field] of this.#all()) if (name !== typed) field.input.value = shown[name] ?? '';
  }

  /** Shows a mistake beside its field. @param wrong null: no mistake */
  setError(wrong: Wrong | null) {
    const message = wrong?.message ?? '';
    const blamed = wrong && this.#blame(wrong.param ?? '', message);
    const odd = blamed && /\bNaN\b/.test(message) ? oddIn(blamed.text) : undefined;
    const said = odd === undefined ? message : `'${odd}' is not an integer`;
    for (const [, field] of this.#all()) field.setError(field === blamed ? said : '');
    this.#general.textContent = blamed ? '' : message;
    if (message !== '' && !blamed) this.#general.scrollIntoView({ block: 'nearest' });
    const folded = blamed?.element.closest('details');
    if (folded) folded.open = true;
  }

  /** Says what each token means. @param told by field */
  explain(told: Record<string, Told[]>) {
    for (const [name, field] of this.#all()) field.explain(told[name] ?? []);
  }

  #all(): [string, Field][] {
    return [['dims', this.#dims], ['s', this.#notation], ['data', this.#data], ...this.#fields];
  }

  #blame(param: string, message: string) {
    if (param === 'values') return this.#data;
    if (param === 'drop') return undefined; // above the cells, in view
    const typed = this.#all().find(([name]) => name === this.#typed);
    const word = this.#typed === 'dims' ? 'rank|size' : this.#typed;
    if (typed && new RegExp(`\\b(${word})\\b`).test(message)) return typed[1];
    if (this.#row && tensorsOf(this.#row).some(({ name }) => name === param)) return this.#dims;
    return this.#state.notation === null ? this.#fields.get(param) : this.#notation;
  }

  #read({ id, value }: HTMLInputElement) {
    const rows = this.#rows;
    const state = this.#state;
    const field = id.replace('cut-', '');
    if (field === 'operator') return this.#onChange(atOperator(rows, state, value, isRight), field);
    if (field === 'version') return this.#onChange(atVersion(rows, state, Number(value)), field);
    try {
      this.#onChange(withText(state, field, value), field);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.setError({ param: 'values', message: `values: ${error.message}` });
    }
  }

  /** Shows the types and fields of another version. */
  #renew(row: Row) {
    const [hasSlice, hasPattern] = [takesSlice(row.op), takesPattern(row.op)];
    if (row.op !== this.#row?.op) {
      const versions = this.#rows.filter(({ op }) => op === row.op);
      this.#version.replaceChildren(...versions.map((each) => option(each.since_version, versionOf(each))));
      this.#fold.open = false;
    }
    this.#row = row;
    this.#given.textContent = hasPattern
      ? 'Sizes'
      : `${row.domain === 'openvino' ? 'OpenVINO' : 'ONNX'}'s parameters`;
    this.#type.replaceChildren(...row.types.map((name) => option(name, name)));
    this.#dims.setHint(isJoin(row) ? 'sizes of each input: 2, 3; 2, 1' : FIXED.dims.hint);
    this.#data.element.hidden = isJoin(row);
    this.#fields = new Map(
      parametersOf(row).map(({ name, hint }) => [name, new Field(`cut-${name}`, { label: name, hint })]),
    );
    const fields = Array.from(this.#fields.values(), ({ element }) => element);
    const shown = hasSlice ? [this.#notation.element] : hasPattern ? fields.splice(0, 1) : fields.splice(0);
    this.#fold.hidden = fields.length === 0;
    this.#parameters.replaceChildren(...fields);
    this.#main.replaceChildren(...shown);
  }
}

const groupOf = (row: Row) => (isJoin(row) ? 'join' : takesPattern(row.op) ? 'rearrange' : 'cut');

const versionOf = ({ domain, since_version }: Row) =>
  `${domain === 'openvino' ? 'OpenVINO' : 'opset'} ${since_version}`;

/** A part of the form that can be closed. */
const fold = (title: Node, ...content: Node[]) => h('details.fold', h('summary', title), ...content);

const labelled = (name: string, select: HTMLSelectElement) =>
  h('div.field', h('label', { htmlFor: select.id }, name), select);

const option = (value: string | number, text: string) => h('option', { value: String(value) }, text);

function drawOperators(label: string, rows: readonly Row[]) {
  const labels = new Map(rows.map((row) => [row.op, labelOf(row)]));
  return h('optgroup', { label }, ...Array.from(labels, ([op, name]) => option(op, name)));
}
