/** Numbers of metadata come back with every digit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactJson, isExactNumber } from '#lib/domain/exact-json.ts';

const echo = (text: string): string => JSON.stringify(exactJson(text));

describe('a number in JSON', () => {
  it.each([
    '12345678901234567890',
    '-12345678901234567890',
    '1e400',
    '-1E400',
    '1e-400',
    '0.12345678901234567890123',
    '123456789.123456785',
    '12345678.123456789',
    '9007199254740993',
    '100000000000000000000000.5',
    '1.7976931348623159e308',
    '12345678901234567890e5',
    '-0',
    '-0.0',
    '-0e5',
    '-1e-400',
  ])('the number %s, which no double can hold, comes back as it was written', (text) => {
    expect(echo(`{"n":[${text}]}`)).toBe(`{"n":[${text}]}`);
    expect(isExactNumber(exactJson(text))).toBe(true);
  });

  it.each([
    ['1e2', 100],
    ['1.50', 1.5],
    ['1000000000000000000000', 1e21],
    ['0.0000000000000000', 0],
    ['0e999999999', 0],
    ['-0.5', -0.5],
    ['1.5E+3', 1500],
    ['9007199254740992', 9007199254740992],
    ['123456789012345.0', 123456789012345],
    ['0.00000000000000001', 1e-17],
  ])('the number %s is read as the double %d', (text, number) => {
    expect(exactJson(text)).toBe(number);
  });

  it('a JSON number with any number of digits keeps its value', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,29}$/);
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -40, max: 40 }), (whole, fraction, exponent) => {
        for (const text of [whole, `${whole}.${fraction}`, `0.${fraction}`, `${whole}.${fraction}e${exponent}`]) {
          expect(decimalValue(echo(text)), text).toEqual(decimalValue(text));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('digits inside a JSON string stay as they are', () => {
    expect(exactJson('{"a":"12345678901234567890 and 1e400"}')).toEqual({ a: '12345678901234567890 and 1e400' });
  });

  it('exact JSON that is read a second time stays the same', () => {
    const text = '{"a":1e400,"b":[12345678901234567890,{"c":0.1}]}';
    expect(echo(echo(text))).toBe(text);
  });
});

describe('any other JSON', () => {
  it('JSON without risky numbers is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(echo(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it.each(['', '{', '01', '1e', 'NaN', "{'a':1}", '[1,]'])('the text %j is refused, because it is not JSON', (text) => {
    expect(() => exactJson(text)).toThrow(SyntaxError);
  });
});

function decimalValue(decimal: string): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  let digits = BigInt(whole + fraction);
  let power = Number(exponent) - fraction.length;
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n;
    power += 1;
  }
  return { digits, power };
}

it.each([
  ['-5e-1', -0.5],
  ['-0.10e1', -1],
])('a negative number that a double holds, %s, is that double', (text, number) => {
  expect(exactJson(text)).toBe(number);
});
