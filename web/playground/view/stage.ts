// The stage: shows the data and what the call makes of it in the view that suits it, as busy, or as the last valid result.
import { narrow } from '../call/line.ts';
import { type More, more } from '../known.ts';
import type { Made, Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, keepFocus, set, write } from '../page/dom.ts';
import { later } from '../page/lazy.ts';
import type { Pixels } from '../page/pictures.ts';
import type { FileHands, FileView } from './file.ts';
import type { Room } from './images.ts';
import { makePictureView } from './picture.ts';

interface Hands extends FileHands {
  edit: (k: number, text: string) => void;
  cancel: () => void;
}

/** Work that is done sooner is not announced. */
const QUICK_MS = 120;

type View = { element: HTMLElement };

export function makeStage(element: HTMLElement, hands: Hands) {
  /** Measured when the stage changes, not when it is drawn: to measure is to lay out the page. */
  const room: Room = { across: 0, down: 0, rule: 0, isNarrow: false };
  const picture = makePictureView(room, hands.change);
  const files = later(async () => (await import('./file.ts')).makeFileView(hands));
  let tensors: ReturnType<More['makeTensorView']> | null = null;
  /** The last question about a file. */
  let asked: unknown = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: [Result, readonly Made[], Pixels] | null = null;
  let isOld = false;
  const says = h('span', { role: 'status' });
  const doing = h('div.doing', { hidden: true }, says, h('button.btn', { onclick: hands.cancel }, 'Cancel'));
  element.append(doing);
  measure();
  return { draw, fail, withFiles, setOld, setBusy, resize, again };

  /** @returns whether the room has changed */
  function measure() {
    const before = `${room.across} ${room.down}`;
    const style = getComputedStyle(element);
    room.across = element.clientWidth - 2 * Number.parseFloat(style.paddingLeft);
    room.down = element.clientHeight;
    room.rule = Number.parseFloat(style.getPropertyValue('--rule'));
    room.isNarrow = narrow.matches;
    return before !== `${room.across} ${room.down}`;
  }

  function resize() {
    if (measure()) again();
  }

  /** Draws what is shown. */
  function again() {
    if (!last || picture.isDragging()) return;
    const wasOld = isOld;
    draw(...last);
    setOld(wasOld);
  }

  /** @param made the outputs with their data, of a picture */
  function draw(result: Result, made: readonly Made[], pixels: Pixels) {
    last = [result, made, pixels];
    setBusy('');
    asked = null;
    if (result.state.on === 'picture') {
      put(picture);
      picture.draw(result, made, pixels);
    } else withTensors((view) => view.draw(result));
    setOld(false);
  }

  /** The call is wrong: the last valid result stays. @param wrong message about dims; '' for none @param isSame it is of the same kind of data */
  function fail(state: State, wrong: string, isSame: boolean) {
    setBusy('');
    if (state.on === 'tensor') withTensors((view) => setOld(view.fail(state, wrong, isSame)));
    else setOld(isSame);
  }

  function withTensors(act: (view: NonNullable<typeof tensors>) => void) {
    tensors ??= (more.part as More).makeTensorView(room, hands);
    show(tensors, act);
  }

  /** Shows a file, whose view is loaded first, and does something with it. Only what was asked last is done. */
  async function withFiles(act: (view: FileView) => void) {
    asked = act;
    if (!files.part) {
      setBusy('loading');
      await files.load();
      if (asked === act) setBusy('');
    }
    if (files.part && asked === act) show(files.part, act);
  }

  function show<V extends View>(view: V, act: (view: V) => void) {
    keepFocus(() => {
      put(view);
      act(view);
    });
  }

  function put(view: View) {
    if (view.element.parentElement === element) return;
    element.querySelector('.view')?.remove();
    element.prepend(view.element);
    if (view !== picture) last = null;
  }

  function setOld(is: boolean) {
    isOld = is;
    const parts = '.grids > div > .planes, .out, .axis, .memory, .ruled, .facts';
    for (const part of element.querySelectorAll(parts)) part.classList.toggle('old', is);
  }

  /** @param text what is being done; '' for nothing */
  function setBusy(text: string) {
    clearTimeout(timer);
    set(element, { 'aria-busy': String(text !== '') });
    if (text === '') doing.hidden = true;
    else
      timer = setTimeout(() => {
        doing.hidden = false;
        write(says, text);
      }, QUICK_MS);
  }
}
