// Use this in code: the cut in several languages, as an ONNX model to download, and as a plan.
import { copyButton } from '../copy.ts';
import { button, h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { nameOf } from '../model/rows.ts';
import { save } from '../save.ts';
import type { Part } from '../stage/stage.ts';
import { tabs } from '../stage/tabs.ts';
import { hasDiagram } from '../take/diagram.ts';
import { embedCode } from '../take/embed_code.ts';
import { saveDiagram } from '../take/save.ts';
import { toCut } from './cut.ts';
import { canSay, LANGUAGES, type Language } from './languages.ts';

/** Characters of code that is coloured; longer code is plain. */
const MOST_COLOURED = 20_000;

/** @param linkOf what is shown */
export function makeCode(linkOf: (query: string) => string): Part {
  let result: Result | null = null;
  const codes = new Map(LANGUAGES.map((language) => [language, h('code')]));
  const explanation = h('p.explanation');
  const textOf = (language: Language) => codes.get(language)?.textContent ?? '';
  const titleOf = () => (result ? `${nameOf(result.row)}: ${result.sentence}` : '');
  const note = h('span.note', { role: 'status' });
  const download = button(async () => {
    if (result) note.textContent = await saveModel(result);
  }, 'Download .onnx');
  const panels = LANGUAGES.map((language) => ({
    name: language.name,
    id: language.id,
    content: [
      h(
        'pre',
        { tabIndex: 0, role: 'region', 'aria-label': `${language.name} code` },
        codes.get(language) as HTMLElement,
      ),
      h(
        'div.actions.row',
        copyButton(() => textOf(language)),
        ...(language.id === 'onnx' ? [download, note] : []),
      ),
    ],
  }));
  const bar = tabs('Use this in', [...panels, { name: 'The plan', id: 'plan', content: [explanation] }]);
  const picture = button(() => result && saveDiagram(result), 'Save SVG');
  const title = h(
    'div.title.row',
    h('h2', 'Use this in code'),
    h(
      'div.actions.row',
      copyButton(() => linkOf(''), 'Copy link to this cut'),
      copyButton(() => embedCode(linkOf('?embed'), titleOf()), 'Copy embed code'),
      picture,
    ),
  );
  return {
    element: h('section.panel.code', { 'aria-label': 'Use this in code' }, title, bar.element),
    *draw(next) {
      result = next;
      note.textContent = '';
      picture.hidden = !hasDiagram(next);
      const cut = toCut(next);
      for (const [language, code] of codes) {
        const has = canSay(language, cut);
        bar.setHidden(language.id, !has);
        write(code, language, has ? language.write(cut) : '');
        yield;
      }
      explanation.textContent = next.explanation;
    },
  };
}

async function write(code: HTMLElement, { grammar }: Language, text: string) {
  if (code.textContent === text) return;
  code.textContent = text;
  if (grammar === '' || text.length > MOST_COLOURED) return;
  const { highlight } = await import('./highlight.ts');
  if (code.textContent === text) code.replaceChildren(...highlight(text, grammar));
}

/** @returns what became of it */
async function saveModel(result: Result): Promise<string> {
  const { toOnnxModel, whyNoModel } = await import('./onnx_model.ts');
  const cut = toCut(result);
  const why = whyNoModel(cut);
  if (why !== '') return why;
  const blob = new Blob([toOnnxModel(cut) as BlobPart], { type: 'application/octet-stream' });
  const name = `${cut.row.op_type.toLowerCase()}-${cut.row.since_version}.onnx`;
  save(name, blob);
  return `${name}, ${blob.size} bytes`;
}
