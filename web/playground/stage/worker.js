// Plans cuts into so many outputs that the page would stand still.
import { cut } from '../model/cut.js';
import { startLibrary } from '../shell/library.js';
import { serve } from '../work/serve.js';

serve({
  async cut(state) {
    await startLibrary();
    return cut(state);
  },
});
