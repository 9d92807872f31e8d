// The tensor panel: on every change of the form, cuts again and draws. A bad parameter is explained beside its field, and
// the last good result stays, dimmed.
import { MicrotomeError, operators } from '../../lib/index.js';
import { h } from '../dom.js';
import { cut } from './call.js';
import { drawResult } from './drawing.js';
import { CutForm } from './form.js';

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} result
 */
export function mountCutPanel(form, result) {
  const cutForm = new CutForm(form, operators());
  const status = h('p', { className: 'status', 'aria-live': 'polite' });
  const drawing = h('div', { className: 'drawing' });
  result.append(status, drawing);

  function update() {
    const error = attempt();
    cutForm.setError(error);
    drawing.classList.toggle('stale', error !== null);
    if (error) status.textContent = 'The last good result:';
  }

  function attempt() {
    try {
      const made = cut(cutForm.read());
      const count = made.outputs.length;
      status.textContent = `${count} output${count === 1 ? '' : 's'}`;
      drawResult(drawing, made);
      return null;
    } catch (error) {
      if (error instanceof MicrotomeError || error instanceof RangeError) return error;
      throw error;
    }
  }

  form.addEventListener('input', update);
  form.addEventListener('change', update); // after the form has taken another operator or version
  update();
}
