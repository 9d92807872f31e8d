// Copies text, and says so in the button and aloud.
import { announce } from './live.ts';

const SAYS_MS = 2000;

/** @param lacks what is not in the text, if anything; it is said aloud, and shown in `beside` for a moment */
export async function copyText(
  button: HTMLButtonElement,
  text: () => string,
  lacks = () => '',
  beside?: HTMLElement,
) {
  const before = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = before;
  const says = await navigator.clipboard.writeText(text()).then(
    () => 'Copied',
    () => 'Not allowed',
  );
  button.textContent = says;
  const missing = says === 'Copied' ? lacks() : '';
  announce(says === 'Copied' ? `Copied${missing && `: ${missing}`}` : 'The browser does not allow copying');
  if (beside) beside.textContent = missing;
  setTimeout(() => {
    if (button.textContent === says) button.textContent = before;
    delete button.dataset.label;
    if (beside) beside.textContent = '';
  }, SAYS_MS);
}
