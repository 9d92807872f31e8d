// Files and text that are dropped or pasted anywhere on the page but into a field. What a file holds is told from its first bytes.

/** file: of tensors; sound: WAV; text: perhaps CSV or JSON. */
export type FileKind = 'picture' | 'file' | 'sound' | 'text' | 'page' | 'empty';

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

/** How files that are no text begin, in hexadecimal. */
const BEGINNINGS: [FileKind, RegExp][] = [
  ['picture', /^(89504e47|ffd8ff|47494638|424d.{8}0{8}|52494646.{8}57454250|.{8}6674797061766966)/],
  ['sound', /^52494646.{8}57415645/],
];

/** Bytes that are looked at. */
const MOST_READ = 4096;

export async function kindOfFile(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, MOST_READ).arrayBuffer());
  if (bytes.length === 0) return 'empty';
  const text = textOf(bytes);
  if (text !== undefined)
    return file.type === 'image/svg+xml' ? 'picture' : /^\s*<(!doctype )?html/i.test(text) ? 'page' : 'text';
  const begin = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const [known] = BEGINNINGS.find(([, looks]) => looks.test(begin)) ?? [];
  return known ?? (file.type.startsWith('image/') ? 'picture' : 'file');
}

/** @param bytes the first of a file @returns undefined: no text */
function textOf(bytes: Uint8Array) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return bytes.every((byte) => byte >= 32 || (byte > 8 && byte < 14)) ? text : undefined; // no control characters
  } catch {
    return undefined;
  }
}
