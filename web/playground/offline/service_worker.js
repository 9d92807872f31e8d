// The page without a network: everything that was built is kept on the first visit and answered from there. vite.config.js puts
// the list of files and its version in front of this; another version replaces the whole.

/** The compiler knows pages only. @type {any} */
const worker = self;
const { files, version } = /** @type {{ files: string[], version: string }} */ (
  /** @type {any} */ (globalThis).MICROTOME_BUILD
);
const CACHE = `microtome-${version}`;

worker.addEventListener('install', (/** @type {any} */ event) => {
  const keep = caches.open(CACHE).then((cache) => cache.addAll(files));
  event.waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const forget = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith('microtome-') && name !== CACHE);
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(forget.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== worker.location.origin) return;
  const page = request.mode === 'navigate';
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(page ? './' : request, { ignoreSearch: page, ignoreVary: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
