/**
 * What the payment page has in several states: the merchant's contact, a QR code of its address, and a form for paper.
 * What can be said about several debts at once, and what a form says of each.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast } from '#lib/domain/brand.ts';
import { debtAnswers, readDebtAnswers } from '#lib/pages/payment/debts-page.ts';
import { type EncodeQr, qrCode } from '#lib/pages/payment/elements.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { paymentPage } from '#lib/pages/payment/payment-page.ts';
import { optOutPage } from '#lib/pages/short-pages.ts';
import { PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { aView, type Given, IN_FRENCH, page } from './a-view.ts';
import { received } from './an-entry.ts';

const STYLE = pageStyle();

const account = { supportPhone: '+2348031112222', supportEmail: 'help@shop.example' };

describe('the contact of the merchant', () => {
  it.each(['pending', 'completed', 'expired', 'cancelled'] as const)(
    'a page of a collection that is %s tells how to reach the merchant',
    (status) => {
      const html = page({ account, collection: { status } });
      expect(html).toContain('Questions? Contact Shop: <a href="tel:+2348031112222"><bdi>+2348031112222</bdi></a>, ');
      expect(html).toContain('<a href="mailto:help@shop.example"><bdi>help@shop.example</bdi></a>');
    },
  );

  it('the page tells the one way to reach the merchant that is set, in French too', () => {
    const { supportEmail } = account;
    const html = page({ account: { supportEmail }, collection: IN_FRENCH });
    expect(html).toContain('Une question\u00a0? Contactez Shop\u00a0: <a href="mailto:');
    expect(html).not.toContain('tel:');
    expect(page()).not.toContain('class="contact"');
  });
});

describe('the brand of the merchant', () => {
  const brand = {
    color: '#ffcc00',
    legalName: 'Shop <b>Limited',
    address: '12 Marina Road, Lagos',
    website: 'https://shop.example/about',
  };

  it.each(['pending', 'completed', 'expired', 'cancelled'] as const)(
    'a page of a collection that is %s tells who stands behind the name',
    (status) => {
      expect(page({ account: brand, collection: { status } })).toContain(
        '<p class="small imprint">Shop &lt;b&gt;Limited · 12 Marina Road, Lagos · <a href="https://shop.example/about"><bdi>shop.example/about</bdi></a></p>',
      );
    },
  );

  it.each(['pending', 'completed'] as const)('the logo is above a page of a collection that is %s', (status) => {
    const logo = { file: 'a-1.svg', width: 440, height: 56 };
    expect(page({ account: { logo }, collection: { status } })).toContain(
      '<body><main><img class="logo" src="../logo/a-1.svg" alt="" width="220" height="28"><div',
    );
    expect(page({ collection: { status } })).toContain('<body><main><div');
  });

  it('the logo is above the pages by which reminders are stopped', () => {
    const logo = { file: 'a-1.png', width: 44, height: 28 };
    const html = optOutPage({ kind: 'ask', merchant: 'Shop' }, 'en', { logo });
    expect(html).toContain('<main><img class="logo" src="../logo/a-1.png" alt="" width="44" height="28"><h1>');
  });

  it('a page says no more than is set', () => {
    expect(page()).not.toContain('imprint');
    expect(page({ account: { address: '12 Marina Road' } })).toContain('<p class="small imprint">12 Marina Road</p>');
  });

  it('buttons have its colour in a shade that can be read, in the light and in the dark; all else stays', () => {
    const html = page({ account: brand });
    expect(html).toContain(`<style>${pageStyle(brand)}</style>`);
    const added = pageStyle(brand).slice(STYLE.length);
    expect(pageStyle(brand).startsWith(STYLE)).toBe(true);
    expect(added).toBe(
      ':root{--accent:#8f7200}@media(prefers-color-scheme:dark){:root{--accent:#ffcc00;--on:#0a1c3d}}',
    );
    expect(contrast('#ffcc00', '#0a1c3d')).toBeGreaterThan(4.5);
    expect(pageStyle({ color: undefined } as never)).toBe(STYLE);
  });
});

/** The modules of a drawn code, read back from its path. */
function drawn(svg: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  let [x, y] = [0, 0];
  const [path = ''] = /stroke=.*/.exec(svg) ?? [];
  for (const [, move, to, row, run] of path.matchAll(/([Mm])(\d+) (\d+)(?:\.5)?h(\d+)/g)) {
    [x, y] = move === 'M' ? [Number(to) - 4, Number(row) - 4] : [x + Number(to), y];
    rows[y]?.fill(true, x, x + Number(run));
    x += Number(run);
  }
  return rows;
}

describe('the QR code', () => {
  const url = 'https://collections.example/pay/TOKEN';
  const encoded: string[] = [];
  const encodeQr: EncodeQr = (text) => {
    encoded.push(text);
    return [
      [true, true, false],
      [false, true, false],
      [true, false, true],
    ];
  };
  const withCode = (given: Given = {}) => paymentPage(aView(given), { kind: 'asked' }, { url, encodeQr });

  it.each(['pending', 'overdue', 'completed'] as const)(
    'a page of a collection that is %s has a QR code of its own address',
    (status) => {
      encoded.length = 0;
      const html = withCode({ collection: { status } });
      expect(encoded).toEqual([url]);
      expect(html).toContain('<svg role="img" aria-label="Scan to open this page on a phone."');
      expect(html).not.toContain(url);
    },
  );

  it.each(['expired', 'cancelled'] as const)('a page of a collection that is %s has no QR code', (status) => {
    expect(withCode({ collection: { status } })).not.toContain('<svg');
  });

  it('a page without an encoder has no QR code', () => {
    expect(paymentPage(aView(), { kind: 'asked' }, { url })).not.toContain('<svg');
  });

  it('a QR code has a line for each run of dark modules, black on white, with a quiet zone', () => {
    const svg = qrCode(encodeQr(''), 'a "label"');
    expect(svg).toContain('aria-label="a &quot;label&quot;" viewBox="0 0 11 11"');
    expect(svg).toContain('<path fill="#fff" d="M0 0h11v11H0z"/>');
    expect(svg).toContain('<path stroke="#000" d="M4 4.5h2M5 5.5h1M4 6.5h1m1 0h1"/>');
  });

  it('a QR code is drawn as it was encoded, whatever its modules are', () => {
    const rows = fc.array(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(rows, (given) => {
        expect(drawn(qrCode(given, ''), 9)).toEqual(given);
      }),
    );
  });

  it('a QR code without a dark module in a row, or with nothing but dark ones, is drawn', () => {
    expect(qrCode([[false], [true]], '')).toContain('d="M4 5.5h1"');
  });

  it('the QR code is shown on wide screens and on paper only', () => {
    expect(STYLE).toContain('.code{display:none;');
    expect(STYLE).toContain('@media(min-width:700px){.code{display:block}}');
  });
});

describe('on paper', () => {
  const print = STYLE.slice(STYLE.indexOf('@media print'));

  it('a printed page is black on white, and leaves out what can only be clicked', () => {
    expect(print).toMatch(/^@media print\{:root\{color-scheme:light;/);
    expect(print).toContain('form,.go,.keep,footer{display:none}');
    expect(print).toContain('.code{display:block}');
    expect(page({ collection: { status: 'completed' }, entries: [received(4_500_000)] })).toContain(print);
  });

  it('the rules for paper come last, so that they hold in dark mode too', () => {
    expect(STYLE.indexOf('prefers-color-scheme:dark')).toBeLessThan(STYLE.indexOf('@media print'));
    expect(print.match(/\{/g)).toHaveLength((print.match(/\}/g) ?? []).length);
  });
});

const of = { account: anAccount(), now: new Date('2026-03-02T09:00:00.000Z') };
const promised = (since: string) => ({ promise: { payBy: since, madeAt: since, since } });
const fieldsFor = (debts: Parameters<typeof debtAnswers>[0]) => debtAnswers(debts, of, PAYMENT_PAGE_WORDS.en);
const lastDay = (html: string): string | undefined => /name="payBy"[^>]* max="([^"]+)"/.exec(html)?.[1];

it('a day can be promised that every debt allows; without one, only the rest can be said', () => {
  const [fresh, older] = [aCollection(), aCollection(promised('2026-02-25T00:00:00.000Z'))];
  expect(lastDay(fieldsFor([fresh]))).toBe('2026-03-16');
  expect(lastDay(fieldsFor([fresh, older]))).toBe('2026-03-11');
  const outdated = fieldsFor([aCollection(promised('2026-02-01T00:00:00.000Z'))]);
  expect(lastDay(outdated)).toBeUndefined();
  expect(outdated).toContain('value="claim"');
  expect(fieldsFor([])).toBe('');
});

it('a claim says of each debt that all that is left of it is paid', () => {
  const debts = [aCollection(), aCollection({ received: 5_000 })];
  const form = new URLSearchParams({ method: 'claim', paidOn: '2026-03-01', how: 'cash', amount: '1' });
  const claims = readDebtAnswers(form, debts, of)?.map((each) => each !== 'unclear' && each.answer);
  const left = debts.map(({ amount, received }) => amount.minor - received);
  expect(claims).toMatchObject(left.map((minor) => ({ kind: 'claim', payment: { amount: { minor } } })));
});

it('what is not complete is unclear for each debt, and a form without an answer says nothing', () => {
  expect(readDebtAnswers(new URLSearchParams({ method: 'claim' }), [aCollection()], of)).toEqual(['unclear']);
  expect(readDebtAnswers(new URLSearchParams({ debt: '1' }), [aCollection()], of)).toBeUndefined();
});

it.each([
  ['claim', 'paidOn', ['2025-03-01', '2026-03-02', '2026-03-03'], ['2025-02-28', '2026-03-04', '2026-02-30', '']],
  ['promise', 'payBy', ['2026-03-02', '2026-03-16'], ['2026-03-01', '2026-03-17', '2026-3-2', '']],
] as const)('a %s is of a day that can be meant', (method, field, possible, impossible) => {
  const readOf = (day: string) =>
    readDebtAnswers(new URLSearchParams({ method, how: 'cash', [field]: day }), [aCollection()], of)?.[0];
  for (const day of possible) expect([day, readOf(day)]).toMatchObject([day, { answer: { kind: method } }]);
  for (const day of impossible) expect([day, readOf(day)]).toEqual([day, 'unclear']);
});

it.each([
  ['said', true],
  ['asked', false],
] as const)('what the payer promised is read out on the page that is %s: %s', (kind, isReadOut) => {
  const payBy = '2026-03-05T22:59:59.999Z';
  const html = page({ hasAnswers: true, collection: { promise: { payBy, madeAt: payBy, since: payBy } } }, { kind });
  expect(/<p class="note good"( role="status")?>[^<]*5 Mar 2026/.exec(html)?.[1] !== undefined).toBe(isReadOut);
  expect(html).toContain('will pay on Thu 5 Mar 2026');
});

it('what is wrong is said with a reason, and with words only where there are some', () => {
  const readOf = (text: string) =>
    readDebtAnswers(new URLSearchParams({ method: 'dispute', reason: 'not_mine', text }), [aCollection()], of);
  const answered = (complaint: object) => [expect.objectContaining({ answer: { kind: 'dispute', complaint } })];
  expect(readOf(' ')).toStrictEqual(answered({ reason: 'not_mine' }));
  expect(readOf(' Ask my brother. ')).toStrictEqual(answered({ reason: 'not_mine', text: 'Ask my brother.' }));
});
