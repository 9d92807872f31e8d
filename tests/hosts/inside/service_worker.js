// A service worker, which lives at least until it has answered.
import { answer } from './answer.js';

addEventListener('message', (event) => /** @type {any} */ (event).waitUntil(answer(event)));
