/** The codes that requests may name: what is refused, and that the pattern in the API's description refuses nothing that is accepted. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { countryCode } from '#lib/contract/country.ts';
import { currencyCode } from '#lib/contract/fields.ts';
import { CURRENCIES } from '#lib/domain/money.ts';

describe.each([
  { of: 'a country', schema: countryCode(), codes: ['NG', 'KE', 'GB', 'US'], others: ['XX', 'UK'] },
  { of: 'a currency', schema: currencyCode(), codes: [...CURRENCIES], others: ['XXX', 'XAU'] },
])('the code of $of', ({ schema, codes, others }) => {
  const pattern = new RegExp(String(z.globalRegistry.get(schema)?.['pattern']), 'u');
  const verdicts = (code: string) => [z.safeParse(schema, code).success, pattern.test(code)];

  it('is each that there is', () => {
    expect(codes.filter((code) => !verdicts(code).every(Boolean))).toEqual([]);
  });

  it.each(others)('is not %s', (code) => expect(verdicts(code)[0]).toBe(false));

  it.each([
    ['', ''],
    ['in small letters', (codes[0] ?? '').toLowerCase()],
    ['with a space', `${codes[0]} `],
    ['twice', `${codes[0]}${codes[0]}`],
    ['cut off', (codes[0] ?? '').slice(1)],
  ])('is none %s, for the pattern neither', (_how, code) => expect(verdicts(code)).toEqual([false, false]));
});
