// Keeps the page for the next visit, with or without a network. Only a built page is kept, not the sources of `npm start`.

export function keepOffline() {
  // ./build.ts sets this
  if (!(import.meta as { env?: { OFFLINE?: boolean } }).env?.OFFLINE || !('serviceWorker' in navigator))
    return;
  navigator.serviceWorker.register('./service_worker.js').catch(() => {
    // opened from a file, or forbidden by the browser: the page still works with a network
  });
}
