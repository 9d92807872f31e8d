// The page in a frame of another page (`?embed`): the result alone, and a link to all of it.
import { find, h } from '../dom.ts';

export function embed() {
  document.head.append(h('base', { target: '_blank' })); // no link leads the frame elsewhere
  find(document, 'main', HTMLElement).ariaLabel = 'Microtome'; // the page around has a main of its own
  const link = h('a', "Open in Microtome's playground");
  find(document, '#cut-result', HTMLElement).append(h('p.outside', link));
  const lead = () => {
    link.href = `${location.pathname}${location.hash}`;
  };
  lead();
  addEventListener('addresschange', lead);
  const tell = () => parent.postMessage({ microtome: 'height', height: document.body.offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
}
