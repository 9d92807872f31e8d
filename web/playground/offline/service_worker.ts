// Serves the page and the documentation without a network: the first visit caches every file of the build. build.ts puts the list
// of files and a version in front of this file; a new version replaces the whole cache.

declare const MICROTOME_BUILD: { files: string[]; version: string };

// biome-ignore lint/suspicious/noExplicitAny: the types that TypeScript has here are those of pages
const worker: any = self;
const { files, version } = MICROTOME_BUILD;
const CACHE = `microtome-${version}`;

worker.addEventListener('install', (event: typeof worker) => {
  const keep = caches.open(CACHE).then((cache) => cache.addAll(files));
  event.waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event: typeof worker) => {
  const forget = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith('microtome-') && name !== CACHE);
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(forget.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event: typeof worker) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== worker.location.origin) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
