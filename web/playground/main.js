// The playground: loads the library as any user does, and shows the view that the address names. Other views are chunks that are
// loaded when they are first shown: one row of MOUNTS per view.
import { find } from './dom.js';
import { keepOffline } from './offline/register.js';
import { nextTask } from './pieces.js';
import { startLibrary } from './shell/library.js';
import { VIEWS, viewOf } from './shell/views.js';
import { CutPanel } from './stage/panel.js';

/** @import { ViewName } from './shell/views.js' */

/** @type {Record<ViewName, () => unknown>} */
const MOUNTS = {
  cut: mountCut,
  examples: async () =>
    (await import('./gallery/panel.js')).mountGallery(find(document, '#examples', HTMLElement)),
  media: async () => (await import('./media/index.js')).mountMedia(find(document, '#media', HTMLElement)),
};

/** @type {Set<ViewName>} */
const mounted = new Set();
/** @type {CutPanel | null} */
let panel = null;

start().catch(fail);

async function start() {
  await startLibrary();
  await nextTask();
  addEventListener('hashchange', () => show().catch(fail));
  await show();
  whenIdle(keepOffline);
}

/** Shows the view that the address names, and mounts it if need be. */
async function show() {
  const view = viewOf(location.hash);
  for (const name of VIEWS) find(document, `#view-${name}`, HTMLElement).hidden = name !== view;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('data-view') === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (view === 'cut') panel?.open();
  if (mounted.has(view)) return;
  mounted.add(view);
  await MOUNTS[view]();
  document.documentElement.dataset.ready = view;
  performance.mark(`ready: ${view}`);
}

/** Until its first result is drawn. @returns {Promise<void>} */
function mountCut() {
  const cut = new CutPanel(
    find(document, '#cut-form', HTMLFormElement),
    find(document, '#cut-result', HTMLElement),
  );
  panel = cut;
  // The link back from other views leads to the current cut.
  const link = find(document, 'nav a[data-view=cut]', HTMLAnchorElement);
  const follow = () => link.setAttribute('href', `#${cut.hash}`);
  addEventListener('addresschange', follow);
  addEventListener('hashchange', follow);
  follow();
  const addLater = () => import('./stage/later.js').then(({ addParts }) => addParts(cut)).catch(fail);
  whenIdle(addLater);
  return cut.stage.drawn;
}

/** @param {() => void} task */
function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}

/** @param {unknown} error */
function fail(error) {
  const failure = find(document, '#failure', HTMLElement);
  failure.textContent = `Microtome could not start: ${error instanceof Error ? error.message : error}`;
  failure.hidden = false;
  find(document, 'main', HTMLElement).hidden = true;
}
