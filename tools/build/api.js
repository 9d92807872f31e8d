// The API reference. TypeDoc makes pages from the doc comments in web/lib, beside the playground. Afterwards they are changed to
// work under the playground's content security policy. tools/api/typedoc.json has TypeDoc's settings.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homeOf, installGroup } from '../../tests/packages.js';
import { Failure } from '../common/failure.js';
import { filesUnder } from '../common/files.js';
import { inRoot } from '../common/paths.js';
import { capture } from '../common/run.js';

const GROUP = 'tools/api';
const PLAYGROUND = inRoot('build/page/index.html');
const FOLDER = 'build/page/api';

/**
 * What the policy forbids in TypeDoc's own files: a style element for filters that these pages do not have, and images in data
 * URLs. @type {[name: string, what: RegExp, instead: string][]}
 */
const ASSETS = [
  ['main.js', /document\.head\.appendChild\((document\.createElement\("style"\))\)/, '$1'],
  ['style.css', /url\("data:[^"]*"\)/g, 'none'],
];

export async function buildApi() {
  if (!(await installGroup(GROUP))) throw new Failure('npm could not install TypeDoc; see above.');
  rmSync(inRoot(FOLDER), { recursive: true, force: true });
  const typedoc = join(homeOf(GROUP), 'node_modules/typedoc/bin/typedoc');
  const args = [typedoc, '--options', inRoot('tools/api/typedoc.json'), '--out', inRoot(FOLDER)];
  const { code, all } = await capture(process.execPath, args);
  if (code !== 0) throw new Failure(`TypeDoc could not make the reference:\n${all.trim()}`);
  copyFileSync(inRoot('tools/api/start.js'), inRoot(FOLDER, 'assets/start.js'));
  for (const [name, what, instead] of ASSETS) {
    const path = inRoot(FOLDER, 'assets', name);
    const text = readFileSync(path, 'utf8');
    if (!what.test(text))
      throw new Failure(`TypeDoc's ${name} has changed; adapt ASSETS in tools/build/api.js.`);
    writeFileSync(path, text.replace(what, instead));
  }
  const policy = policyOf(readFileSync(inRoot('web/playground/index.html'), 'utf8'));
  for (const path of filesUnder(FOLDER, /\.html$/)) {
    const html = makeStrict(readFileSync(inRoot(path), 'utf8'), policy, path);
    writeFileSync(inRoot(path), html);
    checkLinks(html, path);
  }
  if (existsSync(PLAYGROUND)) showLink();
}

/**
 * TypeDoc does not check the links in home.md.
 * @param {string} html
 * @param {string} path
 */
function checkLinks(html, path) {
  for (const [, link] of html.matchAll(/href="([^":#]+\.html)/g)) {
    const target = join(inRoot(dirname(path)), link);
    if (target !== PLAYGROUND && !existsSync(target))
      throw new Failure(`${path} links to ${link}, which does not exist.`);
  }
}

/** The playground's tag with its policy. @param {string} html */
function policyOf(html) {
  const [tag] = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/.exec(html) ?? [];
  if (!tag) throw new Failure('web/playground/index.html has no Content-Security-Policy.');
  return tag;
}

/**
 * Makes a page work under the policy: TypeDoc's inline script becomes a file.
 * @param {string} html
 * @param {string} policy
 * @param {string} path to blame
 */
export function makeStrict(html, policy, path) {
  const [, assets] = /src="([^"]*assets\/)main\.js"/.exec(html) ?? [];
  const strict = html
    .replace(/<meta charset="utf-8"\s*\/?>/i, (tag) => `${tag}${policy}`)
    .replace(/<script>[^<]*tsd-theme[^<]*<\/script>/, `<script src="${assets}start.js"></script>`)
    .replaceAll('href="playground:"', `href="${assets?.replace(/assets\/$/, '')}../index.html"`);
  const isStrict =
    strict.includes(policy) && !/<script>|<style\b|\sstyle="|\son[a-z]+="|="playground:/.test(strict);
  if (!assets || !isStrict)
    throw new Failure(
      `${path} has something that the policy forbids; adapt makeStrict in tools/build/api.js.`,
    );
  return strict;
}

/** The playground links to the reference once there is one. */
function showLink() {
  writeFileSync(PLAYGROUND, withLink(readFileSync(PLAYGROUND, 'utf8')));
}

/**
 * The playground's page with its link shown.
 * @param {string} html
 */
export function withLink(html) {
  const shown = html.replace(/(<a href="\.\/api\/index\.html") hidden(?:="")?/, '$1');
  if (!shown.includes('<a href="./api/index.html">'))
    throw new Failure('web/playground/index.html has no hidden link to ./api/index.html.');
  return shown;
}
