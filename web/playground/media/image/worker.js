// The image panel's worker: times its cuts, and makes those that would keep the page waiting.
import { startLibrary } from '../../shell/library.js';
import { Moved, serve } from '../common/serve.js';
import { contest } from '../timing/contest.js';
import { shade } from './canvas.js';
import { Cutter } from './cutter.js';
import { readPicture } from './picture.js';

/** @import { Pixels } from './picture.js' */

/** @type {Pixels} */
let held;
const cutter = new Cutter();

serve({
  /** @param {Blob} file */
  async read(file) {
    const { image, note } = await readPicture(file);
    return new Moved({ image, note }, [image.data.buffer]);
  },
  /** @param {Pixels} image */
  async hold(image) {
    await startLibrary();
    held = image;
  },
  contest: ({ cut, withPeer }, tell) => contest({ source: held, cut, withPeer }, tell),
  /** Colours, also of planes: the page has only to put them onto its canvases. */
  cut({ name, cut }) {
    const { parts, ms } = cutter.run(name, held, cut);
    const coloured = parts.map(({ dims: [height, width, channels], data }) => ({
      dims: [height, width, 4],
      data: (channels === 4 ? data : shade(data)).slice(),
    }));
    return new Moved(
      { parts: coloured, ms },
      coloured.map(({ data }) => data.buffer),
    );
  },
});
