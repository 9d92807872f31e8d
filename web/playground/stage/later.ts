// The photo above the cells and the code below them, in one chunk that is loaded when the page is idle. To add a part, add a line.
import { makeCode } from '../code/panel.ts';
import { loadStyle } from '../dom.ts';
import type { CutPanel } from './panel.ts';
import { makePhoto } from './photo.ts';

export async function addParts(panel: CutPanel) {
  await loadStyle(new URL('../style/later.css', import.meta.url));
  panel.stage.add(makePhoto(), true);
  panel.stage.add(makeCode((query) => new URL(`${query}#${panel.hash}`, location.href).href));
}
