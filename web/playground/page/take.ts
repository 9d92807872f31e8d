// Reads a file or a text that was dropped, pasted or picked: it is a picture, a tensor, or a file whose tensors are listed.
import { stateOfText } from '../model/paste.ts';
import type { State } from '../model/state.ts';
import { type Pixels, readPicture, toPixels } from './pictures.ts';
import { sayBytes, sayNumber } from './say.ts';

type Taken = { picture: Pixels } | { state: State; note: string } | { file: File; isSound: boolean };

const LARGEST_TEXT = 2 ** 25;
const MOST_READ = 4096;
/** Pixels; more need more memory than a page should take. */
const MOST_PIXELS = 40e6;
/** The first bytes of pictures and of WAV files, in hexadecimal. */
const PICTURE = /^(89504e47|ffd8ff|47494638|424d.{8}0{8}|52494646.{8}57454250|.{8}6674797061766966)/;
const SOUND = /^52494646.{8}57415645/;

/** The first bytes of a PDF. */
const PDF = '25504446';
const CAN_BE_OPENED = 'You can open pictures, .npy, .npz, .safetensors, .onnx, .gguf, .wav, CSV and JSON.';

/** @param text if there is no file @throws {RangeError} what is wrong with it */
export async function take(file: File | undefined, text: string, before: State): Promise<Taken> {
  if (!file) return stateOfText(text, before);
  const { name, size } = file;
  if (size === 0) throw new RangeError(`${name} is empty.`);
  const bytes = new Uint8Array(await file.slice(0, MOST_READ).arrayBuffer());
  const begin = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (PICTURE.test(begin) || file.type.startsWith('image/')) return { picture: await openPicture(file) };
  const isText = bytes.every((byte) => byte >= 32 || (byte > 8 && byte < 14)); // no control characters
  if (begin.startsWith(PDF)) throw new RangeError(`${name} is a PDF, and has no tensors. ${CAN_BE_OPENED}`);
  if (!isText) return { file, isSound: SOUND.test(begin) };
  if (/^\s*<(!doctype )?html/i.test(new TextDecoder().decode(bytes)))
    throw new RangeError(`${name} is a web page, which servers send when a file is not there.`);
  const most = sayBytes(LARGEST_TEXT);
  if (size > LARGEST_TEXT)
    throw new RangeError(`${name} has ${sayBytes(size)}; at most ${most} of text can be read.`);
  try {
    return stateOfText(await file.text(), before);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${name} is no table: ${error.message}. ${CAN_BE_OPENED}`);
  }
}

/** @throws {RangeError} what is wrong with the file */
async function openPicture(file: File): Promise<Pixels> {
  const name = file.name || 'pasted.png';
  if (file.type === 'image/svg+xml') {
    const url = URL.createObjectURL(file);
    const picture = await readPicture(url, name).catch(() => null);
    URL.revokeObjectURL(url);
    if (picture) return { ...picture, url: name };
    throw new RangeError(`${name} cannot be drawn; give it a width and a height, or save it as a PNG.`);
  }
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) throw new RangeError(`${name} is damaged, or is no picture.`);
  const { width, height } = bitmap;
  const pixels = width * height <= MOST_PIXELS ? toPixels(bitmap, { name, url: name, width, height }) : null;
  bitmap.close();
  if (pixels) return pixels;
  const most = sayNumber(MOST_PIXELS);
  throw new RangeError(`${name} has ${width} by ${height} pixels; at most ${most} can be opened.`);
}
