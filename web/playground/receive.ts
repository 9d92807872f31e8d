// Files and text that are dropped or pasted anywhere on the page but into a field: the view that is shown takes them. What a file
// holds is told from its bytes.

/** text: if there is no file. */
type Take = (file: File | undefined, text: string) => void;
/** tensor: perhaps. */
type FileKind = 'image' | 'sound' | 'tensor' | 'tensors' | 'text' | 'page' | 'svg' | 'empty';

/** By view. */
const takers = new Map<HTMLElement, Take>();

/** @param view takes what comes while it is shown */
export function receive(view: HTMLElement, take: Take) {
  if (takers.size === 0) listen();
  takers.set(view, take);
}

/** The view that is shown, if it takes anything. */
const shown = () => [...takers].find(([view]) => view.offsetParent !== null);

function listen() {
  const mark = (isOver: boolean) => shown()?.[0].classList.toggle('dropping', isOver);
  document.addEventListener('dragover', (event) => {
    if (isTyping(event.target, event.dataTransfer)) return;
    event.preventDefault(); // without this, the browser opens the file instead of the page
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
  document.addEventListener('drop', (event) => {
    if (isTyping(event.target, event.dataTransfer)) return;
    event.preventDefault();
    mark(false);
    hand(event.dataTransfer);
  });
  document.addEventListener('paste', (event) => {
    if (isTyping(event.target, event.clipboardData)) return;
    event.preventDefault();
    hand(event.clipboardData);
  });
}

function hand(data: DataTransfer | null) {
  const [file, text] = [data?.files[0], data?.getData('text') ?? ''];
  if (file || text !== '') shown()?.[1](file, text);
}

/** Text for a field is the field's own. */
const isTyping = (target: EventTarget | null, data: DataTransfer | null) =>
  target instanceof Element &&
  target.matches('input:not([type=file]), textarea') &&
  !data?.types.includes('Files');

/** How files that are no text begin, in hexadecimal. */
const BEGINNINGS: [FileKind, RegExp][] = [
  ['tensors', /^(934e554d5059|504b0304|47475546|.{8}0{8}7b)/], // .npy, .npz, GGUF, safetensors
  ['image', /^(89504e47|ffd8ff|47494638|424d.{8}0{8}|52494646.{8}57454250|.{8}6674797061766966)/],
  ['sound', /^(52494646.{8}57415645|4f676753|494433|664c6143|fff[23b]|.{8}667479704d3441|1a45dfa3)/],
];

/** By the first half of a file's type, if its beginning is unknown. */
const BY_TYPE: Record<string, FileKind> = { image: 'image', audio: 'sound' };
/** Bytes that are looked at. */
const MOST_READ = 4096;

export async function kindOf(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, MOST_READ).arrayBuffer());
  const text = textOf(bytes);
  if (text === '') return 'empty';
  if (text)
    return file.type === 'image/svg+xml' ? 'svg' : /^\s*<(!doctype )?html/i.test(text) ? 'page' : 'text';
  const begin = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const [known] = BEGINNINGS.find(([, looks]) => looks.test(begin)) ?? [];
  return known ?? BY_TYPE[file.type.split('/')[0]] ?? 'tensor';
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

/** The messages for files that the view of real data cannot open. */
export const ADVICE: Partial<Record<FileKind, string>> = {
  empty: 'The file is empty.',
  page: 'This is a web page, which servers send when a file is not there.',
  svg: 'An SVG has no pixels: save it as a PNG first.',
  text: 'This is text: drop it on the view Cells, which reads CSV, JSON and NumPy arrays.',
};

/** Opens a file in the view of real data. @returns no mistake */
export function openIn(kind: FileKind, file: File): string {
  const panel = kind === 'image' || kind === 'sound' ? kind : 'tensor';
  dispatchEvent(new CustomEvent('openfile', { detail: { kind: panel, file } }));
  return '';
}
