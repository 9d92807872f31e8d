// What the bench does when more than its first view is loaded: files, large pictures, what is dropped or picked, and what the bar, the
// chips and the cards offer.
import { makeChips } from './call/chips.ts';
import { makeOptions } from './call/options.ts';
import type { Where } from './code/javascript.ts';
import type { CodePanel } from './code/panel.ts';
import { chosen, edited, switched, versioned, wholeOf } from './model/change.ts';
import { make, toResult } from './model/details.ts';
import { startsOf } from './model/elements.ts';
import { givenBy } from './model/given.ts';
import { formatHash, parseHash } from './model/hash.ts';
import { indexOf } from './model/integers.ts';
import { inLists, inNotation } from './model/lists.ts';
import { attempt } from './model/mistake.ts';
import type { Made, Result } from './model/result.ts';
import { functionOf } from './model/rows.ts';
import { type Item, plainItem } from './model/slice_words.ts';
import { isFirst, type State, typed } from './model/state.ts';
import { explainValue, readValue } from './model/values.ts';
import { copyText } from './page/copy.ts';
import { find, isPlain } from './page/dom.ts';
import type { Picture, Pixels } from './page/pictures.ts';
import { sayDims } from './page/say.ts';
import { take as takeFile } from './page/take.ts';
import type { FileView } from './view/file.ts';
import { makeClient } from './worker/client.ts';

/** What it needs of the bench, where comments say more. */
interface Bench {
  state: State;
  result: Result | null;
  notices: string[];
  file: Where['file'];
  picture: Picture;
  part: (id: string) => HTMLElement;
  legend: {
    show: (items: Item[], notices: readonly string[]) => void;
    fail: (message: string, below?: string) => void;
  };
  line: { focus: (name: string) => void };
  stage: {
    setBusy: (text: string) => void;
    setOld: (is: boolean) => void;
    draw: (result: Result, made: readonly Made[], pixels: Pixels) => void;
    withFiles: (act: (files: FileView) => void) => void;
  };
  where: () => Where;
  tell: (act: (code: CodePanel) => void) => void;
  go: (next: State, gesture: string) => void;
  draw: (answer: { result: Result; made: Made[] }) => void;
  describe: (result: Result, said?: string) => void;
  showLine: (wrong: null) => unknown;
  attempt: (act: () => void) => void;
  explain: (error: unknown) => void;
}

/** On load the frame goes to the sun and back once, in milliseconds. Whatever somebody does ends it. */
const GLIDE = { after: 700, takes: 1800 };
const NO_FILE = 'First open a file of tensors: by its URL, from your disk, or one of the examples below.';

export function makeLater(bench: Bench) {
  const { picture, part, legend, stage, go, tell, where } = bench;
  const client = makeClient();
  const showOptions = makeOptions(
    find(document, '#version', HTMLSelectElement),
    find(document, '.menu', HTMLElement),
    find(document, '.pick', HTMLElement),
    {
      version: (op, opset) => go(versioned(bench.state, op, opset), ''),
      notation(isString) {
        if (bench.result?.ranges) go((isString ? inNotation : inLists)(bench.result), '');
      },
      add(name) {
        go(typed(bench.state, name, ''), '');
        bench.line.focus(name);
      },
    },
  );
  const showChips = makeChips(part('try'), {
    hashOf: (text) => formatHash(parseHash(text, picture.dims).state),
    pick: (file) => take(file, ''),
    back: () => setPicture(picture.own),
  });
  part('cards').addEventListener('click', (event) => {
    if (!isPlain(event) || !(event.target instanceof Element && event.target.closest('a'))) return;
    part('bench').focus({ preventScroll: true });
    reveal();
  });
  if (isFirst(location.hash.slice(1)) && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    setTimeout(glide, GLIDE.after);
  part('stage').addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && bench.result) bench.describe(bench.result); // instead of what was wrong with a value
  });
  return { offer, choose, share, take, edit, cancel, stop: client.stop, updateFile, updateLater, showWhole };

  function offer() {
    showOptions(bench.state);
    showChips(bench.state, formatHash(bench.state), picture);
  }

  /** Another operator. */
  function choose(op: string) {
    const { on } = bench.state;
    const next = chosen(bench.state, op);
    go(next, '');
    if (on === 'picture' && next.on === 'tensor')
      note(`${functionOf(op)} takes tensors here, so a small example is shown`);
  }

  /** Copies the link of what is shown. */
  async function share(button: HTMLButtonElement, link: string) {
    const lacksPicture = bench.state.on === 'picture' && !picture.isOwn;
    if ((await copyText(button, link)) && lacksPicture) note('Your picture is not in the link');
  }

  /** Says something about what is shown. */
  function note(text: string) {
    bench.notices = [text];
    if (bench.result) bench.describe(bench.result);
  }

  function glide() {
    const { result, state } = bench;
    const [rows, columns] = result?.ranges ?? [];
    if (!rows || state.on !== 'picture' || !isFirst(location.hash.slice(1)) || document.hidden) return;
    const begin = performance.now();
    let shown = state;
    const show = (next: State) => {
      shown = next;
      bench.state = next;
      bench.draw(make(next, picture.shown.data));
    };
    let isOver = false;
    const end = () => {
      isOver = true;
      if (bench.state === shown && shown !== state) show(state);
    };
    for (const event of ['pointerdown', 'keydown', 'focusin'])
      addEventListener(event, end, { capture: true, once: true });
    const step = (now: number) => {
      if (isOver || bench.state !== shown) return;
      const part = Math.min(1, (now - begin) / GLIDE.takes);
      const place = (1 + Math.cos(2 * Math.PI * part)) / 2; // 1: as at first; 0: at the first row and column
      const [top, left] = [rows, columns].map(({ from }) => Math.round(from * place));
      if (part === 1) return show(state);
      show({ ...state, notation: `${top}:${top + rows.count}, ${left}:${left + columns.count}` });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  function updateLater(pixels: Uint8ClampedArray | undefined) {
    givenBy(bench.state); // what is mistyped is said at once
    bench.showLine(null);
    stage.setBusy(pixels ? 'cutting the picture' : 'planning the outputs');
    const asked = client.ask(bench.state, pixels);
    asked.then((answer) => answer && bench.draw(answer), bench.explain);
  }

  function updateFile(asked: State) {
    stage.withFiles((files) => {
      if (bench.state !== asked) return;
      const full = files.prepare(asked);
      bench.file = files.opened();
      if (full) {
        bench.state = full;
        bench.attempt(() => {
          const next = toResult(full);
          bench.describe(next, files.show(next));
          stage.setOld(false);
        });
        return;
      }
      bench.result = null;
      bench.showLine(null);
      legend.show([plainItem(NO_FILE)], bench.notices);
      tell((code) => code.show(null, where()));
    });
  }

  function cancel() {
    client.stop();
    bench.state = { ...bench.state }; // nothing that is still being loaded for it is wanted
    stage.setBusy('');
    legend.fail('Cancelled.', bench.result ? 'Below: the last valid result.' : '');
    stage.setOld(bench.result !== null);
    tell((code) => code.setStale(true));
  }

  /** Shows the input whole, where no valid call was shown. @returns whether it can be */
  function showWhole() {
    const { state } = bench;
    const pixels = state.on === 'picture' ? picture.shown.data : undefined;
    const shown = attempt(() => make(wholeOf(state), pixels));
    if (!shown) return false;
    if (state.on === 'file') stage.withFiles((files) => files.show(shown.result));
    else stage.draw(shown.result, shown.made, picture.shown);
    stage.setOld(true);
    return true;
  }

  /** Brings the stage into view, for what is chosen below it or dropped. */
  function reveal() {
    const { top, bottom } = part('stage').getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) part('bench').scrollIntoView();
  }

  function setPicture(pixels: Pixels) {
    picture.shown = pixels;
    go(switched(bench.state, 'picture', picture.dims), ''); // the call stays
    picture.note();
  }

  function edit(k: number, text: string) {
    const { state, result } = bench;
    const value = readValue(state.type, text);
    if (value === null) {
      const i = startsOf(result?.tensors ?? []).findLastIndex((start) => start <= k);
      const { name = '', dims = [] } = result?.tensors[i] ?? {};
      const at = sayDims(indexOf(k - startsOf(result?.tensors ?? [])[i], dims));
      legend.fail(`${name}${at}: ${explainValue(state.type, text)}`);
    } else if (result) go(edited(state, result, k, value), '');
  }

  /** @param text if there is no file */
  async function take(given: File | undefined, text: string) {
    stage.setBusy('opening');
    const taken = await takeFile(given, text, bench.state)
      .catch((error) => {
        if (!(error instanceof RangeError)) throw error;
        legend.fail(error.message);
      })
      .finally(() => stage.setBusy(''));
    if (!taken) return;
    reveal();
    if ('picture' in taken) setPicture(taken.picture);
    else if ('state' in taken) {
      go(taken.state, '');
      if (taken.note) note(taken.note);
    } else {
      const none = { url: '', tensor: '', notation: '...' };
      go({ ...switched({ ...bench.state, op: 'Slice' }, 'file', ''), ...none }, '');
      stage.withFiles((files) => {
        files.prepare(bench.state);
        files.open(taken.file, taken.isSound);
      });
    }
  }
}
