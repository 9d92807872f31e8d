// The page: loads the library as any user does, reads its picture, and shows the bench.
import { startBench } from './bench.ts';
import { more, withMore } from './known.ts';
import { init } from './library.ts';
import { isFirst } from './model/state.ts';
import { find } from './page/dom.ts';
import { fail } from './page/lazy.ts';
import { readPicture } from './page/pictures.ts';

const photo = new URL('./photo.svg', import.meta.url);
const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.classList.toggle('embedded', isEmbedded);

start().catch((error) => fail('Microtome could not start.', error));

async function start() {
  const copy = find(document, '#copy-install', HTMLButtonElement);
  const install = find(document, '#install', HTMLElement);
  copy.addEventListener('click', () => withMore(({ copyText }) => copyText(copy, install.textContent ?? '')));
  find(document, '.skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault(); // its hash is no address
    find(document, '#main', HTMLElement).focus();
  });
  const needsMore = !isFirst(location.hash.slice(1));
  const [picture] = await Promise.all([
    readPicture(photo.href, 'photo.svg'),
    init(),
    needsMore && more.load(),
  ]);
  if (needsMore && !more.part) return; // the page says so
  const offer = startBench(picture);
  document.documentElement.dataset.ready = 'true';
  if (isEmbedded) new ResizeObserver(tellHeight).observe(document.body);
  const loadMore = async () => {
    if (await more.load()) offer();
    if (!isEmbedded) keepOffline();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(loadMore, { timeout: 2000 });
  else setTimeout(loadMore, 200);
}

/** Keeps the page for the next visit, with or without a network. */
function keepOffline() {
  if (!(import.meta as { env?: { OFFLINE?: boolean } }).env?.OFFLINE) return; // tools/page/plugins.ts sets it
  // Opened from a file, or where the browser forbids it, the page still works with a network.
  navigator.serviceWorker?.register('./service_worker.js').catch(() => undefined);
}

/** In a frame of another page: tells it how tall the page is. */
function tellHeight() {
  parent.postMessage({ microtome: 'height', height: document.documentElement.scrollHeight }, '*');
}
