// The parts below the cells, in one chunk that is loaded when the page is idle. To add a part, add a line.

import { makeCode } from '../code/panel.js';
import { makeCompare } from '../compare/panel.js';
import { loadStyle } from '../dom.js';

/** @import { CutPanel } from './panel.js' */

/** @param {CutPanel} panel */
export async function addParts(panel) {
  await loadStyle(new URL('../style/later.css', import.meta.url));
  panel.stage.add(makeCode(() => new URL(`#${panel.hash}`, location.href).href));
  panel.stage.add(makeCompare((versus) => panel.set({ versus })));
}
