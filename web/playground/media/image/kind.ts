// Pictures on the page: what can be taken, selected, drawn and saved.
import { button, h } from '../../dom.ts';
import { extentOf } from '../../model/slice.ts';
import { DRAWN } from '../../pictures.ts';
import { select } from '../cut.ts';
import type { Kind, Part } from '../kind.ts';
import { cameraButton } from './camera.ts';
import { JOBS, PICTURE } from './jobs.ts';
import { drawSelection } from './selection.ts';

/** Pixels of a thumbnail. */
const THUMBNAIL = { width: 192, height: 120 };
/** Tiles along an axis. */
const MOST_TILES = 8;

export const IMAGE: Kind = {
  id: 'image',
  name: 'Image',
  named: {
    name: 'image',
    holder: 'Uint8ClampedArray',
    comment: ({ dims: [height, width] }) =>
      `Put your pixels here: a canvas' context.getImageData(0, 0, ${width}, ${height}).data`,
  },
  file: { title: 'Open a picture', accept: 'image/*', what: 'picture' },
  examples: {
    label: 'Pictures',
    className: 'row thumbnails',
    list: DRAWN.map((drawn) => ({ name: drawn.name, content: [drawThumbnail(drawn), drawn.name] })),
  },
  first: { type: 'uint8', dims: [DRAWN[0].height, DRAWN[0].width, 4] },
  slice: { label: 'selection', hint: 'rows, columns; ::2, : takes every second row' },
  numbers: {
    legend: 'tiles',
    between: ' by ',
    counts: [
      { name: 'rows', label: 'rows of tiles', value: 2, most: MOST_TILES },
      { name: 'columns', label: 'columns of tiles', value: 4, most: MOST_TILES },
    ],
  },
  jobs: JOBS,
  select: (spec, dims) => select(spec, dims, PICTURE),
  begin({ dims: [height, width] }, before) {
    if (before?.dims[0] === height && before.dims[1] === width) return undefined;
    const [top, left] = [Math.floor(height / 4), Math.floor(width / 4)];
    return `${top}:${top + Math.ceil(height / 2)}, ${left}:${left + Math.ceil(width / 2)}`;
  },
  frame: 'frame',
  draw(name) {
    const element = h('canvas', { role: 'img', 'aria-label': name });
    return { element, show: (part) => paint(element, part) };
  },
  sizeOf: ({ dims: [height, width] }) => `${width} × ${height}`,
  formats: { png: { text: 'PNG', fits: ({ dims }) => !dims.includes(0) } },
  mount(panel) {
    const [{ width, height }] = DRAWN;
    const named = { id: 'image-source', role: 'img', 'aria-label': 'the picture' };
    const canvas = h('canvas', { ...named, width, height });
    const frame = h('div.frame', canvas);
    const showSelection = drawSelection(frame, canvas, ({ top, bottom, left, right }) =>
      panel.choose(`${top}:${bottom}, ${left}:${right}`),
    );
    const camera = cameraButton(panel);
    const all = button(() => panel.choose(`0:${canvas.height}, 0:${canvas.width}`), 'Select all');
    return {
      own: [h('div.row', all, camera.element)],
      source: [frame],
      show({ dims, data, note }) {
        paint(canvas, { dims, type: 'uint8', data });
        return `${canvas.width} × ${canvas.height} pixels, uint8 [${dims.join(', ')}]${note}`;
      },
      mark(ranges) {
        const [[top, bottom], [left, right]] = ranges.map(extentOf);
        showSelection({ top, bottom, left, right });
      },
      release: camera.stop,
    };
  },
};

/** @param part as pixels */
function paint(canvas: HTMLCanvasElement, { dims: [height, width], data }: Part) {
  canvas.hidden = height * width === 0;
  if (canvas.hidden) return;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.putImageData(new ImageData(data, width, height), 0, 0);
}

function drawThumbnail({ width, height, draw }: (typeof DRAWN)[number]) {
  const canvas = h('canvas', { ...THUMBNAIL, 'aria-hidden': true });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(canvas.width / width, canvas.height / height);
  draw(context, width, height);
  return canvas;
}
