// A service worker, which lives at least until it has answered. It may not import readers of files later.
import '../../../web/dist/formats.js';
import { answer } from './answer.js';

addEventListener('message', (event) => /** @type {any} */ (event).waitUntil(answer(event)));
