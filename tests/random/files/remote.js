// Steps for files behind URLs: two users and two processes open, cut and stop, while the server lies, and files are replaced.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCall, drawFault, drawOptions, drawStop, FALSE, stoppedCodes } from './draws.js';
import { describe, Held, mayGive } from './held.js';
import { judgeBytes, judgeCost, judgeEnd } from './judge.js';
import { OtherProcess } from './other_process.js';
import { filesIn, until } from './waiting.js';

/** @import { Random } from '../random.js' */
/** @import { Client } from './client.js' */
/** @import { Call, Outcome } from './watch.js' */
/** @import { Fault } from './draws.js' */
/** @import { Site, User } from './held.js' */

/** @typedef {{ id: number, site: Site, user: User, where: Client | OtherProcess, cache: { maxBytes: number, store?: string } | undefined, openedAt: number, codes: Set<string>, outcome: Outcome, isDisturbed: boolean }} Opened */

const MOST_SITES = 3;
const MOST_OPENED = 10;
const BLOCK = 65536;
const CHANGED = [
  'source_changed',
  'source_short',
  'source_failed',
  'bad_format',
  'bad_input',
  'range_ignored',
];
/** Requests and bytes with which any file here may be opened: its header is short. */
const OPENING = { requests: 60, bytes: 1_500_000 };

export class Remote {
  held = new Held();
  home = mkdtempSync(join(tmpdir(), 'microtome-sequences-'));
  /** @type {Opened[]} */ #opened = [];
  #ids = 0;
  #client;
  #other;
  #complain;

  /** @param {Client} client @param {(what: string) => void} complain */
  constructor(client, complain) {
    this.#client = client;
    this.#complain = complain;
    this.#other = new OtherProcess(complain);
  }

  start() {
    return this.held.start();
  }

  async end() {
    for (const { id, where } of this.#opened) await where.close(id);
    await this.#other.end();
    if (!(await until(() => this.held.server.open() === 0)))
      this.#complain(`${this.held.server.open()} answers are never taken`);
    await this.held.end();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Before a step. @param {number} step */
  begin(step) {
    this.held.step = step;
    this.held.plan = undefined;
    this.held.count = { requests: 0, bytes: 0, refused: 0 };
  }

  /** @param {Random} random @param {boolean} ranges @param {number} [chance] */
  #lie(random, ranges, chance = 0.3) {
    /** @type {Fault | undefined} */
    const lie = random.chance(chance) ? drawFault(random, ranges) : undefined;
    const replaceAt = random.chance(0.06) ? random.size(6) - 1 : -1;
    this.held.plan = {
      fault: lie?.fault,
      from: random.size(5) - 1,
      times: random.chance(0.6) ? 1 : random.size(30),
      replaceAt,
      killAt: -1,
      kill: () => {},
    };
    return lie;
  }

  /** @param {Random} random */
  async open(random) {
    const { held } = this;
    if (held.sites.length === 0 || (held.sites.length < MOST_SITES && random.chance(0.3))) {
      const site = held.add(random);
      site.caches = [this.#drawCache(random, site), this.#drawCache(random, site)];
    }
    const site = random.pick(held.sites);
    const user = random.pick(/** @type {User[]} */ (['a', 'b']));
    const where = random.chance(0.15) ? this.#other : this.#client;
    const as = random.chance(0.2) ? 'request' : 'url';
    const cache = random.chance(0.75) ? random.pick(site.caches) : undefined;
    const options = {
      ...drawOptions(random),
      ...held.optionsOf(site),
      headers: { authorization: `Bearer ${user}` },
    };
    const lie = this.#lie(random, site.ranges, 0.15);
    const stop = random.chance(0.1) ? drawStop(random) : undefined;
    const id = ++this.#ids;
    const from = { address: held.addressOf(site), as, cache };
    const outcome = await where.open({ id, from: /** @type {any} */ (from), options, stop });
    const codes = new Set([
      ...(lie ? [...lie.codes, ...FALSE] : []),
      ...stoppedCodes(stop),
      ...this.#changedSince(site, held.step),
    ]);
    const wrong = judgeEnd(outcome, codes);
    if (wrong) this.#complain(`open of ${describe(site)}${lie ? `, ${lie.name}` : ''}: ${wrong}`);
    const { requests, bytes } = held.count;
    if (!lie && site.ranges && (requests > OPENING.requests || bytes > OPENING.bytes))
      this.#complain(`open of ${describe(site)} takes ${requests} requests and ${bytes} bytes`);
    if (outcome.code !== undefined || outcome.died) return;
    // A server that has lied may have told it that the file is another one.
    const told = new Set(lie ? FALSE : []);
    this.#opened.push({
      id,
      site,
      user,
      where,
      cache,
      openedAt: held.step,
      codes: told,
      outcome,
      isDisturbed: false,
    });
    if (this.#opened.length > MOST_OPENED) await this.#close(random.pick(this.#opened));
  }

  /** @param {Random} random @param {Site} site */
  #drawCache(random, site) {
    const maxBytes = random.pick([0, BLOCK, 3 * BLOCK, 2 ** 26]);
    const hasStore = random.chance(0.5);
    const isKeptApart = /no-store/.test(site.headers['cache-control'] ?? '');
    const store = join(this.home, isKeptApart ? 'nothing' : random.pick(['one', 'two']));
    const name = `${site.id} ${maxBytes} ${hasStore ? store : ''}`;
    return { name, maxBytes, ...(hasStore && { store }) };
  }

  /** Codes that a change of the file explains. @param {Site} site @param {number} step */
  #changedSince = ({ changes }, step) => (changes.some((at) => at >= step) ? CHANGED : []);

  /** @param {Random} random */
  async cut(random) {
    const source = this.#pick(random);
    if (source === undefined) return this.open(random);
    const lie = this.#lie(random, source.site.ranges);
    const call = this.#draw(random, source);
    if (call) await this.#judge(source, call, lie, await source.where.cut(source.id, call), true);
  }

  /** Several cuts at once, which may share what a cache fetches. @param {Random} random */
  async together(random) {
    const first = this.#pick(random);
    if (first === undefined) return this.open(random);
    const lie = this.#lie(random, first.site.ranges, 0.2);
    const sources = this.#opened.filter(({ site, where }) => site === first.site && where === first.where);
    const calls = Array.from({ length: random.between(2, 5) }, () => {
      const source = random.pick(sources);
      return { source, call: this.#draw(random, source) };
    });
    await Promise.all(
      calls.map(async ({ source, call }) => {
        if (call) await this.#judge(source, call, lie, await source.where.cut(source.id, call), false);
      }),
    );
    for (const { call, source } of calls) if (call?.stop?.how === 'close') await this.#close(source);
  }

  /** @param {Random} random */
  #pick = (random) => (this.#opened.length > 0 ? random.pick(this.#opened) : undefined);

  /** @param {Random} random @param {Opened} source */
  #draw(random, { outcome: { shapes = {} } }) {
    const names = Object.keys(shapes);
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    return drawCall(random, name, shapes[name].dims);
  }

  /** @param {Opened} source @param {Call} call @param {Fault | undefined} lie @param {Outcome} outcome @param {boolean} isAlone */
  async #judge(source, call, lie, outcome, isAlone) {
    const { site, user, cache, openedAt, outcome: opened } = source;
    if (outcome.died) return;
    const { count, plan } = this.held;
    const changed = this.#changedSince(site, openedAt);
    const isStopped = call.stop !== undefined;
    const codes = new Set([
      ...source.codes,
      ...(lie?.codes ?? []),
      ...changed,
      ...stoppedCodes(call.stop),
      'too_costly',
    ]);
    const { type, dims } = /** @type {any} */ (opened.shapes)[call.name];
    const path =
      site.recipe.format === 'outside.onnx' ? 'weights.bin' : Object.keys(site.held.a.content.files)[0];
    const first = { ...opened.first, ...outcome.first };
    const tensorOf = (/** @type {any} */ { content }) => content.tensors.get(call.name);
    const tensors = mayGive(site, { user, openedAt, isCached: cache !== undefined, first }, path)
      .map(tensorOf)
      .filter((held) => `${held.dims}` === `${dims}` && held.type === type);
    const others = /** @type {any} */ (
      site.versions.map((version) => [
        `of version ${version.number}, user ${version.user}`,
        tensorOf(version),
      ])
    );
    const isExact =
      isAlone &&
      !lie &&
      !isStopped &&
      changed.length === 0 &&
      !(cache?.store && site.changes.length > 0) &&
      source.codes.size === 0 &&
      !source.isDisturbed;
    const wrong =
      judgeEnd(outcome, codes) ||
      (outcome.code === undefined && judgeBytes(outcome, call, { codes, tensors, others })) ||
      (isAlone &&
        judgeCost(outcome, count, { isExact, isBounded: !source.isDisturbed && !cache?.store, call }));
    if (!wrong) return;
    const how = `${call.kind} of ${describe(site)}, user ${user}${cache ? `, cache ${JSON.stringify(cache)}` : ''}`;
    const fault = lie ? `, ${lie.name} x ${plan?.times} from ${plan?.from}` : '';
    this.#complain(
      `${how}${fault}${changed.length > 0 ? ', replaced' : ''}, ${JSON.stringify({ ...call })}: ${wrong}`,
    );
  }

  /** @param {Random} random */
  async replace(random) {
    if (this.held.sites.length > 0)
      this.held.replace(random.pick(this.held.sites), random.chance(0.2) ? random.between(1, 9) : 0);
  }

  /** @param {Random} random */
  async close(random) {
    const source = this.#pick(random);
    if (source) await this.#close(source);
  }

  /** @param {Opened} source */
  async #close(source) {
    this.#opened = this.#opened.filter((each) => each !== source);
    await source.where.close(source.id);
  }

  /** A site that is forgotten, with the sources of it. @param {Random} random */
  async forget(random) {
    const site = this.held.sites.length > 1 ? random.pick(this.held.sites) : undefined;
    for (const source of this.#opened.filter((each) => each.site === site)) await this.#close(source);
    this.held.sites = this.held.sites.filter((each) => each !== site);
  }

  /** The other process dies while it cuts; what it has written into the folder stays. @param {Random} random */
  async crash(random) {
    const source = this.#opened.find(({ where, cache }) => where === this.#other && cache?.store);
    if (source === undefined) return;
    this.#lie(random, source.site.ranges, 0);
    Object.assign(/** @type {any} */ (this.held.plan), {
      killAt: random.size(8) - 1,
      kill: () => this.#other.kill(),
    });
    const call = this.#draw(random, source);
    if (call) await this.#judge(source, call, undefined, await source.where.cut(source.id, call), false);
    await this.#other.crash();
    this.#opened = this.#opened.filter(({ where }) => where !== this.#other);
    for (const each of this.#opened) each.isDisturbed ||= Boolean(each.cache?.store);
  }

  /** After a step. */
  async rest() {
    const { server } = this.held;
    if (!(await until(() => server.open() === 0)))
      this.#complain(`${server.open()} answers are not taken, and not given up`);
    for (const what of await this.#other.rest()) this.#complain(`in the other process: ${what}`);
    const kept = join(this.home, 'nothing');
    if (filesIn(kept) > 0) this.#complain('blocks of a no-store answer are kept on the disk');
    rmSync(kept, { recursive: true, force: true });
  }
}
