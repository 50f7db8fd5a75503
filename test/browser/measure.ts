/** Measures a page in the browser: whether it fits, whether its texts are readable, and where the focus is. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The number of pixels by which the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The texts with too little contrast, each with its ratio: https://www.w3.org/TR/WCAG22/#contrast-minimum. */
export const faintTexts = (page: Page): Promise<string[]> => page.evaluate(FAINT_TEXTS);

const FAINT_TEXTS = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (text === '') continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const found = ratio(light(numbers(color)), light(behind(element)));
    if (found < (isLarge ? 3 : 4.5)) faint.push(text + ' ' + found.toFixed(2));
  }
  return faint;
})()`;

/** The element that has the focus; `outline` is its width in pixels, and 0 when none is visible. */
export const focused = (page: Page): Promise<{ name: string; text: string; outline: number }> =>
  page.evaluate(`(() => {
    const { tagName, textContent } = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return { name: tagName, text: textContent, outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
  })()`);

/** What axe finds in light and dark mode, as "rule: element"; only colours differ in dark mode. */
export async function barriers(at: Page): Promise<string[]> {
  // The policy of the page allows no script of ours: the browser's own channel does.
  if (!(await at.evaluate('"axe" in window'))) await at.evaluate(axe.source);
  const found = (options: string): Promise<string[]> =>
    at.evaluate(`axe.run(${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);
  await at.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const inLight = await found('document');
  await at.emulateMedia({ colorScheme: 'dark' });
  return [...inLight, ...(await found("document, { runOnly: ['color-contrast'] }"))];
}
