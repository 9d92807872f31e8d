// Keeps the page for the next visit, with or without a network. Only what has been built is kept; `npm start` serves sources.

export function keepOffline() {
  // set by ./build.js
  if (!(/** @type {any} */ (import.meta).env?.OFFLINE) || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service_worker.js').catch(() => {
    // a page that is opened from a file, or a browser that forbids it: it works as long as there is a network
  });
}
