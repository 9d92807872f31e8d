// Real data, loaded when it is first shown. This chunk has everything that it needs, including styles. To add a kind of data, add a
// folder here and a row to KINDS.
import { h, loadStyle } from '../dom.js';
import { tabs } from '../stage/tabs.js';
import { mountImagePanel } from './image/panel.js';
import { mountSoundPanel } from './sound/panel.js';
import { mountFilePanel } from './tensor/panel.js';

/** @type {readonly { id: string, name: string, mount: (panel: HTMLElement) => void }[]} */
const KINDS = [
  { id: 'image', name: 'Image', mount: mountImagePanel },
  { id: 'sound', name: 'Sound', mount: mountSoundPanel },
  { id: 'tensor', name: 'Tensor file', mount: mountFilePanel },
];

/** @param {HTMLElement} container empty; the library has been loaded */
export async function mountMedia(container) {
  await Promise.all([
    loadStyle(new URL('./style/media.css', import.meta.url)),
    loadStyle(new URL('./style/image.css', import.meta.url)),
    loadStyle(new URL('./style/sound.css', import.meta.url)),
    loadStyle(new URL('./style/tensor.css', import.meta.url)),
    loadStyle(new URL('./style/timing.css', import.meta.url)),
  ]);
  const panels = new Map(KINDS.map(({ id }) => [id, h('div')]));
  const mounted = new Set();
  const list = KINDS.map(({ id, name }) => ({ id, name, content: [/** @type {Node} */ (panels.get(id))] }));
  const { element } = tabs('Kinds of data', list, (id) => {
    if (mounted.has(id)) return;
    mounted.add(id);
    KINDS.find((kind) => kind.id === id)?.mount(/** @type {HTMLElement} */ (panels.get(id)));
  });
  container.append(element);
}
