// Real data: loaded when it is first looked at. Everything that it needs, its styles too, is in this chunk.
import { find, h, loadStyle } from '../dom.js';
import { mountImagePanel } from './image/panel.js';

/** @param {HTMLElement} container empty; the library has been loaded */
export async function mountMedia(container) {
  await loadStyle(new URL('./image.css', import.meta.url));
  container.append(
    h(
      'div',
      { className: 'columns' },
      h('form', { className: 'controls', id: 'image-form', noValidate: true }),
      h('div', { className: 'result', id: 'image-result' }),
    ),
  );
  mountImagePanel(
    find(container, '#image-form', HTMLFormElement),
    find(container, '#image-result', HTMLElement),
  );
}
