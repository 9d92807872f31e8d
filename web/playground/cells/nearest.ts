// Where elements are when a drag begins. What is dragged changes the page, so later points are compared with these places.

/** A place or an index, and where it is on the page. */
export type Box = { is: number; box: DOMRect };

export const boxesOf = <E extends Element>(elements: Iterable<E>, toNumber: (element: E) => number): Box[] =>
  Array.from(elements, (element) => ({ is: toNumber(element), box: element.getBoundingClientRect() }));

/**
 * @param boxes one at least
 * @returns what the box is that is nearest to a point
 */
export function nearest(boxes: readonly Box[], x: number, y: number): number {
  const far = ({ box }: Box) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return boxes.reduce((best, each) => (far(each) < far(best) ? each : best)).is;
}
