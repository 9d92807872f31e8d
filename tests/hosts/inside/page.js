// The page that every browser opens. Its address says in which place the job is to be done, and under which policy a worker is
// to be loaded; the report goes to the site. To add a kind of place, add a row to PLACES, and one to ../places.js.

/** @import { Job, Report } from './run.js' */

/** @typedef {{ postMessage(message: any, transfer: Transferable[]): void }} Receiver of messages */
/** @typedef {(file: string) => string} At address of a file here, under the policy of the place */

/** Each does the job in its place. @type {Record<string, (job: Job, at: At) => Promise<Report>>} */
const PLACES = {
  page: async (job) => (await import('./run.js')).run(job),

  slim: async (job) => (await import('./run_slim.js')).runSlim(job),

  worker(job, at) {
    const worker = new Worker(at('worker.js'), { type: 'module' });
    return ask(worker, job, worker);
  },

  shared_worker(job, at) {
    const worker = new SharedWorker(at('shared_worker.js'), { type: 'module' });
    return ask(worker.port, job, worker);
  },

  async service_worker(job, at) {
    const { serviceWorker } = navigator;
    const { installing, waiting, active } = isExtension
      ? await serviceWorker.ready // the manifest has registered it
      : await serviceWorker.register(at('service_worker.js'), { type: 'module' });
    const worker = /** @type {ServiceWorker} */ (installing ?? waiting ?? active);
    return ask(worker, job, worker);
  },

  async audio_worklet(job, at) {
    const context = new OfflineAudioContext(1, 128, 44100); // needs no sound card
    await context.audioWorklet.addModule(at('audio_worklet.js'));
    const node = new AudioWorkletNode(context, 'microtome');
    const wasm = await fetch(at('../../../web/dist/microtome.wasm'));
    const module = await WebAssembly.compileStreaming(wasm).catch(() => undefined); // not under every policy
    return ask(node.port, job, node, module);
  },
};

/**
 * @param {Receiver} receiver
 * @param {Job} job
 * @param {EventTarget} fallible
 * @param {WebAssembly.Module} [module] for `init`, where the place cannot unpack the inlined one
 * @returns {Promise<Report>}
 */
function ask(receiver, job, fallible, module) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data);
    for (const kind of ['error', 'processorerror']) {
      fallible.addEventListener(kind, (event) =>
        reject(new Error(`${event.type}: ${/** @type {any} */ (event).message ?? 'it could not be loaded'}`)),
      );
    }
    receiver.postMessage({ job, module, port: port2 }, [port2]);
  });
}

const isExtension = location.protocol === 'chrome-extension:';
const asked = new URL(location.href).searchParams;
const site = asked.get('site') ?? '';
const at = (/** @type {string} */ file) =>
  new URL(file, new URL(asked.get('base') ?? '', location.href)).href;

/** @returns {Promise<Report>} */
async function visit() {
  try {
    const job = await (await fetch(`${site}/job`)).json();
    const report = await PLACES[asked.get('place') ?? ''](job, at);
    return report.signs ? { ...report, signs: { ...report.signs, isolated: crossOriginIsolated } } : report;
  } catch (error) {
    return { broken: String(error) };
  }
}

await fetch(`${site}/reports/${asked.get('visit')}`, { method: 'POST', body: JSON.stringify(await visit()) });
document.title = 'done';
