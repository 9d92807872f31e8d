// One row in a process of its own, so that no code has seen other rows' types and no contestant survives its row. fork.js starts it;
// its argument is a request, and it prints the row.
import { peersNamed } from '../peers/peers.js';
import { chosen } from '../rows/workloads.js';
import { CONTESTANTS, makeJob } from './contestants.js';
import { measureRow } from './measure.js';

/**
 * @typedef {object} Request
 * @property {string} id of a row
 * @property {string[]} [peers]
 * @property {number} rounds
 */

/** @type {Request} */
const { id, peers = [], rounds } = JSON.parse(process.argv[2]);
const contestants = [...CONTESTANTS, ...peersNamed(peers)];
const row = await measureRow(makeJob(chosen([id])[0]), contestants, rounds);
console.log(JSON.stringify(row));
process.exit();
