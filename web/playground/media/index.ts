// Real data, loaded when it is first shown. This chunk has everything that it needs, including styles. To add a kind of data, add
// a folder here, a row to KINDS and one to ./worker.ts.
import { h, loadStyle } from '../dom.ts';
import { ADVICE, kindOf, receive } from '../receive.ts';
import { tabs } from '../stage/tabs.ts';
import { IMAGE } from './image/kind.ts';
import { Panel } from './panel.ts';
import { SOUNDS } from './sound/kind.ts';
import { TENSOR } from './tensor/kind.ts';

export type Media = Awaited<ReturnType<typeof mountMedia>>;

const KINDS = [IMAGE, SOUNDS, TENSOR];

/** @param container empty; the library has been loaded */
export async function mountMedia(container: HTMLElement) {
  await Promise.all([
    loadStyle(new URL('./style/media.css', import.meta.url)),
    loadStyle(new URL('./style/image.css', import.meta.url)),
    loadStyle(new URL('./style/sound.css', import.meta.url)),
    loadStyle(new URL('./style/tensor.css', import.meta.url)),
  ]);
  const panels = new Map<string, Panel>();
  let shown = KINDS[0];
  const places = KINDS.map(() => h('div'));
  const list = KINDS.map(({ id, name }, i) => ({ id, name, content: [places[i]] }));
  const bar = tabs('Kinds of data', list, kindOfHash(location.hash), (id) => {
    const i = KINDS.findIndex((kind) => kind.id === id);
    shown = KINDS[i];
    if (!panels.has(id)) panels.set(id, new Panel(shown, places[i], open));
    if (location.hash.startsWith('#media')) history.replaceState(null, '', `#media&kind=${id}`);
    dispatchEvent(new Event('addresschange'));
  });

  /** In the panel that can, which is the one that is shown if the file does not say what it holds. */
  async function open(file: File) {
    const kind = await kindOf(file);
    const advice = ADVICE[kind];
    if (kind === 'tensors') bar.select('tensor');
    else if (kind === 'image' || kind === 'sound') bar.select(kind);
    const panel = panels.get(shown.id);
    await panel?.begun;
    if (advice) panel?.refuse(advice);
    else panel?.take({ file });
  }

  receive(container, (file) => file && open(file));
  container.append(bar.element);
  return {
    open,
    show: (hash: string) => bar.select(kindOfHash(hash) ?? shown.id),
    get title() {
      return `Real data: ${shown.name}`;
    },
  };
}

/** @param hash such as #media&kind=sound */
function kindOfHash(hash: string) {
  const kind = new URLSearchParams(hash.slice(1)).get('kind');
  return KINDS.find(({ id }) => id === kind)?.id;
}
