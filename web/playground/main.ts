// The playground: loads the library as any user does, and shows the view that the first word of the address' hash names; the rest is
// the view's. Other views than the first are chunks that are loaded when they are first shown: one row of MOUNTS per view.

import { init } from '../lib/index.ts';
import { messageOf } from './background/helper.ts';
import { find } from './dom.ts';
import type { Media } from './media/index.ts';
import { keepOffline } from './offline/register.ts';
import { nextTask } from './pieces.ts';
import { CutPanel } from './stage/panel.ts';

type ViewName = 'cut' | 'examples' | 'media';

const MOUNTS: Record<ViewName, () => unknown> = {
  cut: mountCut,
  examples: async () =>
    (await import('./gallery/panel.ts')).mountGallery(find(document, '#examples', HTMLElement)),
  media: async () => {
    media = await (await import('./media/index.ts')).mountMedia(find(document, '#media', HTMLElement));
  },
};

/** What the tab of the browser says of each. */
const TITLES: Record<ViewName, () => string | undefined> = {
  cut: () => panel?.title,
  examples: () => 'Examples',
  media: () => media?.title,
};

const content = find(document, 'main', HTMLElement);
const mounted = new Set<ViewName>();
let panel: CutPanel | null = null;
let media: Media | null = null;
/** Is it a frame of another page, which shows the result alone? */
const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.classList.toggle('embedded', isEmbedded);
/** Whether a link was clicked: where it leads begins at its top. */
let isFollowing = false;

start().catch(fail);

async function start() {
  await init();
  await nextTask();
  addEventListener('hashchange', () => show().catch(fail));
  addEventListener('addresschange', tell);
  addEventListener('openfile', (event) => openFile((event as CustomEvent).detail).catch(fail));
  document.addEventListener('click', follow);
  await show();
  if (isEmbedded) (await import('./take/embed.ts')).embed();
  else whenIdle(keepOffline);
}

/** Shows the view that the address names, and mounts it if need be. */
async function show() {
  const view = viewOf(location.hash);
  for (const name in MOUNTS) find(document, `#view-${name}`, HTMLElement).hidden = name !== view;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('data-view') === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (view === 'cut') panel?.open();
  if (view === 'media') media?.show(location.hash);
  if (isFollowing) {
    content.focus(); // the link may go
    document.documentElement.scrollTo(0, 0);
  }
  isFollowing = false;
  tell();
  if (!mounted.has(view)) {
    mounted.add(view);
    await MOUNTS[view]();
    tell();
  }
  document.documentElement.dataset.ready = view;
  performance.mark(`ready: ${view}`);
}

/** `#media&kind=sound`, `#op=Split&...`. */
function viewOf(hash: string): ViewName {
  const [word] = hash.slice(1).split('&');
  return word in MOUNTS ? (word as ViewName) : 'cut';
}

/** Names what is shown; the link back from other views leads to the current cut. */
function tell() {
  if (panel) find(document, 'nav a[data-view=cut]', HTMLAnchorElement).href = `#${panel.hash}`;
  const title = TITLES[viewOf(location.hash)]();
  document.title = title ? `${title} · Microtome` : 'Microtome playground';
}

function follow(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link?.classList.contains('skip')) {
    event.preventDefault(); // its hash is no address
    content.focus();
  } else if (link) isFollowing = true;
}

/** @param file for the view of real data */
async function openFile({ kind, file }: { kind: string; file: File }) {
  history.pushState(null, '', `#media&kind=${kind}`);
  await show();
  media?.open(file);
}

/** Until its first result is drawn. */
function mountCut(): Promise<void> {
  const cut = new CutPanel(
    find(document, '#cut-form', HTMLFormElement),
    find(document, '#cut-result', HTMLElement),
  );
  panel = cut;
  const tour = find(document, '#start-tour', HTMLButtonElement);
  tour.addEventListener('click', () =>
    import('./tour/tour.ts').then(({ startTour }) => startTour(tour, cut.stage)).catch(fail),
  );
  const addLater = () => import('./stage/later.ts').then(({ addParts }) => addParts(cut)).catch(fail);
  if (!isEmbedded) whenIdle(addLater);
  return cut.stage.drawn;
}

function whenIdle(task: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}

function fail(error: unknown) {
  const failure = find(document, '#failure', HTMLElement);
  failure.textContent = `Microtome could not start: ${messageOf(error)}`;
  failure.hidden = false;
  content.hidden = true;
}
