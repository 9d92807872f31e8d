// Use this in code: the cut in several languages, as an ONNX model to download, and as a plan.
import { h } from '../dom.js';
import { save } from '../save.js';
import { tabs } from '../stage/tabs.js';
import { toCut } from './cut.js';
import { LANGUAGES } from './languages.js';
import { sayWays } from './ways.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Part } from '../stage/stage.js' */
/** @import { Language } from './languages.js' */

/** Characters of code that is coloured; longer code is plain. */
const MOST_COLOURED = 20_000;

/**
 * @param {() => string} linkOf what is shown
 * @returns {Part}
 */
export function makeCode(linkOf) {
  /** @type {Result | null} */
  let result = null;
  const codes = new Map(LANGUAGES.map((language) => [language, h('code')]));
  const plan = h('div', { className: 'plan' });
  const download = h('button', { type: 'button' }, 'Download .onnx');
  const note = h('span', { className: 'note', role: 'status' });
  download.addEventListener('click', async () => {
    if (result) note.textContent = await saveModel(result);
  });
  const panels = LANGUAGES.map((language) => ({
    name: language.name,
    id: language.id,
    content: [
      h(
        'pre',
        { tabIndex: 0, role: 'region', 'aria-label': `${language.name} code` },
        /** @type {HTMLElement} */ (codes.get(language)),
      ),
      h(
        'div',
        { className: 'actions' },
        copyButton(() => codes.get(language)?.textContent ?? ''),
        ...(language.id === 'onnx' ? [download, note] : []),
      ),
    ],
  }));
  const bar = tabs('Use this in', [...panels, { name: 'The plan', id: 'plan', content: [plan] }]);
  const link = copyButton(linkOf, 'Copy link to this cut');
  return {
    element: h(
      'section',
      { className: 'panel code', 'aria-label': 'Use this in code' },
      h('div', { className: 'title' }, h('h2', {}, 'Use this in code'), link),
      bar.element,
    ),
    *draw(next) {
      result = next;
      note.textContent = '';
      const cut = toCut(next);
      for (const [language, code] of codes) {
        const has = language.has?.(cut) ?? true;
        bar.setHidden(language.id, !has);
        if (has) write(code, language, language.write(cut));
        yield;
      }
      plan.replaceChildren(...drawPlan(next));
    },
  };
}

/**
 * @param {HTMLElement} code
 * @param {Language} language
 * @param {string} text
 */
async function write(code, { grammar }, text) {
  if (code.textContent === text) return;
  code.textContent = text;
  if (grammar === '' || text.length > MOST_COLOURED) return;
  const { highlight } = await import('./highlight.js');
  if (code.textContent === text) code.replaceChildren(...highlight(text, grammar));
}

/** @param {Result} result */
function drawPlan({ explanation, carried }) {
  const rows = sayWays(carried)
    .filter(({ moves }) => moves !== '')
    .map(({ name, means, moves }) =>
      h('li', {}, h('b', {}, name), h('span', {}, means), h('span', { className: 'moves' }, moves)),
    );
  return [h('p', { className: 'explanation' }, explanation), h('ul', { className: 'ways' }, ...rows)];
}

/**
 * @param {Result} result
 * @returns {Promise<string>} what became of it
 */
async function saveModel(result) {
  const { toOnnxModel, whyNoModel } = await import('./onnx_model.js');
  const cut = toCut(result);
  const why = whyNoModel(cut);
  if (why !== '') return why;
  const blob = new Blob([/** @type {BlobPart} */ (toOnnxModel(cut))], { type: 'application/octet-stream' });
  const name = `${cut.row.op_type.toLowerCase()}-${cut.row.since_version}.onnx`;
  save(name, blob);
  return `${name}, ${blob.size} bytes`;
}

/**
 * @param {() => string} textOf
 * @param {string} [label]
 */
function copyButton(textOf, label = 'Copy') {
  const button = h('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(textOf()).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Copying is not allowed here';
    setTimeout(() => Object.assign(button, { textContent: label }), 1600);
  });
  return button;
}
