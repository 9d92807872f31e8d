/** Makes an element of a drawing. */
export function svg(tag: string, attributes: Record<string, unknown>, ...children: Node[]) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
  element.append(...children);
  return element;
}
