/** Amounts and times in each language, the token in a page's address, and the links that a page may open. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHash, isOurLink, parseLinkToken } from '#lib/domain/ids.ts';
import { wayTo } from '#lib/domain/payment/order.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import { amountText, dateText, instantText } from '#lib/pages/payment/elements.ts';
import { aCollection } from '#test/support/a-collection.ts';

describe('an amount', () => {
  it.each([
    [{ minor: 4_500_000, currency: 'NGN' }, 'NGN 45,000.00', '45_000,00 NGN'],
    [{ minor: 5, currency: 'NGN' }, 'NGN 0.05', '0,05 NGN'],
    [{ minor: 1_234_567, currency: 'XOF' }, 'XOF 1,234,567', '1_234_567 XOF'],
    [{ minor: 1_234_567, currency: 'TND' }, 'TND 1,234.567', '1_234,567 TND'],
  ])('the amount %j is written as %s in English and as %s in French', (money, english, french) => {
    expect(amountText(money, 'en')).toBe(english.replace(' ', '\u00a0'));
    expect(amountText(money, 'fr')).toBe(french.replaceAll('_', '\u202f').replace(' ', '\u00a0'));
  });
});

describe('a time', () => {
  it.each([
    [['Africa/Lagos'], 'Fri 20 Nov, 13:05'],
    [['UTC'], 'Fri 20 Nov, 12:05 (UTC)'],
    [['Africa/Kinshasa', 'Africa/Lubumbashi'], 'Fri 20 Nov, 13:05 (UTC+1)'],
    [['America/New_York', 'America/Los_Angeles'], 'Fri 20 Nov, 07:05 (UTC−5)'],
    [['Asia/Kolkata', 'UTC'], 'Fri 20 Nov, 17:35 (UTC+5:30)'],
    [[], 'Fri 20 Nov, 12:05 (UTC)'],
  ])('a time for the zones %j is written as %s', (zones, text) => {
    const now = new Date('2026-11-19T00:00:00.000Z');
    expect(instantText('2026-11-20T12:05:59.000Z', { zones, language: 'en', now })).toBe(text);
  });

  it.each([
    ['2026-12-31T22:59:00.000Z', 'Thu 31 Dec, 23:59', 'jeu. 31 déc. à 23:59'],
    ['2026-12-31T23:00:00.000Z', '1 Jan 2027, 00:00', '1 janv. 2027 à 00:00'],
    ['2027-11-20T12:05:59.000Z', '20 Nov 2027, 13:05', '20 nov. 2027 à 13:05'],
  ])('%s has its year, if it is in another one where the payer is', (instant, english, french) => {
    const reading = { zones: ['Africa/Lagos'], now: new Date('2026-11-20T12:05:59.000Z') };
    expect(instantText(instant, { ...reading, language: 'en' })).toBe(english);
    expect(instantText(instant, { ...reading, language: 'fr' })).toBe(french);
  });
});

describe('the time of a payment', () => {
  it.each([
    [['Africa/Lagos'], '20 Nov 2026, 13:05 (UTC+1)', '20 nov. 2026 à 13:05 (UTC+1)'],
    [['America/New_York', 'America/Los_Angeles'], '20 Nov 2026, 07:05 (UTC−5)', '20 nov. 2026 à 07:05 (UTC−5)'],
    [['Asia/Kolkata'], '20 Nov 2026, 17:35 (UTC+5:30)', '20 nov. 2026 à 17:35 (UTC+5:30)'],
    [[], '20 Nov 2026, 12:05 (UTC)', '20 nov. 2026 à 12:05 (UTC)'],
  ])('the time of a payment for the zones %j has the year and the offset: %s', (zones, english, french) => {
    expect(dateText('2026-11-20T12:05:59.000Z', zones, 'en')).toBe(english);
    expect(dateText('2026-11-20T12:05:59.000Z', zones, 'fr')).toBe(french);
  });
});

describe('a token', () => {
  const { id, ref } = aCollection();
  const token = payPageUrl('', ref, deriveHash('salt', 'pay', id)).replace('/pay/', '');

  it('a page token leads to its collection, and is ours with the account’s salt only', () => {
    const parsed = parseLinkToken(token);
    expect(parsed?.ref).toEqual(ref);
    expect(parsed && [isOurLink(parsed, 'pay', 'salt'), isOurLink(parsed, 'pay', 'pepper')]).toEqual([true, false]);
  });

  it('a page token made for another use is not ours', () => {
    const parsed = parseLinkToken(`${ref.account}${ref.hash}${deriveHash('salt', 'optout', id)}`);
    expect(parsed && isOurLink(parsed, 'pay', 'salt')).toBe(false);
  });

  it('a page token with one changed letter is not ours or is no token', () => {
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'),
        (at, letter) => {
          fc.pre(token[at] !== letter);
          const parsed = parseLinkToken(token.slice(0, at) + letter + token.slice(at + 1));
          return parsed === undefined || !isOurLink(parsed, 'pay', 'salt');
        },
      ),
    );
  });

  it.each(['', 'nonsense', token.slice(1), `${token}0`, token.toUpperCase(), '%00', 'é'.repeat(60), ' '.repeat(60)])(
    '%j is no page token',
    (text) => {
      expect(parseLinkToken(text)).toBeUndefined();
    },
  );
});

describe('a provider’s link', () => {
  const HOSTS = ['https://checkout.pay.example', 'https://*.flow.example', 'http://127.0.0.1:4000'];

  it.each([
    ['https://checkout.pay.example/abc?d=1', 'redirect'],
    ['https://a.b.flow.example/', 'redirect'],
    ['http://127.0.0.1:4000/checkout/1', 'redirect'],
    ['https://flow.example/', 'link'],
    ['https://evilflow.example/', 'link'],
    ['https://checkout.pay.example:8443/', 'link'],
    ['https://checkout.pay.example.evil.example/', 'link'],
    ['http://checkout.pay.example/', undefined],
    ['http://a.flow.example/', undefined],
    ['http://127.0.0.1:4001/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//checkout.pay.example/', undefined],
    ['/checkout', undefined],
    ['', undefined],
  ])('the way to the provider’s link %j is %s', (link, way) => {
    expect(wayTo(link, HOSTS)).toBe(way);
  });
});
