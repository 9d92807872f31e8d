// Real data, loaded when it is first shown. This chunk has everything that it needs, including styles. To add a kind of data, add a
// folder here and a row to KINDS.
import { h, loadStyle } from '../dom.ts';
import { adviceFor, kindOf, receive } from '../receive.ts';
import { tabs } from '../stage/tabs.ts';
import { mountImagePanel } from './image/panel.js';
import { mountSoundPanel } from './sound/panel.js';
import { mountFilePanel } from './tensor/panel.js';

/** @typedef {{ take: (file: File) => void, setFileError: (message: string) => void }} Panel */
/** @typedef {{ open: (file: File, kind?: string) => void, show: (hash: string) => void, title: string }} Media */
/** @typedef {(place: HTMLElement, onFile: (file: File) => void) => Panel} Mount */

/** @type {readonly { id: string, name: string, mount: Mount }[]} */
const KINDS = [
  { id: 'image', name: 'Image', mount: mountImagePanel },
  { id: 'sound', name: 'Sound', mount: mountSoundPanel },
  { id: 'tensor', name: 'Tensor file', mount: mountFilePanel },
];

/**
 * @param {HTMLElement} container empty; the library has been loaded
 * @returns {Promise<Media>}
 */
export async function mountMedia(container) {
  await Promise.all([
    loadStyle(new URL('./style/media.css', import.meta.url)),
    loadStyle(new URL('./style/image.css', import.meta.url)),
    loadStyle(new URL('./style/sound.css', import.meta.url)),
    loadStyle(new URL('./style/tensor.css', import.meta.url)),
    loadStyle(new URL('./style/timing.css', import.meta.url)),
  ]);
  /** @type {Map<string, Panel>} */
  const panels = new Map();
  let shown = KINDS[0];
  const places = KINDS.map(() => h('div'));
  const list = KINDS.map(({ id, name }, i) => ({ id, name, content: [places[i]] }));
  const bar = tabs('Kinds of data', list, kindOfHash(location.hash), (id) => {
    const i = KINDS.findIndex((kind) => kind.id === id);
    shown = KINDS[i];
    if (!panels.has(id)) panels.set(id, shown.mount(places[i], open));
    if (location.hash.startsWith('#media')) history.replaceState(null, '', `#media&kind=${id}`);
    dispatchEvent(new Event('addresschange'));
  });

  /**
   * In the panel that can, which is the one that is shown if the file does not say what it holds.
   * @param {File} file
   */
  async function open(file) {
    const kind = await kindOf(file);
    const advice = kind === 'text' && shown.id !== 'tensor' ? '' : adviceFor(kind);
    if (advice !== '') return panels.get(shown.id)?.setFileError(advice);
    if (kind === 'npy' || kind === 'tensors') bar.select('tensor');
    else if (kind === 'image' || kind === 'sound') bar.select(kind);
    panels.get(shown.id)?.take(file);
  }

  receive(container, (file) => file && open(file));
  container.append(bar.element);
  return {
    open(file, kind = shown.id) {
      bar.select(kind);
      open(file);
    },
    show: (hash) => bar.select(kindOfHash(hash) ?? shown.id),
    get title() {
      return `Real data: ${shown.name}`;
    },
  };
}

/** @param {string} hash such as #media&kind=sound */
function kindOfHash(hash) {
  const kind = new URLSearchParams(hash.slice(1)).get('kind');
  return KINDS.find(({ id }) => id === kind)?.id;
}
