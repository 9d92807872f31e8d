// Where elements are when a drag begins. What is dragged changes the page, so later points are compared with these places.

/** @typedef {{ is: number, box: DOMRect }} Box a place or an index, and where it is on the page */

/**
 * @template {Element} E
 * @param {Iterable<E>} elements
 * @param {(element: E) => number} toNumber
 * @returns {Box[]}
 */
export const boxesOf = (elements, toNumber) =>
  Array.from(elements, (element) => ({ is: toNumber(element), box: element.getBoundingClientRect() }));

/**
 * @param {readonly Box[]} boxes one at least
 * @param {number} x
 * @param {number} y
 * @returns {number} what the box is that is nearest to a point
 */
export function nearest(boxes, x, y) {
  const far = (/** @type {Box} */ { box }) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return boxes.reduce((best, each) => (far(each) < far(best) ? each : best)).is;
}
