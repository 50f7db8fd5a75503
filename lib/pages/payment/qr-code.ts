/** Draws a QR code as an SVG within the page, so that no image is loaded. */
import { encode } from 'uqr';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';

/** Encodes a text: one row of modules after the other, true for dark. */
export type EncodeQr = (text: string) => readonly (readonly boolean[])[];

/** Without a border: `qrCode` draws the light modules around it. */
export const encodeQr: EncodeQr = (text) => encode(text, { border: 0 }).data;

/** Scanners need this many light modules around the code. */
const QUIET = 4;

export function qrCode(rows: readonly (readonly boolean[])[], label: string): string {
  const size = rows.length + 2 * QUIET;
  return [
    `<svg role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${rows.map(lines).join('')}"/></svg>`,
  ].join('');
}

/** A line for each run of dark modules. Moves are relative to the end of the last line, which makes them short. */
function lines(row: readonly boolean[], index: number): string {
  let drawn = '';
  let at = 0;
  for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, at)) {
    const end = row.indexOf(false, from);
    const to = end === -1 ? row.length : end;
    drawn += drawn === '' ? `M${from + QUIET} ${index + QUIET}.5` : `m${from - at} 0`;
    drawn += `h${to - from}`;
    at = to;
  }
  return drawn;
}
