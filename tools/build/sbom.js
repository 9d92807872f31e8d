// The software bill of materials of a release, as CycloneDX: the output of `npm sbom` for the package, and the
// third-party code in its WebAssembly module and in Emscripten's script around it, about which npm does not know.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.js';
import { BUILD, inRoot } from '../common/paths.js';
import { capture } from '../common/run.js';
import { LIBRARIES, SCRIPT } from './libraries.js';
import { RECORD, readRecord } from './record.js';

/** Writes that of the built package to build/sbom.cdx.json. */
export async function writeSbom() {
  const path = inRoot('web/dist', RECORD);
  if (!existsSync(path)) throw new Failure('there is no package yet; run npm run build first.');
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(join(BUILD, 'sbom.cdx.json'), `${JSON.stringify(await sbomOf(readRecord(path)), null, 2)}\n`);
}

/**
 * @param {import('./record.js').BuildRecord} record of the module in the package
 * @returns {Promise<Record<string, any>>}
 */
export async function sbomOf(record) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { code, out, all } = await capture('npm', args);
  if (code !== 0) throw new Failure(`npm sbom failed:\n${all.trim()}`);
  const bom = JSON.parse(out);
  const { component } = bom.metadata;
  component.name = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).name; // npm takes the folder's
  const module = {
    'bom-ref': 'microtome.wasm',
    type: 'file',
    name: 'microtome.wasm',
    hashes: [{ alg: 'SHA-256', content: record.sha256 }],
  };
  const linked = LIBRARIES.filter(({ name }) => name in record.libraries);
  const components = [
    module,
    partOf(SCRIPT, record.tools.Emscripten),
    ...linked.map((library) => partOf(library, record.libraries[library.name])),
  ];
  bom.components.push(...components);
  const own = bom.dependencies.find((/** @type {any} */ { ref }) => ref === component['bom-ref']);
  own.dependsOn.push(...components.map((part) => part['bom-ref']));
  return bom;
}

/** @param {{ name: string, license: string }} part @param {string} version */
const partOf = ({ name, license }, version) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  licenses: [{ expression: license }],
});
