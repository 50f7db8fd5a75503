/** A part of what is left: where it is offered, which sums are parts, and what a click asks for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '#lib/domain/payment/part.ts';
import { readClick } from '#lib/pages/payment/ways.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { aView, type Given, IN_FRENCH, page, read } from './a-view.ts';
import { received } from './an-entry.ts';

const takesParts: Given = { account: { partPayments: 'on' } };
const naira = (minor: number) => ({ minor, currency: 'NGN' });

describe('the form of a part', () => {
  it('is there where the merchant takes parts, and says which', () => {
    const html = page(takesParts);
    expect(html).toContain(
      'name="part" type="number" inputmode="decimal" step="0.01" min="4500" max="45000" required>',
    );
    expect(read(html)).toContain('Please enter at least NGN 4,500.00, and less than NGN 45,000.00.');
    expect(read(page({ ...takesParts, collection: IN_FRENCH })).join()).toContain('Payer une partie');
  });

  it.each<[string, Given]>([
    ['the merchant takes all that is left', {}],
    ['no provider takes it', { ...takesParts, providers: [] }],
    ['nothing less can be paid', { ...takesParts, collection: { amount: naira(1) } }],
    ['it is paid', { ...takesParts, collection: { status: 'completed' } }],
  ])('is not there where %s', (_why, given) => {
    expect(page(given)).not.toContain('name="part"');
  });

  it('is about what is left', () => {
    const html = page({ ...takesParts, entries: [received(2_500_000)] });
    expect(html).toContain('min="2000" max="20000"');
  });

  it('says why a part is refused', () => {
    expect(page(takesParts, { kind: 'no_part' })).toContain('role="alert">Please enter at least');
    expect(page({}, { kind: 'no_part' })).not.toContain('alert');
  });
});

describe('a click', () => {
  const click = (part: string, given: Given = takesParts) =>
    readClick(new URLSearchParams({ method: 'checkout', part }), aView(given));

  it.each(['4500', ' 20000 ', '44999.99'])('%j asks for that part', (part) => {
    expect(click(part)).toEqual({ method: 'checkout', part: naira(Math.round(Number(part) * 100)) });
  });

  it('for all that is left asks for no part', () => {
    expect(click('45000')).toEqual({ method: 'checkout' });
  });

  it.each(['', '0', '4499.99', '45000.01', '-5000', '5e3', '5,000', '5000.001', 'NaN', '1e400', '9'.repeat(400)])(
    '%j is unclear',
    (part) => {
      expect(click(part)).toBe('unclear');
    },
  );

  it('for a part leads nowhere where no part is taken any more', () => {
    expect(click('20000', {})).toBeUndefined();
  });
});

it('is a tenth at least, in every currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.constantFrom('NGN', 'XOF', 'KWD'), (minor, currency) => {
      const least = partsOf({ ...anAccount(), partPayments: 'on' }, { minor, currency })?.least.minor;
      expect(least).toBe(minor === 1 ? undefined : Math.ceil(minor / 10));
    }),
  );
});
