// Steps for files of the file system: opened by their URLs or handles, cut, stopped, and meanwhile replaced, overwritten or truncated.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  renameSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { open } from 'microtome/source';
import { modelOf, outside } from '../../support/handmade.js';
import { contentOf, drawRecipe, layoutOf, nameOf, needsOthers, onnxTensor } from './contents.js';
import { drawCall, drawOptions, drawStop, stoppedCodes } from './draws.js';
import { judgeBytes, judgeCost, judgeEnd, judgeNames } from './judge.js';
import { until } from './waiting.js';

/** @import { Random } from '../random.js' */
/** @import { Client } from './client.js' */
/** @import { Outcome } from './watch.js' */
/** @import { Content, Recipe } from './contents.js' */

/** @typedef {{ folder: string, recipe: Recipe, content: Content, contents: Content[], changes: number }} Place */
/** @typedef {{ id: number, place: Place, content: Content, changes: number, as: string, isCached: boolean, outcome: Outcome }} Opened */

const MOST_PLACES = 3;
const MOST_OPENED = 6;
const CHANGED = ['source_changed', 'source_short', 'source_failed', 'bad_format', 'bad_input'];

export class Local {
  /** @type {Place[]} */ #places = [];
  /** @type {Opened[]} */ #opened = [];
  #keys = 0;
  #client;
  #complain;
  #home;

  /** @param {Client} client @param {(what: string) => void} complain @param {string} home */
  constructor(client, complain, home) {
    this.#client = client;
    this.#complain = complain;
    this.#home = join(home, 'files');
    mkdirSync(this.#home);
  }

  async end() {
    for (const { id } of this.#opened) await this.#client.close(id);
  }

  /** @param {Random} random */
  #add(random) {
    const recipe = drawRecipe(random);
    const folder = join(this.#home, `${++this.#keys}`);
    mkdirSync(folder);
    const content = contentOf(recipe, 1_000_000 + this.#keys);
    const place = { folder, recipe, content, contents: [content], changes: 0 };
    this.#write(place, false);
    this.#places.push(place);
    if (this.#places.length > MOST_PLACES) this.#places.shift();
  }

  /** With a time of its own, because a clock may stand still between two changes. @param {Place} place @param {boolean} inPlace */
  #write({ folder, content, contents }, inPlace) {
    for (const [name, bytes] of Object.entries(content.files)) {
      const path = join(folder, name);
      writeFileSync(inPlace ? path : `${path}.new`, bytes);
      utimesSync(inPlace ? path : `${path}.new`, contents.length, contents.length);
      if (!inPlace) renameSync(`${path}.new`, path);
    }
  }

  /** @param {Random} random */
  async open(random) {
    if (this.#places.length === 0 || random.chance(0.3)) this.#add(random);
    const place = random.pick(this.#places);
    const { recipe, folder, content, changes } = place;
    const as =
      !needsOthers(recipe) && random.chance(0.7) ? random.pick(['handle', 'slow', 'slow', 'reader']) : 'url';
    const maxBytes = random.pick([0, 65536, 2 ** 26]);
    const cache = random.chance(0.3)
      ? { name: `${folder} ${as} ${maxBytes} ${random.below(1e9)}`, maxBytes }
      : undefined;
    const id = 1_000_000 + ++this.#keys;
    const from = /** @type {any} */ ({ path: join(folder, nameOf(recipe)), as, cache });
    const stop = random.chance(0.1) ? drawStop(random) : undefined;
    const maxRequest = random.pick([5000, 20_000, 70_000, 2 ** 23]); // often several reads at a time
    const options = { ...drawOptions(random), maxRequest, ...layoutOf(recipe) };
    const outcome = await this.#client.open({ id, from, options, stop, step: 0 });
    const codes = new Set([...stoppedCodes(stop), ...(this.#isTruncated(place) ? CHANGED : [])]);
    const isSure = outcome.code === undefined && codes.size === 0;
    const wrong = judgeEnd(outcome, codes) || (isSure && judgeNames(outcome, content.tensors));
    if (wrong) this.#complain(`open of a file, ${recipe.format}: ${wrong}`);
    if (outcome.code !== undefined) return;
    this.#opened.push({ id, place, content, changes, as, isCached: cache !== undefined, outcome });
    if (this.#opened.length > MOST_OPENED) {
      const [{ id: oldest }] = this.#opened.splice(0, 1);
      await this.#client.close(oldest);
    }
  }

  /** @param {Place} place */
  #isTruncated = ({ content, contents }) => contents.at(-1) !== content;

  /** @param {Random} random */
  async cut(random) {
    if (this.#opened.length === 0) return this.open(random);
    const source = random.pick(this.#opened);
    const { shapes = {} } = source.outcome;
    const names = Object.keys(shapes).filter((name) => source.content.tensors.has(name));
    if (names.length === 0) return;
    const name = random.pick(names);
    const call = drawCall(random, name, shapes[name].dims);
    if (random.chance(0.3)) call.stop ??= drawStop(random);
    const running = this.#client.cut(source.id, call, 0);
    if (random.chance(0.05)) {
      for (let turns = random.size(20); turns > 0; --turns)
        await new Promise((resolve) => setImmediate(resolve));
      this.#change(random, source.place);
    }
    const outcome = await running;
    const isChanged = source.changes !== source.place.changes;
    const codes = new Set([...(isChanged ? CHANGED : []), ...stoppedCodes(call.stop), 'too_costly']);
    // Nothing proves what a reader gives.
    const { contents } = source.place;
    const held = source.as === 'reader' ? contents.slice(contents.indexOf(source.content)) : [source.content];
    const tensors = /** @type {any} */ (held.map((each) => each.tensors.get(name)));
    const others = /** @type {any} */ (
      contents.map((each, i) => [`of version ${i}`, each.tensors.get(name)])
    );
    const wrong =
      judgeEnd(outcome, codes) ||
      (outcome.code === undefined &&
        !outcome.isSkipped &&
        judgeBytes(outcome, call, { codes, tensors, others })) ||
      judgeCost(
        outcome,
        { requests: 0, bytes: 0 },
        { isExact: false, isBounded: false, isLocal: source.as !== 'reader', call },
      );
    if (wrong)
      this.#complain(
        `cut of a file, ${source.place.recipe.format}${isChanged ? ', changed' : ''}${source.isCached ? ', cached' : ''} as ${source.as}, ${JSON.stringify(call)}: ${wrong}`,
      );
    if (call.stop?.how === 'close') {
      this.#opened = this.#opened.filter((each) => each !== source);
      await this.#client.close(source.id);
    }
  }

  /** @param {Random} random */
  async change(random) {
    if (this.#places.length > 0) this.#change(random, random.pick(this.#places));
  }

  /** @param {Random} random @param {Place} place */
  #change(random, place) {
    place.changes += 1;
    const [name, bytes] = random.pick(Object.entries(place.content.files));
    const path = join(place.folder, name);
    const kind = random.unit();
    place.contents.push(contentOf(place.recipe, 1_000_000 + ++this.#keys));
    if (kind < 0.3) {
      truncateSync(path, random.below(bytes.length + 1));
      return;
    }
    place.content = /** @type {Content} */ (place.contents.at(-1));
    this.#write(place, kind < 0.6);
  }

  /** A file that is none: it must be refused, or given up when the signal is raised; nobody ever writes into it. @param {Random} random */
  async openFifo(random) {
    const folder = join(this.#home, `fifo ${++this.#keys}`);
    mkdirSync(folder);
    const fifo = join(folder, 'weights.bin');
    execFileSync('mkfifo', [fifo]);
    const isOutside = random.chance(0.5);
    const path = isOutside ? join(folder, 'model.onnx') : fifo;
    const tensor = onnxTensor({ name: 't', type: 'int8', dims: [4] });
    if (isOutside)
      writeFileSync(path, modelOf(outside(tensor, { location: 'weights.bin', offset: '0', length: '4' })));
    const controller = new AbortController();
    /** @type {any} */ let outcome;
    const opened = open(pathToFileURL(path), { signal: controller.signal }).then(
      async (source) => {
        outcome = { code: undefined };
        await source.close();
      },
      (error) => {
        outcome = error;
      },
    );
    for (let turns = random.size(20); turns > 0; --turns)
      await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const isOver = await until(() => outcome !== undefined, 800);
    closeSync(openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK)); // whoever still waits for a writer goes on
    await opened;
    unlinkSync(fifo);
    if (!isOver)
      this.#complain(`open of a FIFO${isOutside ? ' beside a model' : ''} goes on when its signal is raised`);
  }
}
