// The machine that a file of results comes from.
import { cpus, loadavg, totalmem } from 'node:os';

/** The machine that the numbers come from. */
export const machine = () => ({
  cpu: `${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  system: `${process.platform} ${process.arch}`,
  node: process.version,
  load: loadavg()[0].toFixed(1),
});
