// The form of the tensor panel, made from the operator table: operator, version, type, dims, and a field per parameter.
import { h } from '../dom.js';
import { Field } from '../field.js';
import { EXAMPLES, FIRST } from './examples.js';
import { parametersOf } from './parameters.js';

/** @import { OperatorRow, Type } from '../../lib/types.js' */
/** @import { Request } from './call.js' */

export class CutForm {
  /** @type {readonly OperatorRow[]} */ #rows;
  /** @type {OperatorRow} */ #row;
  #versions = h('div', { className: 'choices' });
  #type = h('select', { id: 'cut-type' });
  #dims = new Field('cut-dims', { label: 'dims', hint: 'sizes; empty for a scalar' });
  #notation = new Field('cut-notation', { label: 'NumPy', hint: '1:-1, ::2 instead of parameters' });
  #parameters = h('div', { className: 'fields' });
  #general = h('p', { className: 'error general', 'aria-live': 'polite' });
  /** @type {Map<string, Field>} of the version's parameters */ #fields = new Map();
  /** @type {Record<string, string>} what was typed, kept while the version changes */ #values = {};

  /**
   * @param {HTMLFormElement} form
   * @param {readonly OperatorRow[]} rows
   */
  constructor(form, rows) {
    this.#rows = rows;
    this.#row = this.#newest(rows.some((row) => row.op_type === FIRST) ? FIRST : rows[0].op_type);
    const names = [...new Set(rows.map((row) => row.op_type))];
    const operators = names.map((name) => choice('operator', name, name, name === this.#row.op_type));
    form.append(
      h('fieldset', {}, h('legend', {}, 'operator'), h('div', { className: 'choices' }, ...operators)),
      h('fieldset', {}, h('legend', {}, 'version'), this.#versions),
      h('div', { className: 'field bare' }, h('label', { htmlFor: this.#type.id }, 'type'), this.#type),
      this.#dims.element,
      this.#notation.element,
      this.#parameters,
      this.#general,
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', (event) => this.#choose(/** @type {HTMLInputElement} */ (event.target)));
    this.#type.value = 'float32';
    this.#begin();
  }

  /** @returns {Request} */
  read() {
    for (const [name, field] of this.#fields) this.#values[name] = field.text;
    const notation = this.#row.op_type === 'Slice' ? this.#notation.text : '';
    for (const { input } of this.#fields.values()) input.disabled = notation !== '';
    const type = /** @type {Type} */ (this.#type.value);
    return { row: this.#row, type, dims: this.#dims.text, values: { ...this.#values }, notation };
  }

  /**
   * Puts what is wrong beside the field it is about.
   * @param {{ message: string, param?: string } | null} error null: all is well
   */
  setError(error) {
    const fields = [this.#dims, this.#notation, ...this.#fields.values()];
    const blamed = error && this.#blame(error.param ?? '');
    for (const field of fields) field.setError(field === blamed && error ? error.message : '');
    this.#general.textContent = error && !blamed ? error.message : '';
  }

  /** @param {string} param */
  #blame(param) {
    if (param === this.#row.inputs[0].name) return this.#dims;
    return this.#notation.text !== '' && this.#row.op_type === 'Slice'
      ? this.#notation
      : this.#fields.get(param);
  }

  /** @param {HTMLInputElement} target */
  #choose({ name, value }) {
    if (name === 'operator') {
      this.#row = this.#newest(value);
      this.#begin();
    }
    if (name === 'version') {
      this.#row = this.#rows[Number(value)];
      this.#renew();
    }
  }

  /** @param {string} op_type */
  #newest(op_type) {
    return /** @type {OperatorRow} */ (this.#rows.findLast((row) => row.op_type === op_type));
  }

  /** Another operator: its versions, and its example. */
  #begin() {
    const { op_type } = this.#row;
    const versions = this.#rows.map((row, i) => ({ row, i })).filter(({ row }) => row.op_type === op_type);
    this.#versions.replaceChildren(
      ...versions.map(({ row, i }) => {
        const label =
          row.domain === 'openvino' ? `OpenVINO ${row.since_version}` : `opset ${row.since_version}`;
        return choice('version', String(i), label, row === this.#row);
      }),
    );
    const example = EXAMPLES[op_type] ?? { dims: '4, 6', values: {} };
    this.#dims.input.value = example.dims;
    this.#notation.input.value = '';
    this.#values = { ...example.values };
    this.#fields.clear();
    this.#renew();
  }

  /** Another version: its types and its parameters, with the values typed so far. */
  #renew() {
    for (const [name, field] of this.#fields) this.#values[name] = field.text;
    const type = this.#type.value || 'float32';
    this.#type.replaceChildren(...this.#row.types.map((name) => h('option', { value: name }, name)));
    this.#type.value = this.#row.types.some((name) => name === type) ? type : this.#row.types[0];
    this.#notation.element.hidden = this.#row.op_type !== 'Slice';
    this.#fields = new Map(
      parametersOf(this.#row).map(({ name, hint }) => {
        return [name, new Field(`cut-${name}`, { label: name, hint, value: this.#values[name] ?? '' })];
      }),
    );
    this.#parameters.replaceChildren(...[...this.#fields.values()].map((field) => field.element));
  }
}

/**
 * @param {string} name of the group
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 */
function choice(name, value, label, checked) {
  return h(
    'label',
    { className: 'choice' },
    h('input', { type: 'radio', name, value, checked }),
    h('span', {}, label),
  );
}
