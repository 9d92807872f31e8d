// Writes the address of what is shown. What is typed or dragged replaces the entry of the history; a pause, or the end of a drag, makes
// the next change a new one. Browsers refuse to change it too often: Firefox and WebKit with an exception, Chromium silently. A
// refused address is written a little later.

const PAUSE_MS = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;
let before = '';
let last = 0;

/** @param hash with its '#' @param gesture '' for a change that is complete */
export function writeAddress(
  hash: string,
  gesture: string,
  isNew = gesture === '' || gesture !== before || Date.now() - last > PAUSE_MS,
) {
  clearTimeout(timer);
  before = gesture;
  last = Date.now();
  const shown = location.hash;
  if (hash === shown) return;
  try {
    history[isNew ? 'pushState' : 'replaceState'](history.state, '', hash);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  if (location.hash === shown) timer = setTimeout(() => writeAddress(hash, gesture, isNew), PAUSE_MS);
}

/** Another address was chosen: by a link, or by going back or forward. */
export function leaveAddress() {
  clearTimeout(timer);
  before = '';
}
