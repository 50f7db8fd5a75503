/** The payment page in each state: what it says, and which actions it offers. */
import { describe, expect, it } from 'vitest';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { paymentPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { aContact } from '#test/support/a-collection.ts';
import { aView, received } from './a-view.ts';

const ASKED: Moment = { kind: 'asked' };
const page = (given: Parameters<typeof aView>[0] = {}, moment: Moment = ASKED) => paymentPage(aView(given), moment);
/** The visible text, line by line. */
const read = (html: string) =>
  html
    .replace(/<title>.*?<\/title>|<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
const button = (html: string) =>
  /<button class="(.*?)">(.*?)<\/button>/
    .exec(html)
    ?.slice(1)
    .map((text) => text.replace('\u00a0', ' '));

describe('a collection that can be paid', () => {
  it('the payment page shows the merchant, the amount, the purpose, the reference, the deadline and one button', () => {
    const html = page({ collection: { metadata: '{"description":"School fees"}' } });
    expect(read(html)).toEqual([
      'S',
      'Payment to Shop',
      'To pay ',
      'NGN 45,000.00',
      'For',
      'School fees',
      'Reference',
      'PSK_txn_8a7f34',
      'Pay before',
      'Mon 2 Mar, 10:00',
      'Pay NGN 45,000.00',
      'You pay on the secure page of Paystack.',
      'Pay only if you know Shop and expect this request.',
    ]);
    expect(button(html)).toEqual(['go', 'Pay NGN 45,000.00']);
  });

  it('the payment page leaves out the purpose when the collection has none', () => {
    expect(read(page())).not.toContain('For');
  });

  it('the payment page says that a collection is overdue, and still takes the payment', () => {
    const html = page({ collection: { status: 'overdue' } });
    expect(read(html)).toContain('This payment is overdue. You can still make it.');
    expect(html).toContain('<form method="post"');
  });

  it('the payment page and its button ask for the rest after a part payment', () => {
    const html = page({ payments: [received(2_000_000), received(500_050)] });
    expect(read(html).slice(2, 8)).toEqual([
      'Still to pay ',
      'NGN 19,999.50',
      'Amount',
      'NGN 45,000.00',
      'Received',
      'NGN 25,000.50',
    ]);
    expect(button(html)).toEqual(['go', 'Pay NGN 19,999.50']);
  });

  it('the payment page counts no unexpected payment and no payment in another currency', () => {
    const strange = { amount: { minor: 4_500_000, currency: 'USD' } };
    const html = page({ payments: [received(1, { event: 'payment.unexpected' }), received(2, strange)] });
    expect(button(html)).toEqual(['go', 'Pay NGN 45,000.00']);
    expect(read(html)).not.toContain('Received');
  });

  it('the payment page says only with the sandbox that no real money is moved', () => {
    const test = 'Test: no real money is moved.';
    expect(read(page({ providers: ['sandbox'] }))).toContain(test);
    expect(read(page())).not.toContain(test);
  });

  it('the payment page has no button and says what to do when no provider has its own page for the payment', () => {
    for (const given of [
      { providers: [] },
      { providers: ['cash-desk'] },
      { providers: ['monnify'], collection: { amount: { minor: 1, currency: 'KES' } } },
    ]) {
      const html = page(given);
      expect(html).not.toContain('<form');
      expect(read(html)).toContain(
        'This payment cannot be made online. Please ask Shop how to pay, and mention the reference.',
      );
      expect(read(html)).toContain('PSK_txn_8a7f34');
    }
  });

  it('the payment page leads to the provider that the create request named, and to no disabled provider', () => {
    const given = { providers: ['paystack', 'stripe'], collection: { provider: 'stripe' } };
    expect(aView(given).provider?.slug).toBe('stripe');
    expect(aView({ ...given, enabled: false }).provider).toBeUndefined();
  });
});

describe('what has just happened', () => {
  it('the payment page says after a return that the payment is being confirmed, and offers to check before it offers to pay', () => {
    const html = page({}, { kind: 'returned' });
    expect(html).toContain(
      '<p class="note" role="status">Your payment is being confirmed. This can take a minute.</p>',
    );
    expect(html).toContain('<a class="go" rel="noreferrer" href="?returned=1">Check again</a>');
    expect(html.indexOf('Check again')).toBeLessThan(html.indexOf('<form'));
    expect(button(html)?.[0]).toBe('go quiet');
  });

  it('the payment page says that the provider does not answer, and keeps the button', () => {
    const html = page({}, { kind: 'down' });
    expect(html).toContain('role="alert">Paystack cannot take payments right now. Nothing has been charged.');
    expect(button(html)?.[0]).toBe('go');
  });

  it('the payment page shows a link with its host when it may only link to the provider’s page', () => {
    const html = page({}, { kind: 'link', link: 'https://pay.example/a?b=1&c="2' });
    expect(html).toContain('href="https://pay.example/a?b=1&amp;c=&quot;2">Continue to pay.example</a>');
    expect(html).not.toContain('<form');
  });
});

describe('a final state says so, and offers no form', () => {
  it.each([
    ['completed', 'Payment received'],
    ['expired', 'This request has expired'],
    ['cancelled', 'This request was cancelled'],
  ] as const)('the payment page of a collection that is %s says "%s" and offers no form', (status, heading) => {
    for (const kind of ['asked', 'returned', 'down'] as const) {
      const html = page({ collection: { status } }, { kind });
      expect(html).toContain(`<title>${heading}</title>`);
      expect(read(html)[1]).toBe(heading);
      expect(html).not.toMatch(/<form|<button|<a /);
    }
  });

  it('the payment page says that a collection has expired when only the clock shows it', () => {
    const html = page({ minutes: 1440 });
    expect(read(html)).toContain('This request has expired');
  });

  it('the payment page of a final state shows both amounts when more or less was received', () => {
    const over = read(page({ collection: { status: 'completed' }, payments: [received(5_000_000)] }));
    expect(over).toEqual(expect.arrayContaining(['Amount', 'NGN 45,000.00', 'Received', 'NGN 50,000.00']));
    expect(over.join()).not.toContain('Part of the amount');
    const partly = read(page({ collection: { status: 'expired' }, payments: [received(1_000_000)] }));
    expect(partly).toContain('Part of the amount was received. Please ask Shop what happens with it.');
    expect(partly).toContain('NGN 10,000.00');
  });
});

describe('values', () => {
  const evil = '<img src=x onerror="alert(1)"> & \'Sons\' https://evil.example/pay';

  it('the payment page escapes every value, and makes no link of a merchant’s text', () => {
    const html = page({
      merchant: evil,
      collection: { metadata: JSON.stringify({ description: evil }), reference: evil },
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<a');
    expect(html.match(/evil\.example/g)).toHaveLength(1);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Sons&#39;');
  });

  it('the payment page shows the exact reference, apart from the writing direction of the text around it', () => {
    expect(page({ collection: { reference: 'a.bc/d\u202e e' } })).toContain('<bdi>a.bc/d\u202e e</bdi>');
  });

  it('the payment page replaces the name of a merchant that is only a link', () => {
    expect(read(page({ merchant: 'https://evil.example' }))[1]).toBe('Payment to your merchant');
  });
});

describe('in French', () => {
  const contact = aContact({ phone: '+221771234567' });
  const amount = { minor: 1_234_567, currency: 'XOF' };

  it('the payment page in French has French words, amounts and times', () => {
    const html = page({ collection: { contact, amount }, providers: ['stripe'] });
    expect(html).toContain('<html lang="fr">');
    expect(read(html)).toEqual([
      'S',
      'Paiement à Shop',
      'À payer ',
      '1\u202f234\u202f567 XOF',
      'Référence',
      'PSK_txn_8a7f34',
      'Avant le',
      'lun. 2 mars à 09:00',
      'Payer 1\u202f234\u202f567 XOF',
      'Vous payez sur la page sécurisée de stripe.',
      'Ne payez que si vous connaissez Shop et attendez cette demande.',
    ]);
  });
});

describe('the page of a link that is not ours', () => {
  it('the page of an invalid link says in both languages what to do, and nothing else', () => {
    const html = unknownPage();
    expect(read(html)).toHaveLength(4);
    expect(html).toContain('<section lang="fr">');
    expect(html).not.toContain('<form');
  });
});

describe('every page', () => {
  const pages = [
    page(),
    page({ payments: [received(1)] }, { kind: 'returned' }),
    page({}, { kind: 'down' }),
    page({ collection: { status: 'completed' } }),
    unknownPage(),
  ];

  it('every payment page has one first-level heading, a language, a title and a viewport', () => {
    for (const html of pages) {
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html).toMatch(/^<!doctype html>\n<html lang="(en|fr)">/);
      expect(html).toMatch(/<title>.+<\/title>/);
      expect(html).toContain('content="width=device-width,initial-scale=1"');
    }
  });

  it('every payment page runs no script, loads nothing, and is smaller than five kilobytes', () => {
    for (const html of pages) {
      expect(html).not.toMatch(/<script|<link|<img|<iframe|src=|url\(|@import|style=|\son\w+=/);
      expect(Buffer.byteLength(html)).toBeLessThan(5_000);
    }
  });
});
