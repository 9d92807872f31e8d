// THE table of recipes of docs/recipes.md that run in a page: which of their values are looked at, and what they must be. `look`
// runs in the page, alone, and works out `expected` one element at a time, without the library. To add one, write it in
// docs/recipes.md and add a row.

/** @typedef {any} Any */

/**
 * @typedef {object} PageRecipe
 * @property {string} heading
 * @property {string} [variant] where a recipe is executed more than once
 * @property {string[]} names that it makes or imports
 * @property {(variant?: string) => void | Promise<void>} [given] sets globals for `look`
 * @property {(made: Any) => { actual: Any, expected: Any } | Promise<{ actual: Any, expected: Any }>} look
 */

/** Frames of known bytes. @param {string} [variant] */
const frameGiven = (variant = '') => {
  const format = variant.split(' ')[0];
  const [width, height] = [6, 4];
  const planes = { NV12: [[6, 4], [6, 2]], I420: [[6, 4], [3, 2], [3, 2]], RGBA: [[24, 4]] }[format] ?? []; // biome-ignore format: bytes of a row, rows
  const sizes = planes.map(([stride, rows]) => stride * rows);
  const upTo = (/** @type {number} */ i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0);
  const layout = planes.map(([stride], i) => ({ offset: upTo(i), stride }));
  const size = upTo(planes.length);
  const bytes = Uint8Array.from({ length: size }, (_, k) => (k * 37 + 11) & 255);
  const isOdd = variant.includes('odd');
  const visibleRect = { x: 0, y: 0, width: isOdd ? 5 : width, height: isOdd ? 3 : height };
  const init = { format, codedWidth: width, codedHeight: height, timestamp: 0, layout, visibleRect };
  const real = new VideoFrame(bytes, /** @type {Any} */ (init));
  const apart = planes.map(([stride], i) => ({ offset: 7 + 300 * i, stride: stride + 5 }));
  const frame = variant.includes('apart')
    ? {
        format,
        visibleRect: real.visibleRect,
        allocationSize: () => 1000,
        copyTo: (/** @type {Any} */ data) => real.copyTo(data, { layout: apart }),
      }
    : real;
  Object.assign(globalThis, { frame, source: { bytes, layout, visibleRect, format } });
};

/** @type {PageRecipe['look']} */
const frameLook = async ({ planesOf, slice, split }) => {
  const planes = await planesOf(/** @type {Any} */ (globalThis).frame);
  const rows = planes.map((/** @type {Any} */ plane) => slice(plane, '::2'));
  const channels = split(planes.at(-1), { axis: -1, num_outputs: planes.at(-1).shape[2] ?? 1 });
  const { bytes, layout, visibleRect, format } = /** @type {Any} */ (globalThis).source;
  const { width, height } = visibleRect;
  const half = [Math.ceil(width / 2), Math.ceil(height / 2)];
  /** Width, height, samples of each plane. @type {Record<string, number[][]>} */
  const sizes = {
    NV12: [[width, height, 1], [...half, 2]],
    I420: [[width, height, 1], [...half, 1], [...half, 1]],
    RGBA: [[width, height, 4]],
  }; // biome-ignore format: a table
  /** @type {(plane: number, step: number, each: (samples: number[]) => number[]) => number[]} */
  const read = (plane, step, each) => {
    const [w, h, samples] = sizes[format][plane];
    const found = [];
    for (let i = 0; i < h; i += step)
      for (let j = 0; j < w; ++j) {
        const at = layout[plane].offset + i * layout[plane].stride + j * samples;
        found.push(...each([...bytes.subarray(at, at + samples)]));
      }
    return found;
  };
  const last = sizes[format].length - 1;
  const samples = sizes[format][last][2];
  return {
    actual: {
      rows: rows.map((/** @type {Any} */ { dims, data }) => [dims, [...data]]),
      channels: channels.map((/** @type {Any} */ { data }) => [...data]),
    },
    expected: {
      rows: sizes[format].map(([w, h, n], i) => [
        [Math.ceil(h / 2), w, ...(n > 1 ? [n] : [])],
        read(i, 2, (each) => each),
      ]),
      channels:
        samples > 1
          ? Array.from({ length: samples }, (_, c) => read(last, 1, (each) => [each[c]]))
          : [read(last, 1, (each) => each)],
    },
  };
};

/** @type {PageRecipe[]} */
export const PAGE_RECIPES = [
  {
    heading: 'Image planes',
    names: ['context', 'data', 'r', 'g', 'b', 'a', 'mirrored', 'planes', 'swapped', 'image'],
    look({ context, data, r, g, b, a, mirrored, planes, swapped, image }) {
      const expected = Array.from(data, (_, k) => {
        const [row, column, channel] = [Math.floor(k / 256), Math.floor(k / 4) % 64, k % 4];
        return data[(row * 64 + 63 - column) * 4 + channel];
      });
      const apart = [0, 1, 2, 3].map((c) => [[48, 64, 1], [...data].filter((_, k) => k % 4 === c)]);
      const turned = Array.from(data, (_, k) => data[k - (k % 4) + [2, 1, 0, 3][k % 4]]);
      const merged = Array.from(data, (_, k) =>
        k % 4 === 3 ? 255 : ((k % 4) * 48 * 64 + Math.floor(k / 4)) % 200,
      );
      const tell = (/** @type {Any[]} */ list) => list.map(({ dims, data }) => [dims, [...data]]);
      return {
        actual: {
          planes: tell([r, g, b, a]),
          again: tell(planes),
          isClamped: [r, g, b, a, ...planes].every(({ data }) => data instanceof Uint8ClampedArray),
          colours: new Set(data).size > 2,
          mirrored: [...mirrored.data],
          swapped: [swapped.dims, [...swapped.data]],
          drawn: [...context.getImageData(0, 0, 64, 48).data],
          merged: [...image.data],
        },
        expected: {
          planes: apart,
          again: apart,
          isClamped: true,
          colours: true,
          mirrored: expected,
          swapped: [[48, 64, 4], turned],
          drawn: turned,
          merged,
        },
      };
    },
  },
  ...['NV12 odd', 'I420 apart', 'RGBA'].map((variant) => ({
    heading: 'Video frames',
    variant,
    names: ['planesOf', 'slice', 'split'],
    given: frameGiven,
    look: frameLook,
  })),
  {
    heading: 'Letterboxing on a canvas',
    names: ['boxed'],
    look({ boxed: { dims, data } }) {
      const grey = Math.fround(114 * Math.fround(1 / 255));
      const rows = [0, 139, 140, 499, 500, 639];
      const own = (/** @type {number} */ c) => rows.map((y) => data[(c * 640 + y) * 640 + 320]);
      const expected = [grey, grey, 0, 0, grey, grey];
      return {
        actual: [dims, own(0), own(1), own(2)],
        expected: [[1, 3, 640, 640], expected, expected, expected],
      };
    },
  },
  {
    heading: 'Audio',
    names: ['interleaved', 'buffer', 'second', 'again', 'stereo'],
    look({ interleaved, buffer, second, again, stereo }) {
      const odd = [...interleaved].filter((_, k) => k % 2 === 1);
      const whole = [[...interleaved], [300, 2]];
      const tell = (/** @type {Any} */ { data, dims }) => [[...data], dims];
      return {
        actual: [[...buffer.getChannelData(1)], [...second.data], tell(again), tell(stereo)],
        expected: [odd, odd.slice(100, 200), whole, whole],
      };
    },
  },
  {
    heading: 'Web Worker',
    names: ['pixels', 'planes'],
    look({ pixels, planes }) {
      const sent = Array.from({ length: 60 }, (_, i) => i * 4);
      return {
        actual: [
          pixels.length,
          planes.map((/** @type {Any} */ { type, dims, data }) => [type, dims, [...data]]),
        ],
        expected: [
          0,
          [0, 1, 2, 3].map((c) => [
            'uint8',
            [3, 5, 1],
            sent.filter((/** @type {Any} */ _, /** @type {number} */ k) => k % 4 === c),
          ]),
        ],
      };
    },
  },
];
