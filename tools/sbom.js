// `npm run sbom`: writes the bill of materials of the built package to build/sbom.cdx.json.
// tools/build/sbom.js says what is in it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD, readRecord } from './build/record.js';
import { sbomOf } from './build/sbom.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { BUILD, inRoot } from './common/paths.js';

await runTool(async () => {
  readArguments('sbom');
  const path = inRoot('web/dist', RECORD);
  if (!existsSync(path)) throw new Failure('there is no package yet; run npm run build first.');
  const bom = await sbomOf(readRecord(path));
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(join(BUILD, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`build/sbom.cdx.json: ${bom.components.map((/** @type {any} */ one) => one.name).join(', ')}`);
});
