// Plans cuts into so many outputs that the page would stand still.
import { serve } from '../background/serve.ts';
import { cut } from '../model/cut.ts';
import { startLibrary } from '../shell/library.ts';

serve({
  async cut(state) {
    await startLibrary();
    return cut(state);
  },
});
