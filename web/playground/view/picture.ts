// A picture with what a call takes of it, and what the call makes of it, at the same scale. The picture's elements stay while the call
// changes, so a pointer that was captured stays captured.
import { givesMany, resultName } from '../model/call.ts';
import { boundsOf } from '../model/drag.ts';
import type { Result } from '../model/result.ts';
import { colour, h, letterOf, set } from '../page/dom.ts';
import { boxOf, Frame, type Shown } from './frame.ts';
import { type Drawn, imagesOf, type Made, MOST_IMAGES } from './images.ts';
import { memoryStrip } from './memory.ts';
import { Pin } from './pin.ts';
import type { Room } from './room.ts';
import { fit, type Pixels, scaleOf, stretchOf } from './scale.ts';
import { barsOf, numbersOf, segmentsOf } from './segments.ts';
import { keepThumb, moveThumbs, thumbsOf } from './thumbs.ts';
import { type Change, captionOf, dimsOf, listPieces, whyEmpty } from './view.ts';

const CHANNELS = ['red', 'green', 'blue', 'alpha'];
/** Screen pixels between two numbers of a ruler. */
const ROOM = { across: 34, down: 16 };
/** A picture that is drawn larger has sharp pixels. */
const SHARP = 1.5;

export class PictureView {
  #cap = h('div.cap');
  #rx = h('div.rx', { 'aria-hidden': 'true' });
  #ry = h('div.ry', { 'aria-hidden': 'true' });
  #canvas = h('canvas', { role: 'img' });
  #seams = h('span');
  #pic = h('span.pic', { tabIndex: 0, role: 'group' }, this.#canvas, this.#seams);
  #out = h('div.out');
  #images = h('div.images');
  #ruled = h('div.ruled', h('span'), this.#rx, this.#ry, this.#pic);
  element = h('div.view.pair', h('div', this.#cap, this.#ruled), this.#out);
  #pin = new Pin();
  #room;
  #frame;
  #shown: Shown | null = null;

  /** @param room decides the scale */
  constructor(room: Room, change: Change) {
    this.#room = room;
    const shown = () => this.#shown;
    this.#frame = new Frame(this.#pic, shown, change, (event) => this.#at(event));
    this.#pic.append(this.#frame.element, this.#pin.element);
    moveThumbs(
      this.#pic,
      () => this.#shown?.result ?? null,
      change,
      (axis) => {
        const { left, top, width, height } = this.#pic.getBoundingClientRect();
        return axis === 0 ? { from: top, length: height, isDown: true } : { from: left, length: width };
      },
    );
    for (const name of ['pointermove', 'pointerleave'] as const)
      this.#pic.addEventListener(name, (event) => {
        if (this.isDragging) return;
        this.#showPin(name === 'pointermove' ? this.#at(event) : null);
      });
    this.#images.addEventListener('pointermove', (event) => this.#pointOut(event));
  }

  get isDragging() {
    return this.#frame.isDragging();
  }

  /** @param made the outputs, with their data @param pixels of the picture */
  draw(result: Result, made: readonly Made[], pixels: Pixels) {
    if (this.#shown?.pixels !== pixels) this.#paint(pixels);
    const scale = this.isDragging && this.#shown ? this.#shown.scale : scaleOf(result, pixels, this.#room);
    const shown = { result, pixels, scale };
    this.#shown = shown;
    this.#drawSource(shown);
    const most = givesMany(result.row) ? MOST_IMAGES : 1;
    this.#drawResult(shown, made.slice(0, most).map(imagesOf));
    this.#showPin(null);
  }

  #paint({ name, width, height, data }: Pixels) {
    const [{ image }] = imagesOf({ dims: [height, width, 4], data }) as Drawn[];
    paint(this.#canvas, image);
    this.#canvas.setAttribute('aria-label', `the picture ${name}`);
  }

  #drawSource(shown: Shown) {
    const { result, pixels, scale } = shown;
    const { width, height } = pixels;
    const { tensors, ranges, axis, taken, row } = result;
    set(this.#pic, { '--w': `${scale.x * width}px`, '--h': `${scale.y * height}px` });
    this.#pic.classList.toggle('pixelated', Math.min(scale.x, scale.y) > SHARP);
    this.#pic.classList.toggle('framed', ranges !== null);
    const channels = ranges ? listOf(ranges[2]) : taken && axis === 2 ? taken : [0, 1, 2, 3];
    const says = `channels taken: ${channels.map((i) => CHANNELS[i]).join(', ')}`;
    const letters = [...'RGBA'].map((letter, i) => h(`span.${channels.includes(i) ? 't' : ''}`, letter));
    const [{ name, type, dims }] = tensors;
    const { x, y } = stretchOf(width, height);
    const stretched = x > 1 ? `${x.toFixed(1)} × as wide` : y > 1 ? `${y.toFixed(1)} × as high` : '';
    this.#cap.replaceChildren(
      h('b', name),
      h('span.m', type),
      dimsOf(dims),
      h('span.chan', { role: 'img', 'aria-label': says }, ...letters),
      stretched && h('span.muted', `drawn ${stretched}`),
    );
    this.#frame.element.hidden = true;
    this.#pic.ariaLabel = `the picture that ${row.op_type} takes`;
    if (ranges) {
      const { top, left, bottom, right } = boxOf(result);
      const where = `rows ${top} to ${bottom - 1}, columns ${left} to ${right - 1}`;
      this.#pic.ariaLabel = `Frame: ${where}. Arrow keys move it, Alt and arrow keys resize it.`;
      this.#frame.draw(shown);
    }
    for (const [ruler, along, size, room] of [
      [this.#rx, 1, width, ROOM.across / (scale.x * width)],
      [this.#ry, 0, height, ROOM.down / (scale.y * height)],
    ] as const) {
      const segments = segmentsOf(result, along).map((each) => ({ ...each, text: '' }));
      ruler.replaceChildren(...barsOf(segments, size), ...numbersOf(segments, size, room));
    }
    keepThumb(this.#seams, () => this.#seams.replaceChildren(...seamsOf(result)));
  }

  #drawResult({ result, pixels, scale }: Shown, images: (Drawn[] | null)[]) {
    const { row, count, outputs, pads, order } = result;
    const all = images.flatMap((some) => some ?? []).slice(0, MOST_IMAGES);
    const stretch = stretchOf(pixels.width, pixels.height);
    const turned = order ? stretchOf(all[0]?.width ?? 1, all[0]?.height ?? 1) : stretch;
    const own = { x: (scale.x / stretch.x) * turned.x, y: (scale.y / stretch.y) * turned.y };
    const { x, y } = fit(all, own, pixels, this.#room);
    const labelOf = (i: number) => {
      if (count > 1) return h('span', h(`span.badge.${colour('piece', i)}`, letterOf(i)));
      const { flat } = all[i];
      const named = order && all.length === 4 ? CHANNELS[i] : '';
      return all.length > 1 && h('em', `${i} ${named}${flat === null ? '' : ` = ${flat}`}`);
    };
    const plates = all.map((drawn, i) => {
      const says = count > 1 ? `piece ${letterOf(i)}` : `result${all.length > 1 ? ` ${i}` : ''}`;
      const canvas = h('canvas', { role: 'img', 'aria-label': says });
      paint(canvas, drawn.image);
      const plate = h(
        'span.pic.plate',
        { '--w': `${x * drawn.width}px`, '--h': `${y * drawn.height}px` },
        canvas,
        labelOf(i),
        pads && h('span.inner', { '--inset': insetOf(pads, outputs[0].dims) }),
        i === 0 && h('span.pin', { hidden: true }),
      );
      plate.dataset.i = String(i);
      plate.classList.toggle('flat', drawn.flat !== null);
      plate.classList.toggle('pixelated', Math.min(x, y) > SHARP);
      return plate;
    });
    const isEmpty = outputs.some(({ dims }) => dims.includes(0));
    const why = isEmpty ? whyEmpty(result) : 'This shape is no picture; its code is beside it.';
    this.#images.replaceChildren(...(all.length > 0 ? plates : [h('p.muted', why)]));
    this.#out.replaceChildren(
      captionOf(result, resultName(row)),
      this.#images,
      ...(count > MOST_IMAGES ? [listPieces(result)] : []),
      result.ranges ? this.#pin.facts : memoryStrip(result),
    );
  }

  /** The place below a pointer. */
  #at({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const { pixels } = this.#shown as Shown;
    return { y: ((clientY - top) / height) * pixels.height, x: ((clientX - left) / width) * pixels.width };
  }

  #showPin(at: { y: number; x: number } | null) {
    if (this.#shown) this.#pin.draw(this.#shown, this.#images.querySelector<HTMLElement>('.pin'), at);
  }

  /** A pixel of the result is pointed at: the same pixel of the picture is marked. */
  #pointOut({ target, clientX, clientY }: PointerEvent) {
    const plate = target instanceof Element ? target.closest<HTMLElement>('.plate') : null;
    if (!this.#shown || plate?.dataset.i !== '0') return;
    const { left, top, width, height } = plate.getBoundingClientRect();
    const source = this.#pin.sourceOf(this.#shown, (clientY - top) / height, (clientX - left) / width);
    if (source) this.#showPin(source);
  }
}

function paint(canvas: HTMLCanvasElement, image: ImageData) {
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** The first channels that a range takes. */
const listOf = ({ from, step, count }: { from: number; step: number; count: number }) =>
  Array.from({ length: Math.min(count, 4) }, (_, i) => from + i * step);

/** Where the pieces of a split meet in the picture. */
function seamsOf(result: Result): HTMLElement[] {
  const { count, sizes, axis, whole } = result;
  if (count < 2 || count > MOST_IMAGES || axis > 1) return [];
  const seams = boundsOf(sizes).map(([a, b], i) => {
    const [begin, length] = [a / whole[axis], (b - a) / whole[axis]];
    const place =
      axis === 0
        ? { '--top': begin, '--down': length, '--left': 0, '--across': 1 }
        : { '--top': 0, '--down': 1, '--left': begin, '--across': length };
    return h('span.seam', place, h(`span.badge.${colour('piece', i)}`, letterOf(i)));
  });
  const thumbs = thumbsOf(result, axis);
  for (const thumb of thumbs) thumb.classList.toggle('down', axis === 0);
  return [...seams, ...thumbs];
}

const insetOf = (pads: readonly [number, number][], dims: readonly number[]) => {
  const side = (n: number, size: number) => `${(100 * Math.max(0, n)) / size}%`;
  const [[top, bottom], [left, right]] = pads;
  return `${side(top, dims[0])} ${side(right, dims[1])} ${side(bottom, dims[0])} ${side(left, dims[1])}`;
};
