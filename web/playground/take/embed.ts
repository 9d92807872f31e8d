// The page in a frame of another page (`?embed`): the result alone, and a link to all of it. The frame is told how tall it is.
import { find, h } from '../dom.ts';
import { escapeMarkup } from './writers.ts';

/** Told to the page around: `{ microtome: 'height', height }`. */
const MESSAGE = 'height';

/** What shows a result on another page. */
export const embedCode = (
  url: string,
  title: string,
) => `<iframe src="${escapeMarkup(url)}" title="${escapeMarkup(title)}" width="100%" height="400" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    if (data?.microtome !== '${MESSAGE}') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.height = data.height;
  });
</script>
`;

export function embed() {
  document.head.append(h('base', { target: '_blank' })); // no link leads the frame elsewhere
  find(document, 'main', HTMLElement).ariaLabel = 'Microtome'; // the page around has a main of its own
  const link = h('a', {}, "Open in Microtome's playground");
  find(document, '#cut-result', HTMLElement).append(h('p', { className: 'outside' }, link));
  const lead = () => {
    link.href = `${location.pathname}${location.hash}`;
  };
  lead();
  addEventListener('addresschange', lead);
  const tell = () => parent.postMessage({ microtome: MESSAGE, height: document.body.offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
}
