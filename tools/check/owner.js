// Who publishes the package, and where reports go: `homepage`, `repository` and `bugs` in package.json are the only place.
// Addresses at fill-in.invalid are not filled in yet. npm runs this before it publishes; the release workflow does, too.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../common/paths.js';

/** A name that no server can ever have (RFC 2606). */
const MARK = 'fill-in.invalid';
const FIELDS = ['homepage', 'repository', 'bugs'];

/** @typedef {{ homepage?: string, repository?: string | { url: string }, bugs?: { url: string, email: string } }} Manifest */

/** @returns {Manifest} */
const readManifest = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** The fields that nobody has filled in. @param {Manifest} manifest */
export const unfilled = (manifest) =>
  FIELDS.filter((name) => {
    const value = JSON.stringify(Reflect.get(manifest, name) ?? MARK);
    return value.includes(MARK);
  });

/** An address as a browser opens it; '' if it is not filled in. @param {Manifest} manifest @param {'homepage' | 'repository'} name */
export function addressIn(manifest, name) {
  const value = manifest[name] ?? '';
  const address = typeof value === 'string' ? value : value.url;
  return address.includes(MARK) ? '' : address.replace(/^git\+|\.git$/g, '');
}

/** SECURITY.md's first words: where to report a vulnerability. */
export function securityContact(manifest = readManifest()) {
  const { repository, bugs } = manifest;
  if (unfilled(manifest).length > 0 || !repository || !bugs)
    return 'There is no address for reports yet. Whoever publishes the first release must name it ([RELEASING.md](RELEASING.md#once)).';
  const page = addressIn(manifest, 'repository');
  return `Please report a vulnerability privately: [on its page](${page}/security/advisories/new), or to <${bugs.email}>.`;
}

/** CONTRIBUTING.md's: where issues are. */
export function issuesPlace(manifest = readManifest()) {
  if (unfilled(manifest).length > 0 || !manifest.bugs)
    return 'There is no list of issues yet. Whoever publishes the first release must name it ([RELEASING.md](RELEASING.md#once)).';
  return `Issues are [here](${manifest.bugs.url}).`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = unfilled(readManifest());
  if (missing.length > 0) {
    console.error(
      `package.json: fill in ${missing.join(', ')}, then run \`node tools/generate.js\`. RELEASING.md says how.`,
    );
    process.exitCode = 1;
  }
}
