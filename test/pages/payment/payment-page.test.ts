/** The payment page: in each state it says what is true, offers what can be done, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { paymentPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { aContact } from '#test/support/a-collection.ts';
import { aView, received } from './a-view.ts';

const ASKED: Moment = { kind: 'asked' };
const page = (given: Parameters<typeof aView>[0] = {}, moment: Moment = ASKED) => paymentPage(aView(given), moment);
/** What a person reads, in order. */
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
  it('shows to whom, how much, what for, the reference, until when, and one button', () => {
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

  it('leaves out what for, when the collection does not say', () => {
    expect(read(page())).not.toContain('For');
  });

  it('says that it is overdue, and still takes the payment', () => {
    const html = page({ collection: { status: 'overdue' } });
    expect(read(html)).toContain('This payment is overdue. You can still make it.');
    expect(html).toContain('<form method="post"');
  });

  it('asks for the rest once a part has come, by the button too', () => {
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

  it('counts neither what nobody asked for nor another currency', () => {
    const strange = { amount: { minor: 4_500_000, currency: 'USD' } };
    const html = page({ payments: [received(1, { event: 'payment.unexpected' }), received(2, strange)] });
    expect(button(html)).toEqual(['go', 'Pay NGN 45,000.00']);
    expect(read(html)).not.toContain('Received');
  });

  it('says in a test that no real money is moved, and only then', () => {
    const test = 'Test: no real money is moved.';
    expect(read(page({ providers: ['sandbox'] }))).toContain(test);
    expect(read(page())).not.toContain(test);
  });

  it('has no button without a provider that takes it on a page of its own, and says what to do instead', () => {
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

  it('leads to the provider that the create named, and to none that is disabled', () => {
    const given = { providers: ['paystack', 'stripe'], collection: { provider: 'stripe' } };
    expect(aView(given).provider?.slug).toBe('stripe');
    expect(aView({ ...given, enabled: false }).provider).toBeUndefined();
  });
});

describe('what has just happened', () => {
  it('back from the provider: the payment is being confirmed; to look again comes first, to pay second', () => {
    const html = page({}, { kind: 'returned' });
    expect(html).toContain(
      '<p class="note" role="status">Your payment is being confirmed. This can take a minute.</p>',
    );
    expect(html).toContain('<a class="go" rel="noreferrer" href="?returned=1">Check again</a>');
    expect(html.indexOf('Check again')).toBeLessThan(html.indexOf('<form'));
    expect(button(html)?.[0]).toBe('go quiet');
  });

  it('the provider does not answer: the page says so, and the button is there to try again', () => {
    const html = page({}, { kind: 'down' });
    expect(html).toContain('role="alert">Paystack cannot take payments right now. Nothing has been charged.');
    expect(button(html)?.[0]).toBe('go');
  });

  it('the provider’s page can only be linked to: the link names where it leads', () => {
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
  ] as const)('%s', (status, heading) => {
    for (const kind of ['asked', 'returned', 'down'] as const) {
      const html = page({ collection: { status } }, { kind });
      expect(html).toContain(`<title>${heading}</title>`);
      expect(read(html)[1]).toBe(heading);
      expect(html).not.toMatch(/<form|<button|<a /);
    }
  });

  it('expired by the clock alone', () => {
    const html = page({ minutes: 1440 });
    expect(read(html)).toContain('This request has expired');
  });

  it('with more than was asked for, or less: both amounts are there', () => {
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

  it('are escaped, and what a merchant typed is no link', () => {
    const html = page({
      merchant: evil,
      collection: { metadata: JSON.stringify({ description: evil }), reference: evil },
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<a');
    expect(html.match(/evil\.example/g)).toHaveLength(1);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Sons&#39;');
  });

  it('keep their reference exactly, apart from the direction of the text around it', () => {
    expect(page({ collection: { reference: 'a.bc/d\u202e e' } })).toContain('<bdi>a.bc/d\u202e e</bdi>');
  });

  it('of a merchant whose name is nothing but a link are replaced', () => {
    expect(read(page({ merchant: 'https://evil.example' }))[1]).toBe('Payment to your merchant');
  });
});

describe('in French', () => {
  const contact = aContact({ phone: '+221771234567' });
  const amount = { minor: 1_234_567, currency: 'XOF' };

  it('every word is French, and amounts and times are written as French writes them', () => {
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
  it('says in both languages what to do, and nothing else', () => {
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

  it('has one heading of the first order, a language, a title and a viewport', () => {
    for (const html of pages) {
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html).toMatch(/^<!doctype html>\n<html lang="(en|fr)">/);
      expect(html).toMatch(/<title>.+<\/title>/);
      expect(html).toContain('content="width=device-width,initial-scale=1"');
    }
  });

  it('runs no script, loads nothing, and fits into five kilobytes', () => {
    for (const html of pages) {
      expect(html).not.toMatch(/<script|<link|<img|<iframe|src=|url\(|@import|style=|\son\w+=/);
      expect(Buffer.byteLength(html)).toBeLessThan(5_000);
    }
  });
});
