// Caches the site for visits without a network, as the playground does. `npm start` has no service worker.
const { base } = document.documentElement.dataset;
navigator.serviceWorker?.register(new URL(`${base}../service_worker.js`, location.href)).catch(() => {});
