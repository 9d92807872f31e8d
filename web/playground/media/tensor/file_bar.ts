// A file as a bar, with the bytes that were fetched of it, and the same in words.
import { h, svg } from '../../dom.ts';
import { sayBytes } from '../../say.ts';
import type { Fetched } from '../files/watched.ts';

const WIDTH = 1000;
const HEIGHT = 16;
/** The least width of a range: otherwise a few kilobytes of a large file could not be seen. */
const LEAST = 3;

const sayCount = (requests: number) =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;

export const sayRequests = ({ requests, bytes }: { requests: number; bytes: number }) =>
  `${sayCount(requests)}, ${sayBytes(bytes)}`;

export function drawFetched({ size, opening, cut }: Fetched): Node[] {
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
    h('p.cut', `${sayCount(cut.requests)} fetched ${sayBytes(cut.bytes)}${whole}.`),
    h('p.opening', `Opening the file took ${sayRequests(opening)}.`),
  ];
}
