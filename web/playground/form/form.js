// The form, built from the operator table: operator, version, type, dims, a field per parameter, a slice string for Slice, and the
// values of the cells. It shows a state and turns what is typed into the next state; it decides nothing else.
import { h } from '../dom.js';
import { Field } from '../field.js';
import { parametersOf } from '../model/parameters.js';
import { formatArray } from '../model/paste.js';
import { atVersion, beginWith, rowAt } from '../model/state.js';
import { toRows, withText } from './transitions.js';

/** @import { OperatorRow } from '../../lib/types.js' */
/** @import { State } from '../model/state.js' */

/** A mistake, and the parameter that it is about. @typedef {{ message: string, param?: string }} Wrong */

/** The fields of every operator. */
const FIXED = {
  dims: { label: 'dims', hint: 'sizes of the input; empty for a scalar' },
  s: { label: 'NumPy', hint: 'or a slice string: 1:-1, ::2' },
  data: { label: 'values', hint: 'paste array([[1, 2], …]), CSV or JSON, or drop a file', isLong: true },
};

export class CutForm {
  #rows;
  #onChange;
  /** @type {State} */ #state;
  /** @type {OperatorRow | undefined} */ #row;
  #versions = h('div', { className: 'choices' });
  #type = h('select', { id: 'cut-type' });
  #dims = new Field('cut-dims', FIXED.dims);
  #notation = new Field('cut-s', FIXED.s);
  #data = new Field('cut-data', FIXED.data);
  #parameters = h('div', { className: 'fields' });
  #general = h('p', { className: 'error general', 'aria-live': 'polite' });
  /** @type {Map<string, Field>} of the version's parameters */ #fields = new Map();

  /**
   * @param {HTMLFormElement} form
   * @param {readonly OperatorRow[]} rows
   * @param {State} state
   * @param {(state: State, field: string) => void} onChange
   */
  constructor(form, rows, state, onChange) {
    this.#rows = rows;
    this.#state = state;
    this.#onChange = onChange;
    const operators = [...new Set(rows.map((row) => row.op_type))].map((name) =>
      choice('operator', name, name),
    );
    form.append(
      h('fieldset', {}, h('legend', {}, 'operator'), h('div', { className: 'choices' }, ...operators)),
      h('fieldset', {}, h('legend', {}, 'version'), this.#versions),
      this.#dims.element,
      this.#parameters,
      this.#notation.element,
      h('div', { className: 'field bare' }, h('label', { htmlFor: this.#type.id }, 'type'), this.#type),
      this.#data.element,
      this.#general,
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', (event) => this.#read(/** @type {HTMLInputElement} */ (event.target)));
    this.#form = form;
    this.show(state);
  }

  #form;

  /**
   * @param {State} state
   * @param {string} [typed] the field that is being typed into, which stays as it is
   */
  show(state, typed = '') {
    this.#state = state;
    const row = /** @type {OperatorRow} */ (rowAt(this.#rows, state.op, state.opset));
    if (row !== this.#row) this.#renew(row);
    check(this.#form, 'operator', state.op);
    check(this.#form, 'version', String(state.opset));
    this.#type.value = state.type;
    const texts = toRows(state);
    const values = state.data === null ? '' : formatArray(state.dims, state.data);
    /** @type {Record<string, string>} */
    const shown = { ...texts.values, dims: state.dims, s: texts.notation, data: values };
    for (const [name, field] of this.#all()) if (name !== typed) field.input.value = shown[name] ?? '';
  }

  /**
   * Shows a mistake beside its field.
   * @param {Wrong | null} wrong null: no mistake
   */
  setError(wrong) {
    const blamed = wrong && this.#blame(wrong.param ?? '');
    for (const [, field] of this.#all()) field.setError(wrong && field === blamed ? wrong.message : '');
    this.#general.textContent = wrong && !blamed ? wrong.message : '';
  }

  /** @returns {[string, Field][]} */
  #all() {
    return [['dims', this.#dims], ['s', this.#notation], ['data', this.#data], ...this.#fields];
  }

  /** @param {string} param */
  #blame(param) {
    if (param === this.#row?.inputs[0].name) return this.#dims;
    if (param === 'values') return this.#data;
    return this.#state.notation === null ? this.#fields.get(param) : this.#notation;
  }

  /** @param {HTMLInputElement} target */
  #read({ name, id, value }) {
    const rows = this.#rows;
    const state = this.#state;
    if (name === 'operator') return this.#onChange(beginWith(rows, value), name);
    if (name === 'version') return this.#onChange(atVersion(rows, state, Number(value)), name);
    const field = id.replace('cut-', '');
    try {
      this.#onChange(withText(state, field, value), field);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.setError({ param: 'values', message: `values: ${error.message}` });
    }
  }

  /** Shows the types and fields of another version. @param {OperatorRow} row */
  #renew(row) {
    if (row.op_type !== this.#row?.op_type) this.#drawVersions(row.op_type);
    this.#row = row;
    this.#type.replaceChildren(...row.types.map((name) => h('option', { value: name }, name)));
    this.#notation.element.hidden = row.op_type !== 'Slice';
    this.#fields = new Map(
      parametersOf(row).map(({ name, hint }) => [name, new Field(`cut-${name}`, { label: name, hint })]),
    );
    this.#parameters.replaceChildren(...Array.from(this.#fields.values(), (field) => field.element));
  }

  /** @param {string} op_type */
  #drawVersions(op_type) {
    const rows = this.#rows.filter((row) => row.op_type === op_type);
    const labelOf = (/** @type {OperatorRow} */ { domain, since_version }) =>
      domain === 'openvino' ? `OpenVINO ${since_version}` : `opset ${since_version}`;
    this.#versions.replaceChildren(
      ...rows.map((row) => choice('version', String(row.since_version), labelOf(row))),
    );
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name of the group
 * @param {string} value
 */
function check(form, name, value) {
  for (const input of form.querySelectorAll(`input[name=${name}]`))
    if (input instanceof HTMLInputElement) input.checked = input.value === value;
}

/**
 * @param {string} name of the group
 * @param {string} value
 * @param {string} label
 */
function choice(name, value, label) {
  return h(
    'label',
    { className: 'choice' },
    h('input', { type: 'radio', name, value }),
    h('span', {}, label),
  );
}
