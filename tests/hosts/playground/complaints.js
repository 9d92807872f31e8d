// What the page complains about: its console, exceptions, what its policy has refused and what could not be loaded. No driver
// tells all of it, so a script of its own listens, in front of the page's.

/** Vite's part: puts the script into what is built. @type {import('vite').Plugin} */
export const LISTENING = {
  name: 'microtome-listening',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'listen.js', source: `(${listen})();` });
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: './listen.js' }, injectTo: 'head-prepend' }],
};

/** @param {import('../drivers/tab.js').Tab} tab @returns {Promise<string[]>} since its page was loaded */
export const complaintsOf = (tab) => tab.evaluate(() => /** @type {any} */ (globalThis).complaints ?? []);

function listen() {
  /** @type {string[]} */
  const complaints = [];
  Object.assign(globalThis, { complaints });
  for (const level of /** @type {const} */ (['error', 'warn'])) {
    const own = console[level];
    console[level] = (...args) => {
      complaints.push(`${level}: ${args.join(' ')}`);
      own.apply(console, args);
    };
  }
  const onError = (/** @type {any} */ { message, target }) =>
    complaints.push(message ? `exception: ${message}` : `failed: ${target.src ?? target.href}`);
  addEventListener('error', onError, true); // what cannot be loaded does not bubble
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(`rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complaints.push(`refused by ${violatedDirective}: ${blockedURI}`),
  );
}
