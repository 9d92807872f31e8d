// A page that uses all of the package loads no more than its budget, minified and compressed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BUDGET, COMPRESSORS, measure } from '../../package/size/size.js';

it('a page that uses everything stays within its budget', async () => {
  const sizes = await measure();
  for (const name of COMPRESSORS) {
    const bytes = sizes[name];
    assert.ok(bytes > 20_000, `${bytes}: that cannot be all of it`);
    assert.ok(
      bytes <= BUDGET[name],
      `${bytes} bytes (${name}), and ${BUDGET[name]} are allowed; see \`npm run test:package -- size\``,
    );
  }
});
