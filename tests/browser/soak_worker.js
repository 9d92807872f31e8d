// A worker that lives for as many calls as it is told, and tells what they came to.

import * as library from '../../web/dist/index.js';
import { init } from '../../web/dist/index.js';
import { live } from '../soak/soak.js';

addEventListener('message', async ({ data: { seed, calls, limits } }) => {
  await init({ arena: limits.arena });
  postMessage(live(library, seed, calls, limits));
});
