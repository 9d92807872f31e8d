// The form, built from the operator table: a slice string for Slice, dims, a field per parameter, operator, version, type and the
// values of the cells. It shows a state and turns what is typed into the next state; it decides nothing else.
import { h } from '../dom.ts';
import { Field } from '../field.ts';
import type { Told } from '../model/explain.ts';
import { lostBy, parametersOf } from '../model/parameters.ts';
import { formatArray } from '../model/paste.ts';
import { isJoin, labelOf, nameOf, type Row, tensorsOf } from '../model/rows.ts';
import { takesSlice } from '../model/slice.ts';
import { atOperator, atVersion, rowAt, type State } from '../model/state.ts';
import { isRight, toRows, withText } from './transitions.ts';

/** A mistake, and the parameter that it is about. */
type Wrong = { message: string; param?: string };

/** The fields of every operator. */
const FIXED = {
  s: { label: 'NumPy', hint: 'what is taken of each axis: 1:-1, ::2' },
  dims: { label: 'dims', hint: 'sizes of the input; empty for a scalar' },
  data: { label: 'values', hint: 'paste array([[1, 2], …]), CSV or JSON, or drop a file', isLong: true },
};

/** Screens on which the result is beside the form. Others have no room for what is rarely changed. */
const WIDE = '(min-width: 60rem)';

export class CutForm {
  #form;
  #rows;
  #onChange;
  #state: State;
  /** Where a mistake of two fields is shown. */ #typed = '';
  #row: Row | undefined;
  #versions = h('div.row');
  #type = h('select', { id: 'cut-type' });
  #dims = new Field('cut-dims', FIXED.dims);
  #notation = new Field('cut-s', FIXED.s);
  #data = new Field('cut-data', FIXED.data);
  #lost = h('p.note', { 'aria-live': 'polite' });
  #chosen = h('b');
  #parameters = h('div.fields');
  #given = h('b');
  #fold = fold(this.#given, this.#parameters);
  #general = h('p.error', { 'aria-live': 'polite' });
  /** Of the version's parameters. */ #fields = new Map<string, Field>();

  constructor(
    form: HTMLFormElement,
    rows: readonly Row[],
    state: State,
    onChange: (state: State, field: string) => void,
  ) {
    this.#rows = rows;
    this.#state = state;
    this.#onChange = onChange;
    const cuts = rows.filter((row) => !isJoin(row));
    const setup = fold(
      this.#chosen,
      drawOperators('cut', cuts),
      drawOperators('join', rows.filter(isJoin)),
      h('fieldset', h('legend', 'version'), this.#versions),
      this.#lost,
    );
    const values = fold(
      h('b', 'Type and values'),
      h('div.field.bare', h('label', { htmlFor: this.#type.id }, 'type'), this.#type),
      this.#data.element,
    );
    setup.open = values.open = matchMedia(WIDE).matches;
    const folds = h('div.folds', this.#fold, setup, values);
    form.append(this.#notation.element, this.#dims.element, this.#general, folds);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', (event) => this.#read(event.target as HTMLInputElement));
    this.#form = form;
    this.show(state);
  }

  /** @param typed the field that is being typed into, which stays as it is */
  show(state: State, typed = '') {
    this.#state = state;
    this.#typed = typed;
    const row = rowAt(this.#rows, state.op, state.opset) as Row;
    if (row !== this.#row) this.#renew(row);
    if (typed === '' && (row.op_type !== 'Slice' || state.notation === null)) this.#fold.open = true;
    check(this.#form, 'operator', state.op);
    check(this.#form, 'version', String(state.opset));
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
    for (const [, field] of this.#all()) field.setError(field === blamed ? message : '');
    this.#general.textContent = blamed ? '' : message;
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
    const typed = this.#all().find(([name]) => name === this.#typed);
    const word = this.#typed === 'dims' ? 'rank|size' : this.#typed;
    if (typed && new RegExp(`\\b(${word})\\b`).test(message)) return typed[1];
    if (this.#row && tensorsOf(this.#row).some(({ name }) => name === param)) return this.#dims;
    return this.#state.notation === null ? this.#fields.get(param) : this.#notation;
  }

  #read({ name, id, value }: HTMLInputElement) {
    const rows = this.#rows;
    const state = this.#state;
    if (name === 'operator') return this.#onChange(atOperator(rows, state, value, isRight), name);
    if (name === 'version') return this.#onChange(atVersion(rows, state, Number(value)), name);
    const field = id.replace('cut-', '');
    try {
      this.#onChange(withText(state, field, value), field);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.setError({ param: 'values', message: `values: ${error.message}` });
    }
  }

  /** Shows the types and fields of another version. */
  #renew(row: Row) {
    if (row.op !== this.#row?.op) {
      this.#drawVersions(row.op);
      this.#fold.open = row.op_type !== 'Slice';
    }
    this.#row = row;
    this.#chosen.textContent = `${row.op_type}, ${versionOf(row)}`;
    this.#given.textContent = `${row.domain === 'openvino' ? 'OpenVINO' : 'ONNX'}'s parameters`;
    this.#type.replaceChildren(...row.types.map((name) => h('option', { value: name }, name)));
    this.#dims.setHint(isJoin(row) ? 'sizes of each input: 2, 3; 2, 1' : FIXED.dims.hint);
    this.#data.element.hidden = isJoin(row);
    this.#notation.element.hidden = !takesSlice(row.op);
    this.#fields = new Map(
      parametersOf(row).map(({ name, hint }) => [name, new Field(`cut-${name}`, { label: name, hint })]),
    );
    this.#parameters.replaceChildren(...Array.from(this.#fields.values(), (field) => field.element));
  }

  #drawVersions(op: string) {
    const rows = this.#rows.filter((row) => row.op === op);
    this.#versions.replaceChildren(
      ...rows.map((row) => choice('version', String(row.since_version), versionOf(row))),
    );
  }
}

const versionOf = ({ domain, since_version }: Row) =>
  `${domain === 'openvino' ? 'OpenVINO' : 'opset'} ${since_version}`;

/** A part of the form that can be closed. */
const fold = (title: Node, ...content: Node[]) => h('details.fold', h('summary', title), ...content);

function drawOperators(legend: string, rows: readonly Row[]) {
  const labels = new Map(rows.map((row) => [row.op, labelOf(row)]));
  const choices = Array.from(labels, ([op, label]) => choice('operator', op, label));
  return h('fieldset', h('legend', legend), h('div.row', ...choices));
}

/** @param name of the group */
function check(form: HTMLFormElement, name: string, value: string) {
  for (const input of form.querySelectorAll(`input[name=${name}]`))
    if (input instanceof HTMLInputElement) input.checked = input.value === value;
}

/** @param name of the group */
function choice(name: string, value: string, label: string) {
  return h('label.choice', h('input', { type: 'radio', name, value }), h('span.chip', label));
}
