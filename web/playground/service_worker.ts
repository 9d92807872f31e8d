// Serves the page without a network: the first visit caches the files of the page, and documents as they are read. tools/page/plugins.ts puts the
// list of files and a version in front of this file. A new version waits until no tab uses the old one, as the browser's own rules
// say, so the files that an open tab may still need stay; only then the old cache goes.

// biome-ignore lint/suspicious/noExplicitAny: the types that TypeScript has here are those of pages
type Worker = any;

declare const MICROTOME_BUILD: { files: string[]; version: string };

const worker: Worker = self;
const { files, version } = MICROTOME_BUILD;
const CACHE = `microtome-${version}`;
const DOCUMENTS = 'microtome-documents';
const ROOT = new URL('./', worker.location.href).href;
const kept = new Set(files.map((file) => new URL(file, ROOT).href));

worker.addEventListener('install', (event: Worker) => {
  const fresh = files.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener('activate', (event: Worker) => {
  const forget = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith('microtome-') && ![CACHE, DOCUMENTS].includes(name));
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(forget.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event: Worker) => {
  const request: Request = event.request;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || request.headers.has('range'))
    return;
  const address = `${url.origin}${url.pathname}`;
  if (kept.has(address)) event.respondWith(fromCache(request));
  else if (address.startsWith(`${ROOT}docs/`)) event.respondWith(fromNetwork(request));
});

async function fromCache(request: Request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

/** A document is kept when it is read, and shown again without a network. */
async function fromNetwork(request: Request) {
  const cache = await caches.open(DOCUMENTS);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (known) return known;
    throw error;
  }
}
