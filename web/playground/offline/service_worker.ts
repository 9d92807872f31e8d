// Serves the page and the documentation without a network: the first visit caches every file of the build. build.ts puts the list
// of files and a version in front of this file; a new version replaces the whole cache.

/** What is used of a service worker. The types that TypeScript has here are those of pages. */
interface Scope {
  addEventListener(name: string, listener: (event: ScopeEvent) => void): void;
  clients: { claim(): Promise<void> };
  location: Location;
  skipWaiting(): Promise<void>;
}

interface ScopeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

declare const MICROTOME_BUILD: { files: string[]; version: string };

const worker = self as unknown as Scope;
const { files, version } = MICROTOME_BUILD;
const CACHE = `microtome-${version}`;

worker.addEventListener('install', (event) => {
  const keep = caches.open(CACHE).then((cache) => cache.addAll(files));
  event.waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const forget = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith('microtome-') && name !== CACHE);
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(forget.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== worker.location.origin) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
