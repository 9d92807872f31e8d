// A picture with what a call takes of it, and what the call makes of it, at the same scale. The picture's elements stay while the call
// changes, so a pointer that was captured stays captured. What is drawn of calls that are no slices is loaded later.
import { known, more } from '../known.ts';
import type { Made, Result } from '../model/result.ts';
import { givesMany } from '../model/rows.ts';
import type { Change } from '../model/state.ts';
import { h, set } from '../page/dom.ts';
import type { Pixels } from '../page/pictures.ts';
import { boxOf, makeFrame, makePin, type Shown } from './frame.ts';
import { CHANNELS, type Drawn, fit, MOST_IMAGES, type Room, scaleOf, stretchOf } from './images.ts';
import { barsOf, captionOf, dimsOf, namesOf, numbersOf, whyEmpty } from './view.ts';

/** Screen pixels between two numbers of a ruler. */
const ROOM = { across: 33, down: 16 };
/** A picture that is drawn larger has sharp pixels. */
const SHARP = 1.5;

/** @param room decides the scale */
export function makePictureView(room: Room, change: Change) {
  const cap = h('div.cap');
  const [rx, ry] = ['rx', 'ry'].map((name) => h(`div.${name}`, { 'aria-hidden': 'true' }));
  const canvas = h('canvas', { role: 'img' });
  const seams = h('span');
  const pic = h('span.pic', { tabIndex: 0, role: 'group' }, canvas, seams);
  const out = h('div.out');
  const images = h('div.images');
  const below = h('div.below');
  const ruled = h('div.ruled', h('span'), rx, ry, pic);
  const element = h('div.view.pair', h('div', cap, ruled), out, below);
  const pin = makePin();
  let shown: Shown | null = null;
  /** Whether the frame and the ends of pieces can be dragged. */
  let isMovable = false;

  const frame = makeFrame();
  let isFrameDragged = () => false;
  const isDragging = () => isFrameDragged();
  pic.append(frame.element, pin.element);
  return { element, isDragging, draw };

  /** @param made the outputs, with their data @param pixels of the picture */
  function draw(result: Result, made: readonly Made[], pixels: Pixels) {
    if (shown?.pixels !== pixels) {
      const { name, width, height, data } = pixels;
      const [{ image }] = known().imagesOf({ dims: [height, width, 4], data }) as Drawn[];
      paint(canvas, image);
      canvas.ariaLabel = `the picture ${name}`;
    }
    const scale = isDragging() && shown ? shown.scale : scaleOf(result, pixels, room);
    shown = { result, pixels, scale };
    drawSource(shown);
    const most = givesMany(result.row) ? MOST_IMAGES : 1;
    const { ranges } = result;
    // An axis that is dropped is drawn as one row, column or channel.
    const all = ranges ? made.map(({ data }) => ({ dims: ranges.map(({ count }) => count), data })) : made;
    drawResult(shown, all.slice(0, most).map(known().imagesOf));
    pin.draw(shown, null);
  }

  function drawSource(now: Shown) {
    const { result, pixels, scale } = now;
    const { width, height } = pixels;
    const { tensors, ranges, axis, taken, row } = result;
    set(pic, { '--w': `${scale.x * width}px`, '--h': `${scale.y * height}px` });
    pic.classList.toggle('pixelated', Math.min(scale.x, scale.y) > SHARP);
    pic.classList.toggle('framed', ranges !== null);
    const all = [0, 1, 2, 3];
    const channels = ranges
      ? all.slice(0, ranges[2].count).map((i) => ranges[2].from + i * ranges[2].step)
      : taken && axis === 2
        ? taken
        : all;
    const says = `channels taken: ${channels.map((i) => CHANNELS[i]).join(', ')}`;
    const letters = [...'RGBA'].map((letter, i) => h(`span.${channels.includes(i) ? 't' : ''}`, letter));
    const [{ name, type, dims }] = tensors;
    const { x, y } = stretchOf(width, height);
    const stretched = x > 1 ? `${x.toFixed(1)} × as wide` : y > 1 ? `${y.toFixed(1)} × as high` : '';
    cap.replaceChildren(
      h('b', name),
      h('span.m', type),
      dimsOf(dims, namesOf(result)),
      h('span.chan.k2', { role: 'img', 'aria-label': says }, ...letters),
      stretched && h('span.muted', `drawn ${stretched}`),
    );
    frame.element.hidden = true;
    pic.ariaLabel = `the picture that ${row.op_type} takes`;
    if (ranges) {
      const { top, left, bottom, right } = boxOf(result);
      const where = `rows ${top} to ${bottom - 1}, columns ${left} to ${right - 1}`;
      pic.ariaLabel = `Frame: ${where}. Arrow keys move it, Alt and arrow keys resize it.`;
      frame.draw(now);
    }
    pic.classList.toggle('none', ranges?.some(({ count }) => count === 0) ?? false);
    for (const [ruler, along, size, space] of [
      [rx, 1, width, ROOM.across / (scale.x * width)],
      [ry, 0, height, ROOM.down / (scale.y * height)],
    ] as const) {
      const own = known().segmentsOf(result, along);
      const segments = own.map((each) => ({ ...each, text: '' }));
      ruler.replaceChildren(...barsOf(segments, size), ...numbersOf(segments, size, space));
    }
    if (more.part && !isMovable) {
      isFrameDragged = more.part.moveFrame(pic, images, pin, () => shown, change);
      more.part.moveSeams(pic, () => shown?.result ?? null, change);
    }
    isMovable = more.part !== null;
    more.part?.drawSeams(seams, result);
  }

  function drawResult({ result, pixels, scale }: Shown, made: (Drawn[] | null)[]) {
    const { outputs, ranges } = result;
    const all = made.flatMap((some) => some ?? []).slice(0, MOST_IMAGES);
    const own = more.part?.turned(result, scale, pixels, all) ?? scale;
    const { x, y } = fit(all, own, pixels, room);
    const plates = all.map(({ width, height, image, flat }, i) => {
      const { says, marks } = more.part?.marksOf(result, all, i) ?? { says: 'result', marks: [] };
      const drawn = h('canvas', { role: 'img', 'aria-label': says });
      paint(drawn, image);
      const sizes = { '--w': `${x * width}px`, '--h': `${y * height}px` };
      const plate = h('span.pic.plate', sizes, drawn, ...marks);
      plate.classList.toggle('flat', flat !== null);
      plate.classList.toggle('pixelated', Math.min(x, y) > SHARP);
      return plate;
    });
    const isEmpty = outputs.some(({ dims }) => dims.includes(0));
    const why = isEmpty ? whyEmpty(result) : 'This shape is no picture; its code is beside it.';
    images.replaceChildren(...(all.length > 0 ? plates : [h('p.muted', why)]));
    if (ranges) plates[0]?.append(pin.twin);
    out.replaceChildren(captionOf(result), images, ...(ranges ? [pin.facts] : []));
    below.replaceChildren(...((!ranges && more.part?.belowOf(result)) || []));
  }
}

function paint(canvas: HTMLCanvasElement, image: ImageData) {
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}
