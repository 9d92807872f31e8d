// The files that every host cuts with `microtome/source`: the servers that have them, and what must come of it.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../tools/common/paths.js';
import { FILES, HELD } from '../support/format_files.js';
import { startRangeServer } from '../support/range_server.js';

/** @import { Answer } from '../support/range_server.js' */
/** @import { Report } from './inside/run.js' */

/** The file that is cut. */
export const FIXTURE = 'tests/support/fixtures/formats.json';

const ANYWHERE = ['Uint8Array', 'reader', 'Blob', 'File', 'URL', 'hidden headers', 'save', 'formats'];

/** What `inside/files.js` must do in a place. AudioWorklets cannot read files. @param {string} place */
export const inBrowsers = (place) =>
  place === 'audio_worklet' ? ['refusal'] : [...ANYWHERE, 'FileSystemFileHandle'];
/** WebKitGTK has no private file system; its AudioWorklets have streams, but no files. @param {string} place */
export const inWebKit = (place) => (place === 'audio_worklet' ? ['Uint8Array', 'reader', 'save'] : ANYWHERE);
/** Node and those like it. */
export const inCommands = () => [...ANYWHERE, 'FileHandle', 'file: URL'];

/** The first part of a file, and the bytes of the cut: no preflight, and nothing else. */
const ASKED = 'GET bytes=0-65535, GET bytes=80001-89997';

/** @param {Answer} answer */
const show = ({ headers }) => {
  headers['access-control-expose-headers'] = 'Content-Range, ETag, Last-Modified';
};

export async function startFiles() {
  const bytes = readFileSync(inRoot(FIXTURE));
  const byPath = Object.fromEntries(Object.entries(FILES).map(([name, content]) => [`/${name}`, content]));
  const [shown, hidden, formats] = await Promise.all([
    startRangeServer(bytes, show),
    startRangeServer(bytes),
    startRangeServer(byPath, show),
  ]);
  return {
    /** @type {import('./inside/files.js').Files} */
    job: {
      text: bytes.toString('latin1'),
      shown: shown.url,
      hidden: hidden.url,
      formats: formats.url,
      held: HELD,
    },

    /**
     * Says what went wrong in a host, once it has finished; '' if nothing did.
     * @param {Report} report
     * @param {readonly string[]} expected
     */
    problemOf({ files = [] }, expected) {
      const asked = shown.seen.splice(0).map(({ method, range }) => `${method} ${range}`);
      const [is, should] = [files, expected].map((names) => [...names].sort().join(', '));
      if (is !== should) return `files: ${is || 'nothing'} instead of ${should}`;
      if (expected.includes('URL') && asked.join(', ') !== ASKED) return `the server saw ${asked.join(', ')}`;
      return '';
    },

    close: () => Promise.all([shown, hidden, formats].map((server) => server.close())),
  };
}
