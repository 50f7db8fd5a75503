/** JSON whose numbers come back exactly as they were written, even those a double cannot hold. */

/** A number of 16 digits and more, or with an exponent, may lose something on the way through a double. */
const RISKY = /[\d.]{16}|\d[eE]/;

/** Part of ECMAScript and of Node 24, not yet of the compiler's library. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** Whether a value stands for a number that is kept as its text. */
export const isExactNumber = (value: unknown): boolean => isRawJSON(value);

/** Like `JSON.parse`; a number that would change is kept as its text, and `JSON.stringify` writes that text again. */
export function exactJson(text: string): unknown {
  return mayBend(text) ? JSON.parse(text, keepExact) : JSON.parse(text);
}

/** Whether plain `JSON.parse` could change a number of this text. */
export const mayBend = (text: string): boolean => RISKY.test(text);

function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || sameNumber(source, value)) return value;
  return rawJSON(source);
}

/** Whether a number's text and its double are the same decimal. */
function sameNumber(source: string, value: number): boolean {
  return Number.isFinite(value) && normalise(source) === normalise(String(value));
}

/** A decimal's digits without padding zeros, and the power of ten of the last one; its sign never bends. */
function normalise(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return significant === '' ? '0' : `${significant}e${power}`;
}
