// The API reference: TypeDoc makes pages from the doc comments, beside the playground, and they are made to get by with its
// policy. What they say of the package stands in web/lib, their settings in tools/api/typedoc.json.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf, installGroup } from '../../tests/packages.js';
import { Failure } from '../common/failure.js';
import { filesUnder } from '../common/files.js';
import { inRoot } from '../common/paths.js';
import { capture } from '../common/run.js';

const GROUP = 'tools/api';
const PLAYGROUND = inRoot('build/page/index.html');
const FOLDER = 'build/page/api';

export async function buildApi() {
  if (!(await installGroup(GROUP)))
    throw new Failure('TypeDoc could not be installed; see above. It needs the npm registry.');
  rmSync(inRoot(FOLDER), { recursive: true, force: true });
  const typedoc = join(homeOf(GROUP), 'node_modules/typedoc/bin/typedoc');
  const args = [typedoc, '--options', inRoot('tools/api/typedoc.json'), '--out', inRoot(FOLDER)];
  const { code, all } = await capture(process.execPath, args);
  if (code !== 0) throw new Failure(`TypeDoc could not make the reference:\n${all.trim()}`);
  copyFileSync(inRoot('tools/api/start.js'), inRoot(FOLDER, 'assets/start.js'));
  const policy = policyOf(readFileSync(inRoot('web/playground/index.html'), 'utf8'));
  for (const path of filesUnder(FOLDER, /\.html$/)) {
    writeFileSync(inRoot(path), makeStrict(readFileSync(inRoot(path), 'utf8'), policy, path));
  }
  if (existsSync(PLAYGROUND)) showLink();
}

/** The tag that says what the playground's page may do. @param {string} html */
function policyOf(html) {
  const [tag] = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/.exec(html) ?? [];
  if (!tag) throw new Failure('web/playground/index.html has no Content-Security-Policy.');
  return tag;
}

/**
 * A page under the policy: what TypeDoc writes into it as a script becomes a file.
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
    throw new Failure(`${path} has something that the policy forbids: see makeStrict.`);
  return strict;
}

/** The playground links to the reference once there is one. */
function showLink() {
  const html = readFileSync(PLAYGROUND, 'utf8');
  writeFileSync(PLAYGROUND, html.replace(/(<a [^>]*href="\.\/api\/index\.html"[^>]*?) hidden(?:="")?/, '$1'));
}
