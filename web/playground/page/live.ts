// Says things aloud.
import { find, write } from './dom.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something aloud. @param after milliseconds, in which something newer may take its place */
export function announce(text: string, after = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => write(find(document, '#live', HTMLElement), text), after);
}
