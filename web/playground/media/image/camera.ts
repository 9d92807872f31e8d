// The camera, frame by frame: a button that starts it, and stops it when it is pressed again. The last frame stays.
import { h } from '../../dom.ts';
import { toggle } from '../form.ts';
import type { Owner } from '../kind.ts';

const CONSTRAINTS = { video: { width: { ideal: 1280 }, facingMode: 'environment' } };

export function cameraButton(panel: Owner) {
  let isOn = false;
  const stop = () => {
    isOn = false;
  };
  const { element, set } = toggle(['Camera', 'Stop the camera'], () => (isOn ? stop() : start()));
  async function start() {
    isOn = true;
    try {
      if (!navigator.mediaDevices) throw new Error('The camera needs https or localhost.');
      const stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS).catch((error) => {
        const isRefused = error.name === 'NotAllowedError';
        throw new Error(isRefused ? 'The camera is not allowed here.' : 'No camera was found.');
      });
      set(true);
      const video = h('video', { muted: true, playsInline: true, srcObject: stream });
      await video.play();
      while (isOn) {
        const file = await createImageBitmap(video);
        if (isOn) await panel.take({ file, note: 'camera' });
        await new Promise(requestAnimationFrame);
      }
      for (const track of stream.getTracks()) track.stop();
    } catch (error) {
      panel.refuse((error as Error).message);
    }
    stop();
    set(false);
  }
  return { element, stop };
}
