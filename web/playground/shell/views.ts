// Which view is shown: the first word of the hash, or the cut if there is none. What follows the word belongs to the view. To add a
// view, add a section to ../index.html, a link to its header, and a row here.

export type ViewName = 'cut' | 'examples' | 'media';

/** The first is the default. */
export const VIEWS: readonly ViewName[] = ['cut', 'examples', 'media'];

/** `#media`, `#media&picture=planes`, `#op=Split&...`, ``. @param hash with or without its '#' */
export function viewOf(hash: string): ViewName {
  const [word] = hash.replace(/^#/, '').split('&');
  return VIEWS.find((name) => name === word) ?? VIEWS[0];
}
