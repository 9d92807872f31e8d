// Copies text, and says so in the button and aloud.
import { announce } from './live.ts';

const SAYS_MS = 2000;

/** @returns whether it was allowed */
export async function copyText(button: HTMLButtonElement, text: string) {
  const before = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = before;
  const says = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not allowed',
  );
  button.textContent = says;
  announce(says === 'Copied' ? says : 'The browser does not allow copying');
  setTimeout(() => {
    if (button.textContent === says) button.textContent = before;
    delete button.dataset.label;
  }, SAYS_MS);
  return says === 'Copied';
}
