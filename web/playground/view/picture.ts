// A picture with what a call takes of it, and what the call makes of it, at the same scale. The picture's elements stay while the call
// changes, so a pointer that was captured stays captured. What is drawn of calls that are no slices is loaded later.
import { givesMany, resultName } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import { h, set } from '../page/dom.ts';
import { known, more } from '../page/more.ts';
import { boxOf, Frame, type Shown } from './frame.ts';
import { CHANNELS, type Drawn, imagesOf, type Made, MOST_IMAGES } from './images.ts';
import { Pin, sourceOf } from './pin.ts';
import type { Room } from './room.ts';
import { fit, type Pixels, scaleOf, stretchOf } from './scale.ts';
import { barsOf, numbersOf } from './segments.ts';
import { type Change, captionOf, dimsOf, whyEmpty } from './view.ts';

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
  /** The same mark in the result. */ #twin = h('span.pin', { hidden: true });
  #room;
  #frame;
  #shown: Shown | null = null;
  #change;
  /** Whether the ends of pieces can be dragged. */ #hasThumbs = false;

  /** @param room decides the scale */
  constructor(room: Room, change: Change) {
    this.#room = room;
    this.#change = change;
    const shown = () => this.#shown;
    this.#frame = new Frame(this.#pic, shown, change, (event) => this.#at(event));
    this.#pic.append(this.#frame.element, this.#pin.element);
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
      const segments = known()
        .segmentsOf(result, along)
        .map((each) => ({
          ...each,
          text: '',
        }));
      ruler.replaceChildren(...barsOf(segments, size), ...numbersOf(segments, size, room));
    }
    if (more.part && !this.#hasThumbs)
      more.part.moveSeams(this.#pic, () => this.#shown?.result ?? null, this.#change);
    this.#hasThumbs = more.part !== null;
    more.part?.drawSeams(this.#seams, result);
  }

  #drawResult({ result, pixels, scale }: Shown, images: (Drawn[] | null)[]) {
    const { row, outputs, ranges } = result;
    const all = images.flatMap((some) => some ?? []).slice(0, MOST_IMAGES);
    const own = more.part?.turned(result, scale, pixels, all) ?? scale;
    const { x, y } = fit(all, own, pixels, this.#room);
    const plates = all.map(({ width, height, image, flat }, i) => {
      const { says, marks } = more.part?.marksOf(result, all, i) ?? { says: 'result', marks: [] };
      const canvas = h('canvas', { role: 'img', 'aria-label': says });
      paint(canvas, image);
      const plate = h(
        'span.pic.plate',
        { '--w': `${x * width}px`, '--h': `${y * height}px` },
        canvas,
        ...marks,
      );
      plate.classList.toggle('flat', flat !== null);
      plate.classList.toggle('pixelated', Math.min(x, y) > SHARP);
      return plate;
    });
    const isEmpty = outputs.some(({ dims }) => dims.includes(0));
    const why = isEmpty ? whyEmpty(result) : 'This shape is no picture; its code is beside it.';
    this.#images.replaceChildren(...(all.length > 0 ? plates : [h('p.muted', why)]));
    if (ranges) plates[0]?.append(this.#twin);
    const below = ranges ? [this.#pin.facts] : (more.part?.belowOf(result) ?? []);
    this.#out.replaceChildren(captionOf(result, resultName(row)), this.#images, ...below);
  }

  /** The place below a pointer. */
  #at({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const { pixels } = this.#shown as Shown;
    return { y: ((clientY - top) / height) * pixels.height, x: ((clientX - left) / width) * pixels.width };
  }

  #showPin(at: { y: number; x: number } | null) {
    if (this.#shown) this.#pin.draw(this.#shown, this.#twin, at);
  }

  /** A pixel of the result is pointed at: the same pixel of the picture is marked. */
  #pointOut({ target, clientX, clientY }: PointerEvent) {
    const plate = this.#twin.parentElement;
    if (!this.#shown?.result.ranges || !plate?.contains(target as Node)) return;
    const { left, top, width, height } = plate.getBoundingClientRect();
    const source = sourceOf(this.#shown.result, (clientY - top) / height, (clientX - left) / width);
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
