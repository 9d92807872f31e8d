// WebKit, as WebKitGTK has it: its MiniBrowser behind WebKitWebDriver, by selenium-webdriver, on a screen that nobody sees.

import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { load } from '../../../tools/common/packages.js';
import { findWebKit } from '../../../tools/setup/browser.js';
import { Absent, addressOf, freePort, inTime, reported } from './driver.js';
import { begin, temporaryFolder } from './leftovers.js';

/** @import { Begun } from './leftovers.js' */

/** @type {import('./driver.js').Open} */
export async function openWebKit(site) {
  const { session, version, close } = await launch();
  return {
    version,
    visit: (place, policy) => reported(site, (visit) => session.get(addressOf(site, place, policy, visit))),
    close,
  };
}

/** @type {import('./tab.js').OpenTab} */
export async function openWebKitTab() {
  const { session, version, close } = await launch();
  const { By, Key } = load('tests/hosts', 'selenium-webdriver');
  const send = (/** @type {string} */ keys) => session.actions().sendKeys(keys).perform();
  return {
    version,
    goto: (url) => session.get(url),
    evaluate: (/** @type {unknown} */ inPage, /** @type {unknown} */ given) =>
      session.executeScript(
        typeof inPage === 'string' ? `return ${inPage}` : `return (${inPage})(...arguments)`,
        given,
      ),
    click: (selector) => session.findElement(By.css(selector)).click(),
    press: (key) => send(Key[key.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()]),
    type: send,
    close,
  };
}

/** Its driver's session, and how to end all that has been started for it. */
async function launch() {
  const programs = findWebKit();
  if (!programs)
    throw new Absent(
      'there is no WebKitGTK with its driver and Xvfb, and installing them needs root and Debian',
    );
  const { folder, remove } = temporaryFolder('webkit');
  /** @type {(() => Promise<unknown>)[]} */
  const toClose = [async () => remove()];
  const close = async () => {
    for (const end of toClose.splice(0).reverse()) await end();
  };
  try {
    const screen = begin(programs.screen, ['-displayfd', '1', '-nolisten', 'tcp']);
    toClose.push(screen.end);
    const number = await inTime(displayOf(screen), 'Xvfb has not started');
    const env = { DISPLAY: `:${number}`, HOME: folder, XDG_RUNTIME_DIR: folder, NO_AT_BRIDGE: '1' };
    const port = await freePort();
    const driver = begin(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], { env });
    toClose.push(driver.end);
    const url = `http://127.0.0.1:${port}`;
    await inTime(answering(driver, url), 'WebKitWebDriver has not started');
    const session = await inTime(openSession(url), 'WebKit has not started');
    toClose.push(() => inTime(session.quit(), 'WebKit has not ended').catch(() => {}));
    return { session, version: (await session.getCapabilities()).get('browserVersion'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {string} url */
function openSession(url) {
  const { Builder, Capabilities } = load('tests/hosts', 'selenium-webdriver');
  const wanted = new Capabilities()
    .set('browserName', 'MiniBrowser') // which the driver finds itself
    .set('timeouts', { script: HANGS_AFTER_MS, pageLoad: HANGS_AFTER_MS });
  return new Builder().usingServer(url).withCapabilities(wanted).build();
}

/** The number that Xvfb prints when it can be used. @param {Begun} screen @returns {Promise<string>} */
const displayOf = ({ child, ended, said }) =>
  new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(text.trim()));
    ended.then((code) => reject(new Error(`Xvfb has ended with ${code}: ${said()}`)));
  });

/** @param {Begun} driver @param {string} url */
async function answering({ child, said }, url) {
  while (!(await fetch(`${url}/status`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver has ended: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
