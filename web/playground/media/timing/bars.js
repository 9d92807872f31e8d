// Times as bars, in a table for screen readers. All rows exist from the start, so that nothing moves when times come in.
import { h } from '../../dom.ts';
import { sayRatio, sayTime } from '../../say.ts';
import { BY_HAND, OURS, PEER } from './names.js';

/** @import { Row } from './contest.js' */

const SVG = 'http://www.w3.org/2000/svg';
const WHO = [OURS, BY_HAND, PEER];

const COLUMNS = [
  { name: 'who', title: 'who' },
  { name: 'bar', title: 'bar' },
  { name: 'time', title: 'time' },
  { name: 'ratio', title: 'times as long as Microtome' },
];

export class Bars {
  #lines = WHO.map((who, i) => makeLine(who, i));
  element;

  /** @param {string} title what is timed */
  constructor(title) {
    const caption = h('caption', { className: 'unseen' }, `Time of ${title.toLowerCase()} on this machine`);
    const head = ['who', 'bar', 'time', 'times as long as Microtome'].map((each) =>
      h('th', { scope: 'col' }, each),
    );
    this.element = h(
      'table',
      { className: 'bars' },
      caption,
      h('colgroup', {}, ...COLUMNS.map(({ name }) => h('col', { className: `col-${name}` }))),
      h('thead', { className: 'unseen' }, h('tr', {}, ...head)),
      h('tbody', {}, ...this.#lines.map(({ row }) => row)),
    );
  }

  /** @param {readonly Row[]} rows */
  show(rows) {
    const longest = Math.max(...rows.map(({ ms }) => ms ?? 0));
    const ours = rows.find(({ name }) => name === OURS)?.ms ?? 0;
    WHO.forEach((who, i) => {
      const line = this.#lines[i];
      const row = rows.find(({ name }) => name === who);
      line.detail.textContent = row?.detail ? ` ${row.detail}` : '';
      line.row.classList.toggle('blank', row?.ms === undefined);
      if (row?.ms === undefined) {
        line.time.textContent = row?.blank ? '' : '–';
        line.time.title = '';
        line.ratio.textContent = '';
        line.bar.setAttribute('width', '0');
        if (row?.blank) line.detail.textContent = ` ${row.blank}`;
        return;
      }
      line.time.textContent = sayTime(row.ms);
      line.time.title = `middle half: ${sayTime(row.low ?? row.ms)} to ${sayTime(row.high ?? row.ms)}`;
      line.ratio.textContent = who === OURS ? '' : sayRatio(row.ms, ours);
      line.bar.setAttribute('width', `${((100 * row.ms) / longest).toFixed(2)}%`);
    });
  }

  clear() {
    this.show([]);
  }
}

/**
 * @param {string} who
 * @param {number} i
 */
function makeLine(who, i) {
  const bar = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ width: '0', height: '10', rx: '2' }))
    bar.setAttribute(name, value);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', `bar bar-${i}`);
  svg.setAttribute('height', '10');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(bar);
  const detail = h('small');
  const time = h('td', { className: 'time' }, '–');
  const ratio = h('td', { className: 'ratio' });
  const row = h(
    'tr',
    { className: 'blank' },
    h('th', { scope: 'row' }, who, detail),
    h('td', {}, svg),
    time,
    ratio,
  );
  return { row, bar, detail, time, ratio };
}
