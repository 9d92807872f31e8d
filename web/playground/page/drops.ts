// Files and text that are dropped or pasted anywhere on the page but into a field.

/** @param take text if there is no file */
export function receive(take: (file: File | undefined, text: string) => void) {
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  const hand = (data: DataTransfer | null) => {
    const [file, text] = [data?.files[0], data?.getData('text') ?? ''];
    if (file || text !== '') take(file, text);
  };
  const listen = (
    name: 'dragover' | 'drop' | 'paste',
    handle: (event: Event, data: DataTransfer | null) => void,
  ) =>
    document.addEventListener(name, (event) => {
      const data = event instanceof ClipboardEvent ? event.clipboardData : (event as DragEvent).dataTransfer;
      if (isTyping(event.target, data)) return;
      event.preventDefault(); // otherwise the browser opens the file instead of the page
      handle(event, data);
    });
  listen('dragover', () => mark(true));
  listen('drop', (_, data) => {
    mark(false);
    hand(data);
  });
  listen('paste', (_, data) => hand(data));
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
}

/** Text for a field is the field's own. */
const isTyping = (target: EventTarget | null, data: DataTransfer | null) =>
  target instanceof Element &&
  target.matches('input:not([type=file]), textarea') &&
  !data?.types.includes('Files');
