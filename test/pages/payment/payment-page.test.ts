/** The payment page in each state: what it says, and which actions it offers. */
import { describe, expect, it } from 'vitest';
import { unknownPage } from '#lib/pages/payment/payment-page.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { aContact } from '#test/support/a-collection.ts';
import { aView, IN_FRENCH, page, read } from './a-view.ts';
import { received, refunded } from './an-entry.ts';

const MOBILE = {
  method: 'mobile_money',
  provider: 'MTN',
  phone: '+1',
  instructions: 'Wait.',
  expiresAt: '2099-01-01T00:00:00.000Z',
  needsCode: true,
} as const;
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

  it('the payment page says until when the link holds, but not to who is late', () => {
    const [early, late] = [0, 400].map((days) =>
      read(
        page({
          collection: { status: 'pending', dueDay: Math.floor(Date.parse('2026-03-02') / 86_400_000) + 1 - days },
        }),
      ),
    );
    expect(early).toContain('Pay before');
    expect(late).toContain('Due on');
    expect(late).not.toContain('Pay before');
  });

  it('the payment page and its button ask for the rest after a part payment', () => {
    const html = page({ entries: [received(2_000_000), received(500_050)] });
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

  it('the payment page takes the balance from the collection, and lists what does not count too', () => {
    const strange = received(2, { amount: { minor: 4_500_000, currency: 'USD' }, counts: false });
    const html = page({ entries: [strange] });
    expect(button(html)).toEqual(['go', 'Pay NGN 45,000.00']);
    expect(read(html)).not.toContain('Received');
    const list = read(html).slice(read(html).indexOf('Payments'));
    expect(list.slice(0, 3)).toEqual(['Payments', 'Card', 'USD 45,000.00']);
    expect(list).toContain('In another currency, not counted');
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
      '<p class="note" role="status">Your payment is being confirmed. This can take a minute. You can close this page.</p>',
    );
    expect(html).toContain('<a class="go" rel="noreferrer" href="?returned=1">Check again</a>');
    expect(html.indexOf('Check again')).toBeLessThan(html.indexOf('<form'));
    expect(read(html)).toContain('Did you not finish paying?');
    expect(read(page({ providers: [] }, { kind: 'returned' }))).not.toContain('Did you not finish paying?');
    expect(button(html)?.[0]).toBe('go quiet');
  });

  it('the payment page says that the provider does not answer, and keeps the button', () => {
    const html = page({}, { kind: 'down' });
    expect(html).toContain('role="alert">Paystack cannot take payments right now. Nothing has been charged.');
    expect(button(html)?.[0]).toBe('go');
  });

  it('the payment page says that a code was not accepted', () => {
    const { collection } = { collection: { options: [MOBILE] } };
    expect(page({ collection }, { kind: 'refused' })).toContain(
      '<p class="note bad" role="alert">The code was not accepted. Please check it, and enter it again.</p>',
    );
  });

  it('the payment page names the other ways to pay when the provider does not answer', () => {
    const html = page({ collection: { options: [MOBILE] } }, { kind: 'down' });
    expect(html).toContain('Please try again soon. You can also pay in another way below.</p>');
    expect(page({}, { kind: 'down' })).not.toContain('another way');
  });

  it.each([
    ['returned', 'Votre paiement est en cours de confirmation.'],
    ['left', 'Vous avez quitté la page de paiement. Rien n&#39;a été débité.'],
    ['down', 'Paystack ne peut pas prendre de paiement pour le moment. Rien n&#39;a été débité.'],
    ['refused', 'Le code n&#39;a pas été accepté.'],
  ] as const)('the payment page in French says what has happened: %s', (kind, words) => {
    expect(page({ collection: IN_FRENCH }, { kind })).toContain(words);
  });

  it('the payment page says after a cancelled return that nothing was taken, and keeps the button', () => {
    const html = page({}, { kind: 'left' });
    expect(html).toContain('<p class="note" role="status">You left the payment page. Nothing was taken.</p>');
    expect(button(html)).toEqual(['go', 'Pay NGN 45,000.00']);
  });

  it('the payment page shows a link with its host when it may only link to the provider’s page', () => {
    const html = page({}, { kind: 'link', link: 'https://pay.example/a?b=1&c="2' });
    expect(html).toContain('href="https://pay.example/a?b=1&amp;c=&quot;2">Continue to pay.example</a>');
    expect(html).not.toContain('<form');
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

describe('a part-paid collection', () => {
  it('the payment page lists each payment with date and method, what is received, and the rest', () => {
    const html = page({ entries: [received(2_000_000), received(500_000, { method: 'mobile_money' })] });
    expect(read(html).slice(2, 8)).toEqual([
      'Still to pay ',
      'NGN 20,000.00',
      'Amount',
      'NGN 45,000.00',
      'Received',
      'NGN 25,000.00',
    ]);
    const list = read(html).slice(read(html).indexOf('Payments'));
    expect(list.slice(0, 5)).toEqual(['Payments', 'Card', 'NGN 20,000.00', '1 Mar 2026, 10:02 (UTC+1)', 't-2000000']);
    expect(list).toContain('Mobile money');
  });

  it('the payment page of a part-paid collection is in French for a French payer', () => {
    const shown = read(page({ entries: [received(2_000_000)], collection: IN_FRENCH }));
    expect(shown).toEqual(expect.arrayContaining(['Reste à payer ', 'Reçu', 'Paiements', 'Carte']));
    expect(shown).toContain('1 mars 2026 à 09:02 (UTC)');
  });

  it('the payment page asks for the whole amount again when a part payment was paid back', () => {
    const shown = read(page({ entries: [received(1_000_000), refunded(1_000_000)] }));
    expect(shown.slice(2, 4)).toEqual(['To pay ', 'NGN 45,000.00']);
    expect(shown).toContain('Refund · Card');
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
  it('the page of an invalid link says in every language what to do, and nothing else', () => {
    const html = unknownPage();
    expect(read(html)).toHaveLength(2 * LANGUAGES.length);
    expect(html).toContain('<section lang="fr">');
    expect(html).not.toContain('<form');
  });
});

describe('every page', () => {
  const pages = [
    page(),
    page({ entries: [received(1)] }, { kind: 'returned' }),
    page({}, { kind: 'down' }),
    page({ collection: { status: 'completed' }, entries: [received(4_500_000)] }),
    page({ collection: { status: 'expired' } }, { kind: 'returned' }),
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

  it('every payment page runs no script, loads nothing, and is smaller than six kilobytes', () => {
    for (const html of pages) {
      expect(html).not.toMatch(/<script|<link|<img|<iframe|src=|url\(|@import|style=|\son\w+=/);
      expect(Buffer.byteLength(html)).toBeLessThan(6_000);
    }
  });
});
