// Copies text, and says so in the button and aloud.
import { find, write } from './dom.ts';

const SAYS_MS = 2000;

export async function copyText(button: HTMLButtonElement, text: () => string) {
  const before = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = before;
  const says = await navigator.clipboard.writeText(text()).then(
    () => 'Copied',
    () => 'Not allowed',
  );
  button.textContent = says;
  announce(says === 'Copied' ? 'Copied' : 'The browser does not allow copying');
  setTimeout(() => {
    if (button.textContent === says) button.textContent = before;
    delete button.dataset.label;
  }, SAYS_MS);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something aloud. @param after milliseconds, in which something newer may take its place */
export function announce(text: string, after = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => write(find(document, '#live', HTMLElement), text), after);
}
