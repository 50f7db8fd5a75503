/** JSON whose numbers keep their text, even numbers that a double cannot represent, or that are written as another. */

/** A double can change a number of 16 digits or more, or one with an exponent; minus zero is written as zero. */
const RISKY = /[\d.]{16}|\d[eE]|(?:^|[\s:,[])-0/;

/** Part of ECMAScript and of Node 24, but not yet of TypeScript's library. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

export const isExactNumber = (value: unknown): boolean => isRawJSON(value);

/** Like `JSON.parse`, but keeps the text of a number that a double would change. `JSON.stringify` writes that text. */
export function exactJson(text: string): unknown {
  return mayBend(text) ? JSON.parse(text, keepExact) : JSON.parse(text);
}

export const mayBend = (text: string): boolean => RISKY.test(text);

function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || sameNumber(source, value)) return value;
  return rawJSON(source);
}

function sameNumber(source: string, value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0) && normalise(source) === normalise(String(value));
}

/** The digits without padding zeros, and the power of ten of the last digit. A double always keeps the sign. */
function normalise(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return significant === '' ? '0' : `${significant}e${power}`;
}
