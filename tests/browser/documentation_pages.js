// What the tests of the documentation have in common: its pages, and the policy under which they work.
import { POLICY } from '../../tools/build/site.js';
import { filesUnder } from '../../tools/common/files.js';

/** Where `npm run build -- docs` puts them. */
export const SITE = 'build/site/';

export const DOCUMENTATION_PAGES = filesUnder(SITE, /\.html$/).map((path) => path.slice(SITE.length));

const [EMPTY_STYLE] = /'sha256-[^']+'/.exec(POLICY) ?? [];

/** A policy that also lets the style element without content be. @param {string} policy */
export const withEmptyStyle = (policy) =>
  policy.replace("style-src 'self'", `style-src 'self' ${EMPTY_STYLE}`);
