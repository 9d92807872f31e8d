// Serves the page and the documentation without a network: the first visit caches every file of the build. build.js puts the list of files and a version
// in front of this file; a new version replaces the whole cache.

/** The types are those of pages, not of service workers. @type {any} */
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
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
