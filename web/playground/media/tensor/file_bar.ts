// A file as a bar, with the bytes that were fetched of it, and the same in words.
import type { Cost } from '../../../lib/source.ts';
import { h, svg } from '../../dom.ts';
import { sayBytes, sayTime } from '../../say.ts';
import type { Fetched } from '../files/watched.ts';

const WIDTH = 1000;
const HEIGHT = 16;
/** The least width of a range: otherwise a few kilobytes of a large file could not be seen. */
const LEAST = 3;

const sayCount = (requests: number) =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;

/** What a slice will cost. */
export function sayCost({ requests, bytes, useful }: Cost) {
  if (requests === 0) return 'Nothing has to be fetched for this slice.';
  const part = useful === bytes ? 'all of it useful' : `of which ${sayBytes(useful)} are useful`;
  return `This slice takes ${sayCount(requests)} for ${sayBytes(bytes)}, ${part}.`;
}

export function drawFetched({ size, opening, cut, ms }: Fetched): Node[] {
  const paths = Object.entries({ opening, cut }).map(([kind, { ranges }]) => {
    const boxes = ranges.map(({ begin, end }) => {
      if (end === begin || size === 0) return '';
      const width = Math.max(((end - begin) / size) * WIDTH, LEAST);
      const x = Math.min((begin / size) * WIDTH, WIDTH - width);
      return `M${x.toFixed(2)} 0h${width.toFixed(2)}v${HEIGHT}h-${width.toFixed(2)}z`;
    });
    return svg('path', { class: kind, d: boxes.join('') });
  });
  const box = {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    height: HEIGHT,
    'aria-hidden': true,
  };
  const whole = size > 0 ? ` of ${sayBytes(size)}` : '';
  return [
    svg('svg', box, ...paths),
    h('p.cut', `${sayCount(cut.requests)} fetched ${sayBytes(cut.bytes)}${whole} in ${sayTime(ms)}.`),
    h('p.opening', `Opening the file took ${sayCount(opening.requests)}, ${sayBytes(opening.bytes)}.`),
  ];
}
