// The bench: one state, one result, one address. Every change of the call, the data or the address is planned and drawn; a mistake is
// explained in the legend's place, while the last valid result stays, grey.
import { makeBar } from './call/bar.ts';
import { makeLegend } from './call/legend.ts';
import { makeLine } from './call/line.ts';
import type { Where } from './code/javascript.ts';
import type { CodePanel } from './code/panel.ts';
import { known, type More, more, withMore } from './known.ts';
import { type Mistake, mistakeOf } from './model/mistake.ts';
import type { Made, Result } from './model/result.ts';
import { titleOf } from './model/slice_words.ts';
import { DRAG, type State, typed } from './model/state.ts';
import { leaveAddress, writeAddress } from './page/address.ts';
import { find } from './page/dom.ts';
import { receive } from './page/drops.ts';
import { later } from './page/lazy.ts';
import { Picture, type Pixels } from './page/pictures.ts';
import { makeStage } from './view/stage.ts';

/** Elements of a picture up to which the page itself runs the call. */
const FEW = 4e6;
/** Tensors of a list that the line names; the code names all. */
const MOST_NAMED = 8;
/** Other ways to change the call, by kind of data. */
const HINTS = { picture: 'type, or drag the frame', tensor: 'type, or drag on the tensor', file: '' };
const FOR_FINGERS = 'Drag across for a new frame.';
/** Calls in which a colour is a piece, or what a list names. */
const BY_PIECE = /Split|Concat|TensorScatter|ScatterUpdate|Gather|Compress/;

/** @param own the page's own picture @returns offers what the page knows, of which the rest may have been loaded */
export const startBench = (own: Pixels) => makeBench(own).start();

function makeBench(own: Pixels) {
  const picture = new Picture(own);
  const part = (id: string) => find(document, `#${id}`, HTMLElement);
  const legend = makeLegend(part('says'), (next) => go(next, ''));
  const line = makeLine(
    part('call'),
    (field, text) => go(typed(bench.state, field, text), field),
    legend.mark,
  );
  const showBar = makeBar(part('ops'), part('on'), {
    op: (op) => withMore(() => rest()?.choose(op)),
    on: (on) => goBy(({ switched }) => switched(bench.state, on, picture.dims)),
  });
  const stage = makeStage(part('stage'), {
    change: go,
    edit: (k, text) => rest()?.edit(k, text),
    cancel: () => rest()?.cancel(),
    opened: update,
    picked: (file) => rest()?.take(file, ''),
    told: (text) => tell((code) => code.show(bench.result, where(), text)),
  });
  const panel = later(async () => (await import('./code/panel.ts')).makePanel(part('code')));
  const bench = {
    state: null as unknown as State,
    /** The last valid one. */
    result: null as Result | null,
    notices: [] as string[],
    file: { name: '', isUrl: true, layout: '' } as Where['file'],
    picture,
    part,
    legend,
    line,
    stage,
    where,
    start,
    tell,
    go,
    goBy,
    draw,
    describe,
    showLine,
    attempt,
    explain,
  };
  let others: ReturnType<More['makeLater']> | undefined;
  return bench;

  /** What the bench can do when more.ts is loaded. */
  function rest() {
    if (!others && more.part) {
      others = more.part.makeLater(bench);
      stage.again(); // now it can be dragged
    }
    return others;
  }

  function start() {
    bench.state = read();
    if (picture.lost !== '' && bench.state.on === 'picture')
      bench.notices.push(`${picture.lost} is not kept on a reload: open it again.`);
    picture.note();
    addEventListener('hashchange', () => {
      picture.note();
      if (location.hash.slice(1) === known().formatHash(bench.state)) return;
      leaveAddress();
      withMore(() => {
        bench.state = read();
        update();
      });
    });
    receive((file, text) => withMore(() => rest()?.take(file, text)));
    // In the next frame: what is drawn changes sizes, and engines complain of that within an observer.
    new ResizeObserver(() => requestAnimationFrame(stage.resize)).observe(part('stage'));
    const button = find(document, '#share', HTMLButtonElement);
    button.addEventListener('click', () => withMore(() => rest()?.share(button, link())));
    update();
    return offer;
  }

  function where(): Where {
    return { picture: picture.where, file: bench.file };
  }

  /** The address of the last valid state. */
  function link() {
    const state = bench.result?.state ?? bench.state;
    const lacks =
      picture.isOwn || state.on !== 'picture' ? '' : `&picture=${encodeURIComponent(picture.shown.name)}`;
    return new URL(`#${known().formatHash(state)}${lacks}`, location.href).href;
  }

  function offer() {
    showBar(bench.state);
    rest()?.offer(); // before that, the page has what the first view offers
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
    bench.notices = complaints.length > 0 ? [says] : [];
    return named;
  }

  /** @param gesture what is typed or dragged in one go is one step back; '': a step of its own */
  function go(next: State, gesture: string) {
    bench.state = next;
    bench.notices = [];
    if (gesture !== DRAG) writeAddress(`#${known().formatHash(next)}`, gesture);
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
    const { state } = bench;
    offer();
    rest()?.stop();
    if (state.on === 'file') return rest()?.updateFile(state);
    const pixels = state.on === 'picture' ? picture.shown.data : undefined;
    attempt(() => {
      const isLarge = more.part?.isLarge(state) || (pixels && pixels.length > FEW);
      if (isLarge) rest()?.updateLater(pixels);
      else draw(known().make(state, pixels));
    });
  }

  function draw({ result, made }: { result: Result; made: Made[] }) {
    describe(result);
    stage.draw(result, made, picture.shown);
  }

  /** @param said what is printed, if the call does not say it */
  function describe(next: Result, said = '') {
    bench.result = next;
    const parts = showLine(null);
    const forFingers = next.state.on === 'picture' && next.ranges ? FOR_FINGERS : '';
    legend.show(known().legendOf(next), bench.notices, more.part?.otherSplit(next), forFingers);
    tell((code) => code.show(next, where(), said));
    document.title = `${titleOf(parts, next)} · Microtome`;
  }

  function showLine(wrong: Mistake | null) {
    const { state } = bench;
    const parts = known().partsOf(state, MOST_NAMED);
    part('bench').classList.toggle('by-piece', BY_PIECE.test(state.op));
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
    const { state } = bench;
    const wrong = mistakeOf(error, state);
    showLine(wrong);
    const isSame = bench.result?.state.on === state.on;
    if (!isSame) bench.result = null;
    const below = isSame
      ? 'Below: the last valid result.'
      : rest()?.showWhole()
        ? 'Below: all of the input.'
        : '';
    legend.fail([wrong.message, ...bench.notices].join('; '), below);
    if (isSame || !below) stage.fail(state, wrong.field === 'dims' ? wrong.message : '', isSame);
    tell((code) => (isSame ? code.setStale(true) : code.show(null, null)));
  }
}
