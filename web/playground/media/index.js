// Real data: loaded when it is first looked at. Everything that it needs, its styles too, is in this chunk. To add a kind of
// data, add a folder here and a row to KINDS.
import { loadStyle } from '../dom.js';
import { makeTabs } from './common/tabs.js';
import { mountImagePanel } from './image/panel.js';
import { mountSoundPanel } from './sound/panel.js';
import { mountFilePanel } from './tensor/panel.js';

const KINDS = [
  { name: 'image', title: 'Image', build: mountImagePanel },
  { name: 'sound', title: 'Sound', build: mountSoundPanel },
  { name: 'tensor', title: 'Tensor file', build: mountFilePanel },
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
  container.append(...makeTabs('Kinds of data', KINDS));
}
