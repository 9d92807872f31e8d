// Plans cuts into so many outputs that the page would stand still.

import { serve } from '../background/serve.js';
import { cut } from '../model/cut.js';
import { startLibrary } from '../shell/library.js';

serve({
  async cut(state) {
    await startLibrary();
    return cut(state);
  },
});
