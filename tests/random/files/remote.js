// Steps for files behind URLs: two users and two processes open, cut and stop, while the server lies, and files are replaced.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCall, drawFault, drawOptions, drawStop, FALSE, stoppedCodes } from './draws.js';
import { describe, Held } from './held.js';
import { judgeEnd, judgeNames } from './judge.js';
import { changedSince, expiredCodes, judgeCut } from './judge_remote.js';
import { OtherProcess } from './other_process.js';
import { filesIn, until } from './waiting.js';

/** @import { Random } from '../random.js' */
/** @import { Client } from './client.js' */
/** @import { Call, Outcome } from './watch.js' */
/** @import { Fault } from './draws.js' */
/** @import { Site, User } from './held.js' */

/** @typedef {{ id: number, site: Site, user: User, where: Client | OtherProcess, cache: { maxBytes: number, store?: string } | undefined, openedAt: number, concurrency: number, codes: Set<string>, outcome: Outcome, isDisturbed: boolean }} Opened */

const MOST_SITES = 3;
const MOST_OPENED = 10;
const BLOCK = 65536;
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
      expireAt: random.chance(0.2) ? random.size(4) - 1 : -1,
      hasExpired: false,
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
    const from = { ...held.addressOf(site), as, cache };
    if (cache?.store) this.#drop(site, user, cache.store);
    const outcome = await where.open({ id, from: /** @type {any} */ (from), options, stop, step: held.step });
    const codes = new Set([
      ...(lie ? [...lie.codes, ...FALSE] : []),
      ...expiredCodes(held.plan, options),
      ...stoppedCodes(stop),
      ...changedSince(site, held.step),
    ]);
    const isSure = !lie && outcome.code === undefined && !outcome.died && codes.size === 0;
    const wrong =
      judgeEnd(outcome, codes) || (isSure && judgeNames(outcome, site.held[user].content.tensors));
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
      concurrency: options.concurrency,
      codes: told,
      outcome,
      isDisturbed: false,
    });
    if (this.#opened.length > MOST_OPENED) await this.#close(random.pick(this.#opened));
  }

  /** A store has blocks of one version and user: when another opens the file, those of the others cost more than they say. @param {Site} site @param {User} user @param {string} store */
  #drop(site, user, store) {
    for (const each of this.#opened)
      if (each.site === site && each.user !== user && each.cache?.store === store) each.isDisturbed = true;
  }

  /** @param {Random} random @param {Site} site */
  #drawCache(random, site) {
    const maxBytes = random.pick([0, BLOCK, 3 * BLOCK, 2 ** 26]);
    const hasStore = random.chance(0.5);
    const isKeptApart = /no-store/.test(site.headers['cache-control'] ?? '');
    const store = join(this.home, isKeptApart ? 'nothing' : random.pick(['one', 'two']));
    const ignoreQuery = site.signs && random.chance(0.5);
    const name = `${site.id} ${maxBytes} ${hasStore ? store : ''} ${ignoreQuery}`;
    return { name, maxBytes, ignoreQuery, ...(hasStore && { store }) };
  }

  /** @param {Random} random */
  async cut(random) {
    const source = this.#pick(random);
    if (source === undefined) return this.open(random);
    const lie = this.#lie(random, source.site.ranges);
    const call = this.#draw(random, source);
    if (call) await this.#cut(source, call, lie, true);
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
        if (call) await this.#cut(source, call, lie, false);
      }),
    );
    for (const { call, source } of calls) if (call?.stop?.how === 'close') await this.#close(source);
  }

  /** @param {Random} random */
  #pick = (random) => (this.#opened.length > 0 ? random.pick(this.#opened) : undefined);

  /** @param {Random} random @param {Opened} source */
  #draw(random, { site, outcome: { shapes = {} } }) {
    const names = Object.keys(shapes).filter((name) => site.held.a.content.tensors.has(name));
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    return drawCall(random, name, shapes[name].dims);
  }

  /** @param {Opened} source @param {Call} call @param {Fault | undefined} lie @param {boolean} isAlone */
  async #cut(source, call, lie, isAlone) {
    const outcome = await source.where.cut(source.id, call, this.held.step);
    const wrong = judgeCut(this.held, source, call, lie, outcome, isAlone);
    if (wrong) this.#complain(wrong);
  }

  /** @param {Random} random */
  async replace(random) {
    if (this.held.sites.length > 0)
      this.held.replace(random.pick(this.held.sites), random.chance(0.2) ? random.between(1, 9) : 0);
  }

  /** What was signed, and where redirects have led, is good no more. @param {Random} random */
  async expire(random) {
    if (this.held.sites.length > 0) this.held.expire(random.pick(this.held.sites));
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
    if (call) await this.#cut(source, call, undefined, false);
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
