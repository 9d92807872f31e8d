// A button that copies text, and says for a moment whether it did.
import { button } from './dom.ts';

export function copyButton(textOf: () => string, label = 'Copy') {
  const copy: HTMLButtonElement = button(async () => {
    const copied = navigator.clipboard.writeText(textOf());
    copy.textContent = await copied.then(
      () => 'Copied',
      () => 'Copying is not allowed here',
    );
    setTimeout(() => Object.assign(copy, { textContent: label }), 1600);
  }, label);
  return copy;
}
