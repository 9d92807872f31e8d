// What a server has held: sites, each a folder of files at one address, in versions, for one or two users. It answers as the site
// says, records with which validators it has shown which version, and so knows what a cut may give.
import { startRangeServer } from '../../support/range_server.js';
import { contentOf, drawRecipe, layoutOf, nameOf } from './contents.js';

/** @import { Answer } from '../../support/range_server.js' */
/** @import { Random } from '../random.js' */
/** @import { Content, Recipe } from './contents.js' */
/** @import { Marks } from './watch.js' */

/** @typedef {'a' | 'b'} User */
/** @typedef {{ user: User | 'all', number: number, content: Content, since: number, until: number, shown: Map<string, Marks[]> }} Version */
/** @typedef {{ tag: 'strong' | 'weak' | 'empty' | 'none', date: boolean, honest: boolean, tagOfUser: boolean }} Validators */
/** @typedef {{ id: number, folder: string, recipe: Recipe, own: boolean, headers: Record<string, string>, validators: Validators, ranges: boolean, redirects: boolean, signs: boolean, keys: Keys, held: Record<User, Version>, versions: Version[], changes: number[], caches: Cache[] }} Site */
/** @typedef {{ name: string, maxBytes: number, store?: string, ignoreQuery?: boolean }} Cache */
/** Keys of addresses that are good for a while: those that were given, and of these, those that were used. @typedef {{ last: number, good: Set<string>, used: Set<string> }} Keys */
/** The faults of a step, by the number of the answer in it. @typedef {{ fault: ((answer: Answer) => void) | undefined, from: number, times: number, replaceAt: number, expireAt: number, hasExpired: boolean, killAt: number, kill: () => void }} Plan */

/** Ways to say that users get different files. @type {Record<string, string>[]} */
const APART = [
  { vary: 'Authorization' },
  { vary: 'Accept-Encoding, authorization' },
  { 'cache-control': 'private' },
  { 'cache-control': 'max-age=60, Private' },
  { vary: 'Authorization', 'cache-control': 'private' },
  { vary: '*' },
  { 'cache-control': 'no-store' },
];
/** Users get different files, and nothing says so but their tags. @type {Record<string, string>[]} */
const SILENT = [{}, { 'cache-control': 'max-age=60' }, { vary: 'Accept-Encoding' }];
/** The answer to an expired key: that of a signed address, or of a redirect's target. */
const REFUSED = [401, 403];
const GONE = [...REFUSED, 404, 410];
const NEVER = Number.POSITIVE_INFINITY;
const BEGIN = Date.UTC(2024, 0, 1);

export class Held {
  /** @type {Site[]} */ sites = [];
  step = 0;
  /** Of this step. */
  count = { requests: 0, bytes: 0, refused: 0 };
  /** @type {Plan | undefined} */ plan;
  #keys = 0;
  #ids = 0;
  /** @type {any} */ #asked;
  /** @type {Awaited<ReturnType<typeof startRangeServer>>} */ server = /** @type {any} */ (undefined);

  async start() {
    this.server = await startRangeServer(
      (...asked) => this.#find(...asked),
      (answer) => this.#answer(answer),
    );
  }

  /** @param {Random} random */
  add(random) {
    const recipe = drawRecipe(random);
    const own = random.chance(0.4) && recipe.format !== 'fixture';
    const headers = own || random.chance(0.2) ? random.pick(own ? [...APART, ...SILENT] : APART) : {};
    const isSilent = SILENT.includes(headers);
    const id = ++this.#ids;
    /** @type {Site} */
    const site = {
      id,
      folder: `/${random.chance(0.1) ? 'moved' : 'here'}/${id}`,
      recipe,
      own,
      headers,
      validators: {
        tag: random.pick(['strong', 'weak', 'empty', 'none']),
        date: random.chance(0.7),
        honest: random.chance(0.8),
        tagOfUser: isSilent || random.chance(0.3),
      },
      ranges: random.chance(0.9),
      redirects: random.chance(0.2),
      signs: random.chance(0.2),
      keys: { last: 0, good: new Set(), used: new Set() },
      held: /** @type {any} */ ({}),
      versions: [],
      changes: [],
      caches: [],
    };
    this.#hold(site, 0);
    this.sites.push(site);
    return site;
  }

  /** @param {Site} site @param {number} [more] rows, so that its size differs */
  replace(site, more = 0) {
    for (const version of Object.values(site.held)) version.until = this.step;
    site.changes.push(this.step);
    this.#hold(site, more);
  }

  /** @param {Site} site @param {number} more */
  #hold(site, more) {
    const number = site.versions.length;
    const make = (/** @type {User | 'all'} */ user) => {
      // Where the places of tensors are not in the file itself, nothing tells that they have moved.
      const isFixed = ['layout', 'outside.onnx'].includes(site.recipe.format);
      const content = contentOf(site.recipe, ++this.#keys, isFixed ? 0 : more);
      /** @type {Version} */
      const version = { user, number, content, since: this.step, until: NEVER, shown: new Map() };
      site.versions.push(version);
      return version;
    };
    if (site.own) site.held = { a: make('a'), b: make('b') };
    else site.held = /** @type {any} */ (((/** @type {Version} */ all) => ({ a: all, b: all }))(make('all')));
  }

  /** Where a site is; `sign`: the address of what gives a key for it. @param {Site} site */
  addressOf({ folder, redirects, signs, recipe }) {
    const { origin } = new URL(this.server.url);
    const isRedirected = redirects && !signs;
    return {
      address: `${origin}${isRedirected ? '/redirect' : ''}${folder}/${nameOf(recipe)}`,
      ...(signs && { sign: `${origin}/sign${folder}/key` }),
    };
  }

  /** @param {Site} site */
  #newKey({ keys }) {
    const key = `${++keys.last}`;
    keys.good.add(key);
    return key;
  }

  /** Keys that were used are good no more: addresses that were signed, and targets of redirects. @param {Site} site */
  expire({ keys: { good, used } }) {
    for (const key of used) good.delete(key);
  }

  /** @param {Site} site */
  optionsOf = ({ recipe }) => layoutOf(recipe);

  /** @param {string} path @param {import('node:http').IncomingHttpHeaders} headers @param {URLSearchParams} query */
  #find(path, { authorization, 'x-step': step }, query) {
    const [, way, folder, name] = /^(?:\/(redirect|sign))?(\/\w+\/\d+)\/(.*)$/.exec(path) ?? [];
    const site = this.sites.find((each) => each.folder === folder);
    if (site === undefined) return undefined;
    const { plan, count } = this;
    const isLate = step !== `${this.step}`; // of a step that has given up
    if (way === undefined && !isLate && plan) {
      if (plan.replaceAt === count.requests) this.replace(site, 0);
      if (plan.expireAt === count.requests) {
        plan.expireAt = -1;
        plan.hasExpired = site.signs || site.redirects;
        this.expire(site);
      }
    }
    const version = site.held[authorization === 'Bearer b' ? 'b' : 'a'];
    this.#asked = { site, version, name, way, key: query.get('key') ?? '', isLate };
    if (way === 'sign') return Buffer.from(this.#newKey(site));
    return version.content.files[name];
  }

  /** @param {Answer} answer */
  #answer(answer) {
    const { site, version, name, way, key, isLate } = this.#asked;
    const { headers } = answer;
    if (way === 'sign') return;
    const { keys, folder } = site;
    const hasExpired = (site.signs || site.redirects) && !keys.good.has(key);
    if (way === 'redirect' || hasExpired) {
      const refusals = site.signs ? REFUSED : GONE;
      answer.status = way ? 302 : refusals[keys.last % refusals.length];
      answer.body = new Uint8Array(0);
      answer.headers = way
        ? { location: `${folder}/${encodeURIComponent(name)}?key=${this.#newKey(site)}` }
        : {};
      return;
    }
    keys.used.add(key);
    const { etag, date } = marksOf(site, version);
    delete headers.etag;
    delete headers['last-modified'];
    Object.assign(
      headers,
      site.headers,
      etag !== null && { etag },
      date !== null && { 'last-modified': date },
    );
    if (!site.ranges) {
      answer.status = 200;
      answer.body = answer.file;
      answer.range = null;
      delete headers['content-range'];
    }
    if (isLate) return;
    const { plan, count } = this;
    const nth = count.requests;
    if (plan?.fault && nth >= plan.from && nth < plan.from + plan.times) plan.fault(answer);
    if (plan?.killAt === nth) plan.kill();
    if (answer.status === 200 || answer.status === 206) {
      const shown = {
        etag: headers.etag?.toString() ?? null,
        date: headers['last-modified']?.toString() ?? null,
      };
      const all = version.shown.get(name) ?? [];
      const isNew = all.every(
        (/** @type {Marks} */ each) => each.etag !== shown.etag || each.date !== shown.date,
      );
      if (isNew) version.shown.set(name, [...all, { ...shown, size: answer.file.length }]);
    } else count.refused += 1;
    count.requests += 1;
    count.bytes += answer.body.length;
  }

  /** Waits for nothing: connections that are idle are closed. */
  async end() {
    await this.server.close();
  }
}

/** @param {Site} site @param {Version} version */
function marksOf({ validators: { tag, date, honest, tagOfUser } }, { user, number }) {
  const name = `"${honest ? number : 0}${tagOfUser ? user : ''}"`;
  const etag = { strong: name, weak: `W/${name}`, empty: '', none: null }[tag];
  return { etag, date: date ? new Date(BEGIN + (honest ? number : 0) * 1000).toUTCString() : null };
}

/** What tells versions apart in a cache: a strong tag, or the date; undefined: nothing. @param {Marks} marks */
const validatorOf = ({ etag, date }) =>
  etag && !etag.startsWith('W/') ? `tag ${etag}` : date ? `date ${date}` : undefined;

/**
 * The versions of a file that a source may give: those that its user was shown with the validators of the source's first answer. A
 * source without a cache, and one that nothing can tell from others, gives only what was there since it was opened.
 * @param {Site} site
 * @param {{ user: User, openedAt: number, isCached: boolean, first: Record<string, Marks> }} source
 * @param {string} name
 */
export function mayGive(site, { user, openedAt, isCached, first }, name) {
  const marks = first[name];
  const own = site.versions.filter((version) => version.user === 'all' || version.user === user);
  if (marks === undefined) return own;
  const validator = validatorOf(marks);
  return own.filter(({ shown, until }) => {
    const isOld = until < openedAt;
    return (shown.get(name) ?? []).some((each) => {
      if (marks.size !== undefined && each.size !== undefined && each.size !== marks.size) return false;
      if (isCached && validator !== undefined) return validatorOf(each) === validator;
      return !isOld && each.etag === marks.etag && each.date === marks.date;
    });
  });
}

/** @param {Site} site */
export const describe = ({ recipe, own, headers, validators, ranges, folder }) =>
  `${recipe.format} ${folder}${own ? ' of each user' : ''} ${JSON.stringify({ ...headers, ...validators, ranges })}`;
