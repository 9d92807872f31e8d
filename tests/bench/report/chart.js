// Charts as SVG, by Observable Plot in jsdom; both are installed by the bench. Without them there is no chart, and no error.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { homeOf, installGroup, load } from '../../../tools/common/packages.js';

const COLORS = { ours: '#0b7285', hand: '#868e96', peer: '#e8590c' };
const STYLE = { background: 'white', fontFamily: 'system-ui, sans-serif' };

/** @returns {Promise<{ Plot: any, document: any } | undefined>} */
async function loadPlot() {
  if (!(await installGroup('tests/bench/report'))) return undefined;
  const { JSDOM } = load('tests/bench/report', 'jsdom');
  const file = join(homeOf('tests/bench/report'), 'node_modules/@observablehq/plot/src/index.js');
  const Plot = await import(pathToFileURL(file).href);
  return { Plot, document: new JSDOM('').window.document };
}

/**
 * @param {string} file
 * @param {any} figure what Plot has drawn
 * @param {string} title for those who cannot see it
 */
function save(file, figure, title) {
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  figure.setAttribute('xmlns:xlink', 'http://www.w3.org/1999/xlink');
  figure.setAttribute('role', 'img');
  const name = figure.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  figure.prepend(name);
  writeFileSync(file, `${figure.outerHTML}\n`);
  console.log(`Chart: ${file}`);
}

/** @typedef {{ row: string, name: string, kind: keyof typeof COLORS, ratio: number, target?: number }} Bar */

/**
 * One line per workload, one dot per contestant.
 * @param {string} file
 * @param {Bar[]} bars
 * @param {string} caption
 */
export async function drawRows(file, bars, caption) {
  const loaded = await loadPlot();
  if (!loaded) return;
  const { Plot, document } = loaded;
  const rows = [...new Set(bars.map(({ row }) => row))];
  const kinds = { ours: 'Microtome', hand: 'best by hand', peer: 'best peer' };
  const marks = bars.map((bar) => ({ ...bar, kind: kinds[bar.kind] }));
  save(
    file,
    Plot.plot({
      document,
      style: STYLE,
      width: 860,
      height: 70 + 26 * rows.length,
      marginLeft: 240,
      marginRight: 110,
      marginTop: 40,
      x: { type: 'log', label: `${caption} →`, grid: true, ticks: [1, 2, 5, 10, 20, 50, 100] },
      y: { domain: rows, label: null },
      color: { domain: Object.values(kinds), range: Object.values(COLORS) },
      marks: [
        Plot.ruleX([1], { stroke: '#adb5bd', strokeWidth: 2 }),
        Plot.ruleY(rows, { y: (/** @type {string} */ row) => row, stroke: '#e9ecef' }),
        Plot.dot(marks, { x: 'ratio', y: 'row', fill: 'kind', r: 5 }),
        Plot.text(
          marks.filter(({ kind }) => kind === kinds.peer),
          Plot.selectMaxX({
            x: 'ratio',
            y: 'row',
            z: 'row',
            text: 'name',
            dx: 9,
            textAnchor: 'start',
            fill: '#495057',
          }),
        ),
        ...Object.entries(kinds).map(([key, kind], i) =>
          Plot.text([`● ${kind}`], {
            frameAnchor: 'top-left',
            dy: -28,
            dx: i * 110,
            fill: COLORS[/** @type {keyof typeof COLORS} */ (key)],
          }),
        ),
      ],
    }),
    caption,
  );
}
