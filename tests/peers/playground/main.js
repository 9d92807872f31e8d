// What the playground shows, in the hands of those it is for: the NumPy code is executed by NumPy, the ONNX nodes by ONNX Runtime,
// and what comes out is what the page shows. `npm test -- peers playground`; the calls are those of tests/node/page/states.js.

import { missed, runTool, Unavailable } from '../../../tools/common/failure.js';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { installGroup, versionOf } from '../../../tools/common/packages.js';
import { inRoot } from '../../../tools/common/paths.js';
import { printTable } from '../../../tools/common/table.js';
import { init } from '../../../web/lib/index.ts';
import { toResult } from '../../../web/playground/model/details.ts';
import { states } from '../../node/page/states.js';
import { askNumpy } from './numpy.js';
import { askOrt } from './ort.js';

/** @import { Result } from '../../../web/playground/model/result.ts' */

/**
 * What became of one result: '' all is well; `lacks`: the engine has no such thing; `wrong` otherwise.
 * @typedef {{ lacks?: string, wrong?: string }} Verdict
 */

/** @typedef {{ name: string, version: string | undefined, ask: (result: Result, title: string) => Promise<Verdict>, stop?: () => void }} Peer */

await runTool(async () => {
  await installGroup('tests/peers');
  await init();
  const numpy = await findNumpy();
  const python = numpy && startPython(numpy, inRoot('tests/peers/playground/execute.py'));
  /** @type {Peer[]} */
  const peers = [
    {
      name: 'NumPy',
      version: numpy?.version,
      ask: (result) => askNumpy(result, /** @type {NonNullable<typeof python>} */ (python)),
      stop: () => python?.stop(),
    },
    { name: 'ONNX Runtime', version: versionOf('tests/peers', 'onnxruntime-node'), ask: askOrt },
  ];
  const here = peers.filter(({ version }) => version);
  if (here.length === 0)
    throw new Unavailable('neither NumPy nor ONNX Runtime is here; npm test -- peers says why.');
  const rows = [];
  try {
    for (const peer of here) rows.push(await compare(peer));
  } finally {
    for (const peer of peers) peer.stop?.();
  }
  printTable([['what the playground gives away', 'same', 'lacking', 'wrong'], ...rows]);
  for (const { name } of peers.filter((each) => !here.includes(each)))
    missed(
      `${name} did not execute the playground's code`,
      'it is not installed; npm test -- peers says why',
    );
  return rows.some(([, same, , wrong]) => Number(wrong) > 0 || Number(same) === 0) ? 1 : 0;
});

/** @param {Peer} peer @returns {Promise<[string, number, number, number]>} */
async function compare({ name, version, ask }) {
  let [same, lacking, wrong] = [0, 0, 0];
  for (const { title, state } of states()) {
    const result = toResult(state);
    const verdict = await ask(result, title);
    if (verdict.wrong) console.log(`${name}: ${title}: ${verdict.wrong}`);
    if (verdict.wrong) wrong += 1;
    else if (verdict.lacks) lacking += 1;
    else same += 1;
  }
  return [`${name} ${version}`, same, lacking, wrong];
}
