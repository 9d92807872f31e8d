// A picture with a frame that is dragged, and what the call makes of it, at the same scale. The picture's elements stay while the
// call changes, so a pointer that was captured stays captured.
import { resultName } from '../model/call.ts';
import { type Box, between, extentOf, moved, stretched, withRanges } from '../model/drag.ts';
import { type Result, sourcesOf } from '../model/result.ts';
import { colour, h, letterOf, set, write } from '../page/dom.ts';
import { type Drawn, imagesOf, type Made, MOST_IMAGES } from './images.ts';
import { memoryStrip } from './memory.ts';
import { axesOf, type Change, captionOf, dimsOf, listPieces, type View } from './view.ts';

export interface Pixels {
  name: string;
  url: string; // where the code reads it
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** How far from an edge it can be dragged, for a mouse and for a finger. */
const NEAR = { mouse: 8, touch: 20 };
/** What is above and below a picture. */
const ABOVE = 52;
const BELOW = 60;
const CHANNELS = ['red', 'green', 'blue', 'alpha'];

type Drag = { id: number; kind: 'move' | 'draw'; sides: string; y: number; x: number; box: Box };

export class PictureView implements View {
  element;
  #change;
  #stage;
  #cap = h('div.cap');
  #rx = h('div.rx', { 'aria-hidden': 'true' });
  #ry = h('div.ry', { 'aria-hidden': 'true' });
  #canvas = h('canvas', { role: 'img' });
  #frame = h('span.frame', h('i'), h('i'), h('i'), h('i'));
  #pin = h('span.pin');
  #seams = h('span');
  #pic = h('span.pic', { tabIndex: 0 }, this.#canvas, this.#seams, this.#frame, this.#pin);
  #out = h('div.out');
  #images = h('div.images');
  #place = h('span.m');
  #value = h('span.m');
  #facts = h('ul.facts', h('li', this.#place), h('li', this.#value), h('li'));
  #pixels: Pixels | null = null;
  #result: Result | null = null;
  #made: readonly Made[] = [];
  #sources: Float32Array[] | null = null;
  #drag: Drag | null = null;
  #scale = 0;

  /** @param stage whose size decides the scale */
  constructor(stage: HTMLElement, change: Change) {
    this.#stage = stage;
    this.#change = change;
    const ruled = h('div.ruled', h('span'), this.#rx, this.#ry, this.#pic);
    this.element = h('div.view.pair', h('div', this.#cap, ruled), this.#out);
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'] as const)
      this.#pic.addEventListener(name, (event) => this.#point(event));
    this.#pic.addEventListener('keydown', (event) => this.#press(event));
    this.#images.addEventListener('pointermove', (event) => this.#pointOut(event));
  }

  get isDragging() {
    return this.#drag !== null;
  }

  /** @param made the outputs, with their data @param pixels of the picture */
  draw(result: Result, made: readonly Made[], pixels: Pixels) {
    if (this.#pixels !== pixels) this.#paint(pixels);
    this.#result = result;
    this.#made = made;
    this.#sources = null;
    const images = this.#imagesOf(result, made);
    if (!this.#drag) this.#measure(result);
    this.#drawSource(result, pixels);
    this.#drawResult(result, images);
    this.#showPin(null);
  }

  show() {}

  #paint(pixels: Pixels) {
    this.#pixels = pixels;
    const [{ image }] = imagesOf({ dims: [pixels.height, pixels.width, 4], data: pixels.data }) as Drawn[];
    Object.assign(this.#canvas, { width: image.width, height: image.height });
    this.#canvas.getContext('2d')?.putImageData(image, 0, 0);
    this.#canvas.setAttribute('aria-label', `the picture ${pixels.name}`);
  }

  /** Screen pixels per pixel of the picture: as large as the stage lets both sides be. */
  #measure(result: Result) {
    const { width, height } = this.#pixels as Pixels;
    const style = getComputedStyle(this.#stage);
    const rule = Number.parseFloat(style.getPropertyValue('--rule'));
    const room = this.#stage.clientWidth - 2 * Number.parseFloat(style.paddingLeft);
    const isNarrow = room < 560;
    const sides = isNarrow ? 1 : result.ranges ? 1.5 : 2;
    const across = (room - rule - (isNarrow ? 0 : 48)) / (sides * width);
    const down =
      ((isNarrow ? this.#stage.clientHeight / 2 : this.#stage.clientHeight) -
        ABOVE -
        (result.ranges ? 12 : BELOW)) /
      height;
    this.#scale = Math.min(across, down, 4);
  }

  #drawSource(result: Result, { width, height }: Pixels) {
    const { tensors, ranges, sizes, axis, count, taken, row } = result;
    const scale = this.#scale;
    set(this.#pic, { '--w': `${scale * width}px`, '--h': `${scale * height}px` });
    this.#pic.classList.toggle('pixelated', scale > 1.5);
    const [{ name, type, dims }] = tensors;
    const channels = ranges ? extentTaken(ranges[2]) : taken && axis === 2 ? taken : [0, 1, 2, 3];
    const chips = h('span.chan', {
      role: 'img',
      'aria-label': `channels taken: ${channels.map((i) => CHANNELS[i]).join(', ')}`,
    });
    chips.append(
      ...'RGBA'.split('').map((letter, i) => h('i', { className: channels.includes(i) ? 't' : '' }, letter)),
    );
    const isSlice = ranges !== null;
    this.#cap.replaceChildren(h('b', name), h('span.m', type), dimsOf(dims), chips);
    const box = isSlice ? this.#box : null;
    this.#frame.hidden = box === null || box.bottom === box.top || box.right === box.left;
    this.#pic.classList.toggle('framed', isSlice);
    if (box) {
      set(this.#frame, {
        '--top': box.top / height,
        '--left': box.left / width,
        '--across': (box.right - box.left) / width,
        '--down': (box.bottom - box.top) / height,
      });
      this.#pic.setAttribute('role', 'group');
      this.#pic.setAttribute(
        'aria-label',
        `Frame: rows ${box.top} to ${box.bottom - 1}, columns ${box.left} to ${box.right - 1}. Arrow keys move it, Alt and arrow keys resize it.`,
      );
    } else this.#pic.setAttribute('aria-label', `the picture that ${row.op_type} takes`);
    this.#pic.setAttribute('role', 'group');
    const pieces = (along: number) => {
      if (ranges)
        return [
          { ...ends(ranges[along]), name: colour('axis', along), step: Math.abs(ranges[along].step) > 1 },
        ];
      if (/Split/.test(row.op_type) && axis === along)
        return bounds(sizes).map(([a, b], i) => ({ a, b, name: colour('piece', i), step: false }));
      if (taken && axis === along)
        return taken
          .filter((i) => i >= 0)
          .slice(0, 64)
          .map((i) => ({ a: i, b: i + 1, name: colour('axis', along), step: false }));
      return [{ a: 0, b: dims[along], name: colour('axis', along), step: false }];
    };
    drawRuler(this.#rx, pieces(1), width, scale * width, 34);
    drawRuler(this.#ry, pieces(0), height, scale * height, 16);
    const isCut = count > 1 && count <= MOST_IMAGES && axis < 2;
    this.#seams.replaceChildren(
      ...(isCut ? bounds(sizes) : []).map(([a, b], i) => {
        const [size, other] = axis === 0 ? [height, 'down'] : [width, 'across'];
        const place =
          axis === 0
            ? { '--top': a / size, '--left': 0, '--across': 1 }
            : { '--left': a / size, '--top': 0, '--down': 1 };
        return h(
          'span.seam',
          { ...place, [`--${other}`]: (b - a) / size },
          h(`span.badge.${colour('piece', i)}`, letterOf(i)),
        );
      }),
    );
  }

  #imagesOf({ row }: Result, made: readonly Made[]): (Drawn[] | null)[] {
    return made.slice(0, /Split/.test(row.op_type) ? MOST_IMAGES : 1).map(imagesOf);
  }

  #drawResult(result: Result, images: (Drawn[] | null)[]) {
    const { row, count, outputs, pads, order } = result;
    const all = images.flatMap((some) => some ?? []).slice(0, MOST_IMAGES);
    const many = count > 1;
    const scale = this.#fit(all);
    const labels = (i: number) => {
      if (many) return h('span', h(`span.badge.${colour('piece', i)}`, letterOf(i)));
      if (all.length === 1) return null;
      const { flat } = all[i];
      const named = order && all.length === 4 ? CHANNELS[i] : '';
      return h('em', `${i} ${named}${flat === null ? '' : ` = ${flat}`}`);
    };
    this.#images.replaceChildren(
      ...all.map((drawn, i) => {
        const canvas = h('canvas', {
          width: drawn.image.width,
          height: drawn.image.height,
          role: 'img',
          'aria-label': many ? `piece ${letterOf(i)}` : `result${all.length > 1 ? ` ${i}` : ''}`,
        });
        canvas.getContext('2d')?.putImageData(drawn.image, 0, 0);
        const plate = h(
          'span.pic.plate',
          { '--w': `${scale * drawn.width}px`, '--h': `${scale * drawn.height}px` },
          canvas,
        );
        plate.dataset.i = String(i);
        plate.classList.toggle('flat', drawn.flat !== null);
        plate.classList.toggle('pixelated', scale > 1.5);
        const label = labels(i);
        if (label) plate.append(label);
        if (pads) plate.append(h('span.inner', { '--inset': insetOf(pads, outputs[0].dims) }));
        if (i === 0) plate.append(h('span.pin', { hidden: true }));
        return plate;
      }),
    );
    const empty = outputs.some(({ dims }) => dims.includes(0));
    const why = empty
      ? `[${outputs[0].dims.join(', ')}]: nothing is taken`
      : 'This shape is no picture; its code is beside it.';
    if (all.length === 0) this.#images.append(h('p.muted', why));
    if (scale < this.#scale * 0.99 && all.length > 0)
      this.#images.append(
        h('p.facts', { className: 'facts vh' }, `shown at ${Math.round((100 * scale) / this.#scale)} %`),
      );
    const strip = memoryStrip(result);
    const says = h('li', result.memory.says);
    this.#facts.lastElementChild?.replaceWith(says);
    this.#out.replaceChildren(
      captionOf(result, resultName(row)),
      this.#images,
      ...(count > MOST_IMAGES ? [listPieces(result)] : []),
      ...(result.ranges ? [this.#facts] : [strip]),
    );
  }

  /** The largest scale at which all images have room, at most that of the picture. */
  #fit(all: readonly Drawn[]) {
    const style = getComputedStyle(this.#stage);
    const rule = Number.parseFloat(style.getPropertyValue('--rule'));
    const inner = this.#stage.clientWidth - 2 * Number.parseFloat(style.paddingLeft);
    const { width, height } = this.#pixels as Pixels;
    const isNarrow = inner < 560;
    const room = isNarrow ? inner - rule : inner - rule - this.#scale * width - 46;
    const tall = isNarrow
      ? this.#stage.clientHeight - this.#scale * height - ABOVE - 36 - BELOW
      : this.#stage.clientHeight - ABOVE - BELOW - 8;
    const sum = all.reduce((total, each) => total + each.width, 0);
    const wide = Math.max(1, ...all.map((each) => each.width));
    const high = Math.max(1, ...all.map((each) => each.height));
    const scales = all.map((_, i) => {
      const columns = i + 1;
      const rows = Math.ceil(all.length / columns);
      const across =
        columns === all.length
          ? (room - 8 * (columns - 1)) / sum
          : (room - 8 * (columns - 1)) / (columns * wide);
      return Math.min(across, (tall - 8 * (rows - 1)) / (rows * high));
    });
    return Math.max(Math.min(this.#scale, Math.max(0, ...scales)), 2 / Math.max(wide, high));
  }

  get #box(): Box {
    const [[top, bottom], [left, right]] = (this.#result?.ranges ?? []).slice(0, 2).map(extentOf);
    return { top, left, bottom, right };
  }

  #setBox(box: Box, gesture: string) {
    const result = this.#result;
    if (!result?.ranges) return;
    const [rows, columns, ...rest] = result.ranges;
    const ranges = [stretched(rows, box.top, box.bottom), stretched(columns, box.left, box.right), ...rest];
    this.#change(withRanges(result, ranges), gesture);
  }

  /** The pixel below a pointer. */
  #at({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const pixels = this.#pixels as Pixels;
    return { y: ((clientY - top) / height) * pixels.height, x: ((clientX - left) / width) * pixels.width };
  }

  #point(event: PointerEvent) {
    const { type, pointerId } = event;
    if (!this.#result || !this.#pixels) return;
    if (type === 'pointerdown') return this.#begin(event);
    const drag = this.#drag;
    if (drag === null) return this.#showPin(type === 'pointermove' ? this.#at(event) : null);
    if (drag.id !== pointerId) return;
    const isOver = type !== 'pointermove' || event.buttons === 0;
    if (type === 'pointermove' && event.buttons > 0) this.#pull(event, drag);
    if (type === 'pointercancel') this.#setBox(drag.box, 'frame');
    if (isOver && type !== 'pointerleave') this.#finish();
  }

  #begin(event: PointerEvent) {
    if (!this.#result?.ranges || event.button !== 0 || this.#drag) return;
    const { width, height } = this.#pixels as Pixels;
    const { y, x } = this.#at(event);
    const box = this.#box;
    const near = (event.pointerType === 'mouse' ? NEAR.mouse : NEAR.touch) / this.#scale;
    const isIn =
      y > box.top - near &&
      y < box.bottom + near &&
      x > box.left - near &&
      x < box.right + near &&
      box.bottom > box.top;
    const sides = isIn
      ? [
          Math.abs(y - box.top) < near ? 't' : Math.abs(y - box.bottom) < near ? 'b' : '',
          Math.abs(x - box.left) < near ? 'l' : Math.abs(x - box.right) < near ? 'r' : '',
        ].join('')
      : '';
    if (!isIn && event.pointerType !== 'mouse') return; // a finger scrolls
    this.#drag = { id: event.pointerId, kind: isIn ? 'move' : 'draw', sides, y, x, box };
    this.#pic.setPointerCapture(event.pointerId);
    this.#pic.focus({ preventScroll: true });
    event.preventDefault();
    if (!isIn)
      this.#drag.box = between(
        Math.floor(y),
        Math.floor(x),
        Math.floor(y) + 1,
        Math.floor(x) + 1,
        height,
        width,
      );
  }

  #pull(event: PointerEvent, { kind, sides, y: y0, x: x0, box }: Drag) {
    const { width, height } = this.#pixels as Pixels;
    const { y, x } = this.#at(event);
    const [down, across] = [Math.round(y - y0), Math.round(x - x0)];
    if (kind === 'draw')
      return this.#setBox(
        between(Math.floor(y0), Math.floor(x0), Math.ceil(y), Math.ceil(x), height, width),
        'frame',
      );
    if (sides === '') return this.#setBox(moved(box, down, across, height, width), 'frame');
    const [top, bottom] = [
      box.top + (sides.includes('t') ? down : 0),
      box.bottom + (sides.includes('b') ? down : 0),
    ];
    const [left, right] = [
      box.left + (sides.includes('l') ? across : 0),
      box.right + (sides.includes('r') ? across : 0),
    ];
    this.#setBox(between(top, left, bottom, right, height, width), 'frame');
  }

  #finish() {
    this.#drag = null;
    this.#change((this.#result as Result).state, '');
  }

  #press(event: KeyboardEvent) {
    const result = this.#result;
    if (!result?.ranges) return;
    if (event.key === 'Escape' && this.#drag) {
      const { box } = this.#drag;
      this.#setBox(box, 'frame');
      return this.#finish();
    }
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [down, across] = step.map((each) => each * (event.shiftKey ? 10 : 1));
    const { width, height } = this.#pixels as Pixels;
    const box = this.#box;
    if (!event.altKey) return this.#setBox(moved(box, down, across, height, width), 'keys');
    this.#setBox(
      between(
        box.top,
        box.left,
        Math.max(box.bottom + down, box.top + 1),
        Math.max(box.right + across, box.left + 1),
        height,
        width,
      ),
      'keys',
    );
  }

  /** A pixel of the result is pointed at: the same pixel of the picture is marked. */
  #pointOut(event: PointerEvent) {
    const plate = event.target instanceof Element ? event.target.closest<HTMLElement>('.plate') : null;
    const result = this.#result;
    if (!plate || !result || plate.dataset.i !== '0' || this.#made.length === 0) return;
    const { left, top, width, height } = plate.getBoundingClientRect();
    const [rows, columns, channels = 1] = result.outputs[0].dims;
    if (result.outputs[0].dims.length < 2 || channels > 4) return;
    const y = Math.min(rows - 1, Math.max(0, Math.floor(((event.clientY - top) / height) * rows)));
    const x = Math.min(columns - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * columns)));
    this.#sources ??= sourcesOf(result);
    const source = (this.#sources?.[0][(y * columns + x) * channels] ?? 0) - 1;
    if (source < 0) return;
    const at = Math.floor(source / 4);
    const across = (this.#pixels as Pixels).width;
    this.#showPin({ y: Math.floor(at / across), x: at % across });
  }

  /** @param at null: the middle of what is taken */
  #showPin(at: { y: number; x: number } | null) {
    const result = this.#result;
    const pixels = this.#pixels;
    if (!result?.ranges || !pixels) {
      this.#pin.hidden = true;
      return;
    }
    const [rows, columns] = result.ranges;
    const middle = {
      y: rows.from + rows.step * Math.floor(rows.count / 2.6),
      x: columns.from + columns.step * Math.floor(columns.count / 1.65),
    };
    const { y, x } = at ?? middle;
    const [i, j] = [Math.floor(y), Math.floor(x)];
    this.#pin.hidden = i < 0 || j < 0 || i >= pixels.height || j >= pixels.width;
    set(this.#pin, { '--y': (i + 0.5) / pixels.height, '--x': (j + 0.5) / pixels.width });
    const [a, b] = [(i - rows.from) / rows.step, (j - columns.from) / columns.step];
    const isTaken = [
      [a, rows.count],
      [b, columns.count],
    ].every(([place, count]) => Number.isInteger(place) && place >= 0 && place < count);
    const twin = this.#images.querySelector<HTMLElement>('.pin');
    if (twin) {
      twin.hidden = !isTaken || axesOf(result).length < 2;
      set(twin, { '--y': (a + 0.5) / rows.count, '--x': (b + 0.5) / columns.count });
    }
    const value = Array.from(
      pixels.data.subarray(4 * (i * pixels.width + j), 4 * (i * pixels.width + j) + 4),
    );
    const swatch = h('span.swatch');
    swatch.style.background = `rgb(${value.slice(0, 3).join(' ')})`;
    const where = isTaken ? `[${i}, ${j}] → [${a}, ${b}]` : `[${i}, ${j}] is not taken`;
    write(this.#place, `this pixel: ${where}`);
    if (value.length === 4) this.#value.replaceChildren(swatch, value.join(', '));
  }
}

const extentTaken = ({ from, step, count }: { from: number; step: number; count: number }) =>
  Array.from({ length: Math.min(count, 4) }, (_, i) => from + i * step);

const ends = (range: { from: number; step: number; count: number }) => {
  const [a, b] = extentOf(range);
  return { a, b };
};

/** Begin and end of each piece. */
export function bounds(sizes: readonly number[]): [number, number][] {
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return [from - size, from];
  });
}

const insetOf = (pads: readonly [number, number][], dims: readonly number[]) => {
  const side = (n: number, size: number) => `${(100 * Math.max(0, n)) / size}%`;
  const [[top, bottom], [left, right]] = pads;
  return `${side(top, dims[0])} ${side(right, dims[1])} ${side(bottom, dims[0])} ${side(left, dims[1])}`;
};

/** Segments of an axis, and the numbers of their ends where there is room. @param room between two numbers, in pixels */
function drawRuler(
  ruler: HTMLElement,
  segments: { a: number; b: number; name: string; step: boolean }[],
  size: number,
  length: number,
  room: number,
) {
  const bars = segments.map(({ a, b, name, step }) =>
    h('u', { className: `${name}${step ? ' step' : ''}`, '--a': a / size, '--b': b / size }),
  );
  const labels: { at: number; name: string }[] = segments.slice(0, 12).flatMap(({ a, b, name }) => [
    { at: a, name },
    { at: b, name },
  ]);
  const shown: { at: number; name: string }[] = [];
  for (const label of [...labels, { at: 0, name: '' }, { at: size, name: '' }])
    if (shown.every(({ at }) => Math.abs(((at - label.at) / size) * length) > room)) shown.push(label);
  ruler.replaceChildren(
    ...bars,
    ...shown.map(({ at, name }) =>
      h('span', { className: name ? `v ${name}` : '', '--at': at / size }, String(at)),
    ),
  );
}
