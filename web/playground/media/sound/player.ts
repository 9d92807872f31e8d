// Plays one sound at a time.

let context: AudioContext | undefined;
let playing: AudioBufferSourceNode | undefined;
let tellEnd = () => {};

/**
 * @param onEnd also when it is stopped
 * @returns seconds
 */
export async function play(file: Blob, onEnd: () => void): Promise<number> {
  context ??= new AudioContext();
  const buffer = await context.decodeAudioData(await file.arrayBuffer());
  stop();
  const source = new AudioBufferSourceNode(context, { buffer });
  source.addEventListener('ended', () => source === playing && stop());
  source.connect(context.destination);
  source.start();
  playing = source;
  tellEnd = onEnd;
  return buffer.duration;
}

export function stop() {
  playing?.stop();
  playing = undefined;
  tellEnd();
  tellEnd = () => {};
}
