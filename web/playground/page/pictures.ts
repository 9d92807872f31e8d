// Pictures as pixels, and the one that is shown.

/** `url`: where the code reads it. */
export type Pixels = { name: string; url: string; width: number; height: number; data: Uint8ClampedArray };

/** @param url of an SVG or any other picture that the page may read */
export async function readPicture(url: string, name: string): Promise<Pixels> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return toPixels(image, { name, url, width: image.naturalWidth, height: image.naturalHeight });
}

export function toPixels(image: CanvasImageSource, about: Omit<Pixels, 'data'>): Pixels {
  const { width, height } = about;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  return { ...about, data: context.getImageData(0, 0, width, height).data };
}

/** The picture that is shown: the page's own, or one that was opened here, which no link and no reload brings back. */
export class Picture {
  own;
  shown;

  constructor(own: Pixels) {
    this.own = own;
    this.shown = own;
  }

  get isOwn() {
    return this.shown === this.own;
  }

  get dims() {
    return `${this.shown.height}, ${this.shown.width}, 4`;
  }

  /** For code. One that was opened has no address. */
  get where(): Omit<Pixels, 'data'> {
    const { url } = this.shown;
    return { ...this.shown, url: this.isOwn ? new URL(url, location.href).href : url };
  }

  /** The name of the one that was shown before the page was loaded again, if it is lacking. */
  readonly lost = typeof history.state === 'string' ? history.state : '';

  /** Notes in the entry of the history what a page that is loaded again will lack. */
  note() {
    const name = this.isOwn ? null : this.shown.name;
    if (history.state !== name) history.replaceState(name, '');
  }
}
