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
  media: async () => {
    media = await (await import('./media/index.js')).mountMedia(find(document, '#media', HTMLElement));
  },
};

/** What the tab of the browser says of each. @type {Record<ViewName, () => string | undefined>} */
const TITLES = { cut: () => panel?.title, examples: () => 'Examples', media: () => media?.title };

/** @type {Set<ViewName>} */
const mounted = new Set();
/** @type {CutPanel | null} */
let panel = null;
/** @type {import('./media/index.js').Media | null} */
let media = null;
/** Whether a link was clicked: where it leads begins at its top. */
let isFollowing = false;

start().catch(fail);

async function start() {
  await startLibrary();
  await nextTask();
  addEventListener('hashchange', () => show().catch(fail));
  addEventListener('addresschange', tell);
  addEventListener('openfile', (event) => openFile(/** @type {CustomEvent} */ (event).detail).catch(fail));
  document.addEventListener('click', follow);
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
  if (view === 'media') media?.show(location.hash);
  if (isFollowing) document.documentElement.scrollTo(0, 0);
  isFollowing = false;
  tell();
  if (mounted.has(view)) return;
  mounted.add(view);
  await MOUNTS[view]();
  tell();
  document.documentElement.dataset.ready = view;
  performance.mark(`ready: ${view}`);
}

/** Names what is shown. */
function tell() {
  const title = TITLES[viewOf(location.hash)]();
  document.title = title ? `${title} · Microtome` : 'Microtome playground';
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link?.classList.contains('skip')) {
    event.preventDefault(); // its hash is no address
    find(document, 'main', HTMLElement).focus();
  } else if (link) isFollowing = true;
}

/** @param {{ kind: string, file: File }} file for the view of real data */
async function openFile({ kind, file }) {
  history.pushState(null, '', `#media&kind=${kind}`);
  await show();
  media?.open(file, kind);
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
  const lead = () => link.setAttribute('href', `#${cut.hash}`);
  addEventListener('addresschange', lead);
  addEventListener('hashchange', lead);
  lead();
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
