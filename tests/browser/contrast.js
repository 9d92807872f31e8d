// How readable text is on the page, as WCAG counts it.

/** @import { Page } from 'playwright-core' */

/**
 * The least contrast (WCAG's) of text on its ground among these elements, and how light the first one's ground is.
 * @param {Page} page
 * @param {string} selector
 */
export function contrastOf(page, selector) {
  return page.locator(selector).evaluateAll((elements) => {
    const numbers = (/** @type {string} */ colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (/** @type {string} */ colour) => {
      const [r, g, b] = numbers(colour).map((value) => {
        return value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** @type {(element: Element | null) => string} */
    const ground = (element) => {
      const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
      return numbers(colour)[3] === 0 ? ground(element?.parentElement ?? null) : colour;
    };
    const contrasts = elements.map((element) => {
      const [dark, light] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort(
        (a, b) => a - b,
      );
      return (light + 0.05) / (dark + 0.05);
    });
    return { least: Math.min(...contrasts), ground: luminance(ground(elements[0])) };
  });
}
