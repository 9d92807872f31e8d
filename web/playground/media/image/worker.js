// The image panel's worker: times cuts, and makes those that would keep the page waiting.

import { Moved, serve } from '../../background/serve.ts';
import { startLibrary } from '../../shell/library.ts';
import { Cutter } from '../cut/cutter.js';
import { contest } from '../timing/contest.js';
import { shade } from './canvas.js';
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
  /** Planes become colours here, so that the page only has to paint them. */
  cut({ name, cut }) {
    const { made, ms } = cutter.run(name, held, cut);
    const parts = made.map(({ dims: [height, width, channels], data }) => ({
      dims: [height, width, 4],
      data: (channels === 4 ? data : shade(data)).slice(),
    }));
    return new Moved(
      { parts, ms },
      parts.map(({ data }) => data.buffer),
    );
  },
});
