// Files and text that are dropped or pasted anywhere on the page but into a field.

/** @param take text if there is no file */
export function receive(take: (file: File | undefined, text: string) => void) {
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  for (const name of ['dragover', 'drop', 'paste'] as const)
    document.addEventListener(name, (event) => {
      const data = event instanceof ClipboardEvent ? event.clipboardData : (event as DragEvent).dataTransfer;
      const { target } = event;
      const isField = target instanceof Element && target.matches('input:not([type=file]), textarea');
      if (isField && !data?.types.includes('Files')) return; // text for a field is the field's own
      event.preventDefault(); // otherwise the browser opens the file instead of the page
      mark(name === 'dragover');
      const [file, text] = [data?.files[0], data?.getData('text') ?? ''];
      if (name !== 'dragover' && (file || text !== '')) take(file, text);
    });
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
}
