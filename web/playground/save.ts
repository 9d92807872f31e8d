// Hands a file to the browser, which saves it or asks where to.
import { h } from './dom.ts';

export function save(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download reads it later
}
