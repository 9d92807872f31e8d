// The bench: one state, one result, one address. Every change of the call, the data or the address is planned and drawn; a mistake is
// explained in the legend's place, while the last valid result stays, grey.
import { makeBar } from './call/bar.ts';
import { makeChips } from './call/chips.ts';
import { makeLegend } from './call/legend.ts';
import { makeLine } from './call/line.ts';
import type { Where } from './code/javascript.ts';
import type { CodePanel } from './code/panel.ts';
import { known, type More, more, withMore } from './known.ts';
import { type Mistake, mistakeOf } from './model/mistake.ts';
import type { Made, Result } from './model/result.ts';
import { plainItem, titleOf } from './model/slice_words.ts';
import { isFirst, type State, typed } from './model/state.ts';
import { leaveAddress, writeAddress } from './page/address.ts';
import { find, h, isPlain } from './page/dom.ts';
import { receive } from './page/drops.ts';
import { later, loadStyle } from './page/lazy.ts';
import { Picture, type Pixels } from './page/pictures.ts';
import { makeStage } from './view/stage.ts';

/** Elements of a picture up to which the page itself runs the call. */
const FEW = 4e6;
/** Tensors of a list that the line names; the code names all. */
const MOST_NAMED = 8;
/** Other ways to change the call, by kind of data. */
const HINTS = { picture: 'type, or drag the frame', tensor: 'type, or drag on the tensor', file: '' };
const FOR_FINGERS = 'Drag across for a new frame.';
const NO_FILE = 'First open a file of tensors: by its URL, from your disk, or one of the examples below.';

/** @param own the page's own picture @returns offers what the page knows, of which the rest may have been loaded */
export function startBench(own: Pixels) {
  const picture = new Picture(own);
  let notices: string[] = [];
  let state = read();
  /** The last valid one. */
  let result: Result | null = null;
  let client: ReturnType<More['makeClient']> | null = null;
  let file: Where['file'] = { name: '', isUrl: true, layout: '' };

  const part = (id: string) => find(document, `#${id}`, HTMLElement);
  const where = (): Where => ({ picture: picture.where, file });
  /** The address of the last valid state. */
  const link = () => new URL(`#${known().formatHash(result?.state ?? state)}`, location.href).href;
  const legend = makeLegend(part('says'), (next) => go(next, ''));
  const line = makeLine(part('call'), (field, text) => go(typed(state, field, text), field), legend.mark);
  const showBar = makeBar(part('ops'), part('on'), find(document, '#version', HTMLSelectElement), {
    op: (op) => goBy(({ chosen }) => chosen(state, op)),
    on: (on) => goBy(({ switched }) => switched(state, on, picture.dims)),
    version: (op, opset) => goBy(({ versioned }) => versioned(state, op, opset)),
    notation: (isString) =>
      goBy(({ inNotation, inLists }) => result?.ranges && (isString ? inNotation : inLists)(result)),
    add(name) {
      go(typed(state, name, ''), '');
      line.focus(name);
    },
  });
  const stage = makeStage(part('stage'), {
    change: go,
    edit,
    cancel,
    opened: update,
    picture: (chosen) => take(chosen, ''),
    told: (text) => tell((code) => code.show(result, where(), text)),
  });
  const panel = later(async () => {
    const style = loadStyle(new URL('./style/code.css', import.meta.url));
    const [{ makePanel }] = await Promise.all([import('./code/panel.ts'), style]);
    const lacking = () => (state.on === 'picture' && !picture.isOwn ? 'your picture is not in the link' : '');
    return makePanel(part('code'), link, lacking);
  });
  const chosen = h('input', { type: 'file', hidden: true, accept: 'image/*' });
  const showChips = makeChips(part('try'), {
    hashOf: (text) =>
      more.part || isFirst(text) ? known().formatHash(known().parseHash(text, picture.dims).state) : '',
    pick: () => chosen.click(),
    back: () => setPicture(picture.own),
  });
  chosen.addEventListener('change', () => take(chosen.files?.[0], ''));
  part('try').after(chosen);
  part('cards').addEventListener('click', (event) => {
    if (!isPlain(event) || !(event.target instanceof Element && event.target.closest('a'))) return;
    part('bench').focus({ preventScroll: true });
    reveal();
  });
  receive(take);
  if (picture.lost !== '' && state.on === 'picture')
    notices.push(`${picture.lost} is not kept on a reload: open it again.`);
  picture.note();
  addEventListener('hashchange', () => {
    picture.note();
    if (location.hash.slice(1) === known().formatHash(state)) return;
    leaveAddress();
    withMore(() => {
      state = read();
      update();
    });
  });
  new ResizeObserver(stage.resize).observe(part('stage'));
  update();
  return offer;

  function offer() {
    showBar(state);
    showChips(state, known().formatHash(state), picture);
  }

  /** Does something with the code, which is loaded when the first result is there. */
  async function tell(act: (code: CodePanel) => void) {
    const code = panel.part ?? (await panel.load());
    if (code) act(code);
  }

  /** The state of the address. */
  function read() {
    const { state: named, complaints } = known().parseHash(location.hash, picture.dims);
    const says = `Not all of this address could be used. ${complaints.join('; ')}.`;
    notices = complaints.length > 0 ? [says] : [];
    return named;
  }

  /** @param gesture what is typed or dragged in one go is one step back; '': a step of its own */
  function go(next: State, gesture: string) {
    state = next;
    notices = [];
    writeAddress(`#${known().formatHash(state)}`, gesture);
    update();
  }

  /** Goes to a state that more.ts makes, if it makes one. */
  function goBy(make: (all: More) => State | null | undefined) {
    withMore((all) => {
      const next = make(all);
      if (next) go(next, '');
    });
  }

  function update() {
    client?.stop();
    offer();
    if (state.on === 'file') return updateFile(state);
    const pixels = state.on === 'picture' ? picture.shown.data : undefined;
    attempt(() => {
      if (more.part && (more.part.isLarge(state) || (pixels && pixels.length > FEW))) {
        more.part.givenBy(state); // what is mistyped is said at once
        updateLater(pixels, more.part);
        return;
      }
      const { result: next, made } = known().make(state, pixels);
      draw(next, made);
    });
  }

  async function updateLater(pixels: Uint8ClampedArray | undefined, { makeClient }: More) {
    showLine(null);
    stage.setBusy(pixels ? 'cutting the picture' : 'planning the outputs');
    client ??= makeClient();
    await client.ask(state, pixels).then((answer) => answer && draw(answer.result, answer.made), explain);
  }

  function updateFile(asked: State) {
    const { toResult } = more.part as More;
    stage.withFiles((files) => {
      if (state !== asked) return;
      const full = files.prepare(state);
      file = files.opened();
      if (full) {
        state = full;
        attempt(() => {
          const next = toResult(full);
          describe(next, files.show(next));
          stage.setOld(false);
        });
        return;
      }
      result = null;
      showLine(null);
      legend.show([plainItem(NO_FILE)], notices);
      tell((code) => code.show(null, where()));
    });
  }

  function cancel() {
    client?.stop();
    state = { ...state }; // nothing that is still being loaded for it is wanted
    stage.setBusy('');
    legend.fail('Cancelled.', result !== null);
    stage.setOld(result !== null);
    tell((code) => code.setStale(true));
  }

  function draw(next: Result, made: Made[]) {
    describe(next);
    stage.draw(next, made, picture.shown);
  }

  /** @param said what is printed, if the call does not say it */
  function describe(next: Result, said = '') {
    result = next;
    const parts = showLine(null);
    const forFingers = next.state.on === 'picture' && next.ranges ? FOR_FINGERS : '';
    legend.show(known().legendOf(next), notices, more.part?.otherSplit(next), forFingers);
    tell((code) => code.show(next, where(), said));
    document.title = `${titleOf(parts, next)} · Microtome`;
  }

  function showLine(wrong: Mistake | null) {
    const parts = known().partsOf(state, MOST_NAMED);
    line.show(parts, wrong, state.op === 'Slice' && !wrong ? HINTS[state.on] : '');
    return parts;
  }

  function attempt(act: () => void) {
    try {
      act();
    } catch (error) {
      explain(error);
    }
  }

  function explain(error: unknown) {
    const wrong = mistakeOf(error, state);
    showLine(wrong);
    const isSame = result?.state.on === state.on;
    legend.fail([wrong.message, ...notices].join('; '), isSame);
    stage.fail(state, wrong.field === 'dims' ? wrong.message : '', isSame);
    tell((code) => code.setStale(true));
  }

  /** Brings the stage into view, for what is chosen below it or dropped. */
  function reveal() {
    const { top, bottom } = part('stage').getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) part('bench').scrollIntoView();
  }

  function setPicture(pixels: Pixels) {
    picture.shown = pixels;
    goBy(({ switched }) => switched(state, 'picture', picture.dims)); // the call stays
    picture.note();
  }

  function edit(k: number, text: string) {
    const { edited, explainValue, readValue } = more.part as More;
    const value = readValue(state.type, text);
    if (value === null) return legend.fail(explainValue(state.type, text), true);
    if (result) go(edited(state, result, k, value), '');
  }

  /** @param text if there is no file */
  async function take(given: File | undefined, text: string) {
    stage.setBusy('opening');
    stage.setBusy('opening');
    const all = await more.load();
    const taken = await all
      ?.take(given, text, state)
      .catch((error) => {
        if (!(error instanceof RangeError)) throw error;
        legend.fail(error.message, result !== null);
      })
      .finally(() => stage.setBusy(''));
    if (!all || !taken) return;
    reveal();
    if ('picture' in taken) setPicture(taken.picture);
    else if ('state' in taken) go(taken.state, '');
    else {
      go(all.switched({ ...state, op: 'Slice' }, 'file', ''), '');
      stage.withFiles((files) => {
        files.prepare(state);
        files.open(taken.file, taken.isSound);
      });
    }
  }
}
