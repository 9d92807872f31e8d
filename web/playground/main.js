// The playground: loads the library as any user does, then hands each panel its place in index.html. To add a panel,
// add a section there, a folder here and a line below.
import { init } from '../lib/index.js';
import { mountCutPanel } from './cut/panel.js';
import { find } from './dom.js';
import { mountImagePanel } from './image/panel.js';

const main = find(document, '#main', HTMLElement);
start().catch((error) => {
  const failure = find(document, '#failure', HTMLElement);
  failure.textContent = `Microtome could not start: ${error instanceof Error ? error.message : error}`;
  failure.hidden = false;
  main.hidden = true;
});

async function start() {
  await init();
  main.hidden = false;
  mountCutPanel(find(main, '#cut-form', HTMLFormElement), find(main, '#cut-result', HTMLElement));
  mountImagePanel(find(main, '#image-form', HTMLFormElement), find(main, '#image-result', HTMLElement));
}
