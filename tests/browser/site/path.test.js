// The path that every browser goes through the playground (tests/hosts/playground), in Chromium: every operator, mistakes beside their
// fields, the gallery, addresses, keys, real data and the documentation.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tabOf } from '../../hosts/drivers/tab.js';
import { PATH } from '../../hosts/playground/path.js';
import { KEEPING, serveDocumented, usePage } from '../page.js';

/** Complaints that the steps cause: they leave pages while these load, and read canvases. */
const OWN = /ERR_ABORTED$|willReadFrequently/;

describe('the path through the playground', () => {
  const place = usePage(serveDocumented, '', KEEPING);

  for (const { title, go } of PATH)
    it(title, async () => {
      const tab = tabOf(place.page, '', async () => {});
      await go(tab, place.site.url);
    });

  it('has not complained', () =>
    assert.deepEqual(
      place.complaints.filter((each) => !OWN.test(each)),
      [],
    ));
});
