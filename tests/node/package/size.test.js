// A page that uses all of the package loads no more than its budget, minified and gzipped.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BUDGET, measure } from '../../package/size/size.js';

it('a page that uses everything stays within its budget', async () => {
  const bytes = await measure();
  assert.ok(bytes > 20_000, `${bytes}: that cannot be all of it`);
  assert.ok(
    bytes <= BUDGET,
    `${bytes} bytes, and ${BUDGET} are allowed; see \`npm run test:package -- size\``,
  );
});
