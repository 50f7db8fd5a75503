/** Images of logos for tests. */
import { encode } from 'fast-png';

/** In base64. */
export const aPng = ({ width = 120, height = 40 } = {}): string =>
  Buffer.from(encode({ width, height, channels: 1, data: new Uint8Array(width * height) })).toString('base64');

export const anSvg = (inside = '<path d="M0 0h10"/>', attributes = 'viewBox="0 0 120 40"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
