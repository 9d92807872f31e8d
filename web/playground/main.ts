// The page: loads the library as any user does, reads its picture, and shows the bench.
import { init } from '../lib/index.ts';
import { Bench } from './bench.ts';
import { isFirst } from './model/state.ts';
import { copyText } from './page/copy.ts';
import { find } from './page/dom.ts';
import { fail } from './page/lazy.ts';
import { more, withMore } from './page/more.ts';
import { readPicture } from './page/pictures.ts';

const photo = new URL('./photo.svg', import.meta.url);
const main = find(document, '#main', HTMLElement);
const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.classList.toggle('embedded', isEmbedded);

start().catch((error) => fail('Microtome could not start.', error));

async function start() {
  const copy = find(document, '#copy-install', HTMLButtonElement);
  copy.addEventListener('click', () =>
    copyText(copy, () => find(document, '#install', HTMLElement).textContent ?? ''),
  );
  find(document, '.skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault(); // its hash is no address
    main.focus();
  });
  const needsMore = !isFirst(location.hash.slice(1));
  const [picture] = await Promise.all([
    readPicture(photo.href, 'photo.svg'),
    init(),
    needsMore && more.load(),
  ]);
  if (needsMore && !more.part) return; // the page says so
  const bench = new Bench(picture);
  document.documentElement.dataset.ready = 'true';
  performance.mark('ready');
  if (isEmbedded) tellHeight();
  whenIdle(() =>
    withMore((all) => {
      bench.offer();
      if (!isEmbedded) all.keepOffline();
    }),
  );
}

/** In a frame of another page: tells it how tall the page is. */
function tellHeight() {
  const tell = () =>
    parent.postMessage({ microtome: 'height', height: document.documentElement.scrollHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
}

function whenIdle(task: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
