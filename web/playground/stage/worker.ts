// Plans cuts into so many outputs that the page would stand still.

import { init } from '../../lib/index.ts';
import { serve } from '../background/serve.ts';
import { cut } from '../model/cut.ts';

serve({
  async cut(state) {
    await init();
    return cut(state);
  },
});
