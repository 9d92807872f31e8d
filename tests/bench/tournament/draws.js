// The draws of the tournament, by name.
import { jobOf } from './jobs.js';
import { usersJob } from './users.js';

/** @import { Job } from './jobs.js' */

/** @type {Record<string, (seed: number, id: number) => Job>} */
export const DRAWS = { random: jobOf, users: usersJob };

/** One job. @typedef {{ draw: string, seed: number, id: number }} Which */
