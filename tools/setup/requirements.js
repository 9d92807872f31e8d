// What the machine must have, because set-up does not install it. One sentence names everything that is
// missing.
import { Failure, Unavailable } from '../common/failure.js';
import { findProgram } from '../common/run.js';

const OLDEST_NODE = 20;

/** any: the program is there under one of these names; debian: the package that has it */
const REQUIRED = [
  { any: ['g++', 'clang++', 'c++'], debian: 'g++' },
  { any: ['cmake'], debian: 'cmake' },
  { any: ['ninja'], debian: 'ninja-build' },
  { any: ['python3'], debian: 'python3' },
  { any: ['npm'], debian: 'npm' },
];

export function checkRequirements() {
  const node = Number(process.versions.node.split('.')[0]);
  if (node < OLDEST_NODE)
    throw new Failure(
      `Node ${OLDEST_NODE} or later is needed, but this is ${process.version}; take one from https://nodejs.org/en/download.`,
    );
  const missing = REQUIRED.filter(({ any }) => !findProgram(...any));
  if (missing.length === 0) return;
  const names = missing.map(({ any }) => any[0]).join(', ');
  const packages = missing.map(({ debian }) => debian).join(' ');
  throw new Unavailable(`PATH has no ${names}; on Debian, run: sudo apt-get install ${packages}.`);
}
