/** The payment page once nothing is to be paid: each state says whether money was taken, in both languages. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { type Given, IN_FRENCH, page, read } from './a-view.ts';
import { anEntry, disputed, received, refunded } from './an-entry.ts';

type Status = Collection['status'];
const text = (status: Status, entries: LedgerEntry[], given: Given = {}) =>
  read(page({ ...given, entries, collection: { status, ...given.collection } }));
const french = (status: Status, entries: LedgerEntry[]) => text(status, entries, { collection: IN_FRENCH });

const VAT = [{ name: 'VAT', rate: 7.5, amount: { minor: 313_953, currency: 'NGN' } }];

describe('an invoice', () => {
  it('is shown by its number with its taxes, until another amount is asked', () => {
    const given = { number: 'INV-7', tax: VAT };
    const pairs = ['VAT 7.5 %', 'NGN 3,139.53', 'Invoice', 'INV-7'];
    for (const status of ['pending', 'completed'] as const) {
      const entries = status === 'completed' ? [received(4_500_000)] : [];
      expect(text(status, entries, { collection: given })).toEqual(expect.arrayContaining(pairs));
      const corrected = text(status, entries, { collection: { ...given, amountChanges: 1 } });
      expect(corrected).toContain('INV-7');
      expect(corrected).not.toContain('VAT 7.5 %');
    }
  });
});

describe('a credit', () => {
  const credit = anEntry({
    kind: 'credit',
    movement: 'credit',
    provider: 'merchant',
    transaction: '',
    credited: 500_000,
  });

  it('completes what was paid for the rest: nothing is missing', () => {
    const collection = { received: 4_000_000, credits: 500_000 };
    const shown = text('completed', [received(4_000_000), credit], { collection });
    expect(shown).toEqual(expect.arrayContaining(['Credited', 'NGN 5,000.00', 'Received', 'NGN 40,000.00']));
    expect(shown[2]).toBe('Thank you. Your payment to Shop is complete, and there is nothing left to do.');
  });

  it('is shown while something is left, also before any money', () => {
    const shown = text('pending', [credit], { collection: { received: 0, credits: 500_000 } });
    expect(shown.map((line) => line.trim())).toEqual(
      expect.arrayContaining(['Still to pay', 'Amount', 'Credited', 'NGN 5,000.00']),
    );
    expect(shown).not.toContain('Received');
  });
});

describe('a paid collection', () => {
  it('a paid collection shows a receipt: amount, date and time with zone, method, transaction, merchant and reference', () => {
    expect(text('completed', [received(4_500_000, { transaction: 'T7-81' })])).toEqual([
      '✓',
      'Payment received',
      'Thank you. Your payment to Shop is complete, and there is nothing left to do.',
      'Paid to',
      'Shop',
      'Amount',
      'NGN 45,000.00',
      'Reference',
      'PSK_txn_8a7f34',
      'Paid on',
      '1 Mar 2026, 10:02 (UTC+1)',
      'Method',
      'Card',
      'Transaction',
      'T7-81',
      expect.stringMatching(/^Receipt [0-9A-Z]{10}$/),
      'You can print or save this page as your receipt.',
    ]);
  });

  it('a paid collection shows a receipt in French', () => {
    const shown = french('completed', [received(4_500_000, { method: 'bank_transfer' })]);
    expect(shown.slice(1, 5)).toEqual([
      'Paiement reçu',
      "Merci. Votre paiement à Shop est terminé, vous n'avez plus rien à faire.",
      'Payé à',
      'Shop',
    ]);
    expect(shown).toEqual(expect.arrayContaining(['Payé le', '1 mars 2026 à 09:02 (UTC)', 'Virement bancaire']));
  });

  it('a collection that was paid in parts lists each payment with its date, method and transaction, oldest first', () => {
    const later = received(2_500_000, { at: '2026-03-02T18:30:00.000Z', method: 'ussd' });
    const shown = text('completed', [later, received(2_000_000, { provider: 'merchant', method: 'cash' })]);
    expect(shown.slice(shown.indexOf('Payments'))).toEqual([
      'Payments',
      'Cash',
      'NGN 20,000.00',
      '1 Mar 2026, 10:02 (UTC+1)',
      expect.stringMatching(/^Receipt [0-9A-Z]{10}$/),
      'USSD',
      'NGN 25,000.00',
      '2 Mar 2026, 19:30 (UTC+1)',
      't-2500000',
      expect.stringMatching(/^Receipt [0-9A-Z]{10}$/),
      'You can print or save this page as your receipt.',
    ]);
    expect(shown).not.toContain('Transaction');
  });

  it('a collection that the merchant has marked as paid says so, and thanks for nothing', () => {
    expect(text('completed', [])).toContain('Shop has marked this request as paid. There is nothing left to do.');
    expect(text('completed', []).join()).not.toMatch(/Thank you|print/);
    expect(french('completed', [])).toContain(
      "Shop a marqué cette demande comme payée. Vous n'avez plus rien à faire.",
    );
  });

  it('a collection whose only money does not count has a list and no receipt', () => {
    const dollars = received(4_500_000, { amount: { minor: 4_500_000, currency: 'USD' }, counts: false });
    const shown = text('completed', [dollars]);
    expect(shown).toEqual(expect.arrayContaining(['Received', 'NGN 0.00', 'Payments', 'USD 45,000.00']));
    expect(shown).not.toContain('Paid on');
    expect(shown.join()).toContain('has marked this request as paid');
  });

  it('a balance below nothing is not shown as received', () => {
    const shown = text('completed', [received(4_500_000), refunded(4_500_000), disputed(100, { taken: true })]);
    expect(shown).not.toContain('Received');
    expect(shown[1]).toBe('Payment disputed');
  });

  it('an overpaid collection says how much it was too much, and whom to ask', () => {
    const shown = text('completed', [received(5_000_000)]);
    expect(shown).toContain('That is NGN 5,000.00 more than was asked. Please contact Shop about it.');
    expect(shown).toEqual(expect.arrayContaining(['Amount', 'NGN 45,000.00', 'Received', 'NGN 50,000.00']));
    expect(french('completed', [received(5_000_000)]).join()).toContain('de plus que demandé');
  });

  it.each([
    ['in part', 1_000_000, 'Payment partly refunded', 'NGN 10,000.00 was paid back.', 'NGN 35,000.00'],
    ['whole', 4_500_000, 'Payment refunded', 'NGN 45,000.00 was paid back.', 'NGN 0.00'],
  ])('a collection that was refunded %s says how much', (_how, minor, heading, sentence, left) => {
    const shown = text('completed', [received(4_500_000), refunded(minor)]);
    expect(shown[1]).toBe(heading);
    expect(shown).toEqual(expect.arrayContaining([sentence, 'Received', left, 'Refund · Card']));
    expect(shown.join()).toContain('−NGN');
    expect(shown.join()).not.toMatch(/Thank you|print|marked this request/);
  });

  it('a refund of what was paid too much leaves a paid collection paid', () => {
    const shown = text('completed', [received(5_000_000), refunded(500_000)]);
    expect(shown[1]).toBe('Payment received');
    expect(shown).toContain('NGN 5,000.00 was paid back.');
    expect(shown.join()).not.toContain('more than was asked');
  });

  it.each([
    ['moved_in', 1_000_000, 'Moved here from another request · Card'],
    ['moved_out', -1_000_000, 'Moved to another request · Card'],
  ] as const)('money that was moved says which way: %s', (movement, credited, title) => {
    const moved = received(1_000_000, { kind: 'moved', movement, credited, object: 'm-1' });
    expect(text('completed', [received(4_500_000), moved])).toContain(title);
  });

  it('money that was moved comes after its payment, whose instant it has, however the ledger keeps them', () => {
    const paid = received(4_500_000);
    const moved = received(1_000_000, {
      ...{ kind: 'moved', movement: 'moved_out', credited: -1_000_000, object: 'm-1' },
      recordedAt: minutesLater(5).toISOString(),
    });
    const earlier = received(2_000, { at: minutesLater(1).toISOString(), recordedAt: minutesLater(9).toISOString() });
    const shown = text('completed', [moved, paid, earlier]);
    const sums = shown.filter((line) => /^−?NGN (?:45,000|10,000|20)\.00$/.test(line));
    expect(sums.slice(-3)).toEqual(['NGN 20.00', 'NGN 45,000.00', '−NGN 10,000.00']);
  });

  it('a refund that failed is taken back from what was paid back', () => {
    const failed = refunded(1_000_000, { kind: 'refund_failed', movement: 'refund_failed', credited: 1_000_000 });
    const shown = text('completed', [received(4_500_000), refunded(1_000_000), failed]);
    expect(shown[1]).toBe('Payment received');
    expect(shown).toContain('Refund that failed · Card');
    expect(shown.join()).not.toContain('was paid back');
  });

  it('a collection refunded in French says how much', () => {
    const shown = french('completed', [received(4_500_000), refunded(4_500_000)]);
    expect(shown[1]).toBe('Paiement remboursé');
    expect(shown.join()).toContain('ont été remboursés.');
  });

  it('an open dispute is told until it is decided', () => {
    const open = [received(4_500_000), disputed(4_500_000)];
    expect(text('completed', open)[1]).toBe('Payment disputed');
    expect(text('completed', open)).toContain('A payment of NGN 45,000.00 is disputed, and not decided yet.');
    expect(french('completed', open)[1]).toBe('Paiement contesté');
    const won = disputed(4_500_000, { kind: 'chargeback_reversed', movement: 'dispute_won', credited: 0 });
    expect(text('completed', [...open, won])[1]).toBe('Payment received');
    const lost = disputed(4_500_000, { kind: 'chargeback', movement: 'dispute_lost', credited: -4_500_000 });
    const shown = text('completed', [...open, lost]);
    expect(shown[1]).toBe('Payment disputed');
    expect(shown).toContain("NGN 45,000.00 was taken back through the payer's bank.");
    expect(shown.join()).not.toContain('not decided yet');
  });

  it('money that a dispute has taken at once is told with the dispute', () => {
    const shown = text('completed', [received(4_500_000), disputed(4_500_000, { taken: true })]);
    expect(shown).toContain("NGN 45,000.00 was taken back through the payer's bank.");
    expect(shown).toContain('A payment of NGN 45,000.00 is disputed, and not decided yet.');
  });
});

describe('what has gone back', () => {
  it('money that a dispute took and gave back is not told as taken', () => {
    const won = { kind: 'chargeback_reversed', movement: 'dispute_won', credited: 4_500_000 } as const;
    const entries = [received(4_500_000), disputed(4_500_000, { taken: true }), disputed(4_500_000, won)];
    const shown = text('completed', entries);
    expect(shown[1]).toBe('Payment received');
    expect(shown.join()).not.toMatch(/was taken back|disputed/);
    expect(shown).toContain('Given back by the bank · Card');
  });

  it('a refund in another currency, or of money that did not count, changes no sum', () => {
    const other = { amount: { minor: 500, currency: 'USD' }, credited: -500, counts: false };
    for (const strange of [refunded(500, other), refunded(500, { counts: false })]) {
      const shown = text('completed', [received(4_500_000), strange]);
      expect(shown[1]).toBe('Payment received');
      expect(shown.join()).not.toContain('was paid back');
    }
  });

  it('a dispute of another object, or at another provider, is not decided by this one', () => {
    const lost = { kind: 'chargeback', movement: 'dispute_lost', credited: 0 } as const;
    const decided = [disputed(100, { ...lost, object: 'other' }), disputed(100, { ...lost, provider: 'prv_other' })];
    for (const each of decided) {
      expect(text('completed', [received(4_500_000), disputed(100), each])[1]).toBe('Payment disputed');
    }
  });
});

describe('an expired collection', () => {
  const LATE = 'If you have already paid, your payment still counts when it arrives, and this page will show it.';

  it('an expired collection says that nothing was taken, that late money counts, and whom to ask', () => {
    expect(text('expired', []).slice(1)).toEqual([
      'This request has expired',
      'It can no longer be paid here. If you still want to pay, please ask Shop.',
      'Nothing was taken.',
      LATE,
      'Amount',
      'NGN 45,000.00',
      'Reference',
      'PSK_txn_8a7f34',
      'Ask for a new link',
    ]);
    expect(french('expired', [])).toEqual(
      expect.arrayContaining(['Demander un nouveau lien', 'Cette demande a expiré', "Rien n'a été débité."]),
    );
  });

  it('a collection that has expired only by the clock says so', () => {
    expect(read(page({ minutes: 1440 }))).toContain('This request has expired');
  });

  it('an expired collection says what was received, and does not say that nothing was taken', () => {
    const shown = text('expired', [received(1_000_000)]);
    expect(shown).toContain('NGN 10,000.00 was received. Please ask Shop what happens with it.');
    expect(shown).toEqual(expect.arrayContaining(['Card', '1 Mar 2026, 10:02 (UTC+1)', 't-1000000']));
    expect(shown).not.toContain('Nothing was taken.');
    expect(french('expired', [received(1_000_000)]).join()).toContain('ont été reçus. Demandez à Shop');
  });

  it('an expired collection whose part payment was paid back says so', () => {
    const shown = text('expired', [received(1_000_000), refunded(1_000_000)]);
    expect(shown).toContain('NGN 10,000.00 was paid back.');
    expect(shown.join()).not.toMatch(/Nothing was taken|was received\./);
  });
});

describe('a cancelled collection', () => {
  it('a cancelled collection says not to pay, and that nothing was taken', () => {
    expect(text('cancelled', []).slice(1, 4)).toEqual([
      'This request was cancelled',
      'Shop no longer asks for this payment. Please do not pay.',
      'Nothing was taken.',
    ]);
    expect(french('cancelled', [])).toContain('Shop ne demande plus ce paiement. Merci de ne pas payer.');
  });

  it('a cancelled collection says what was received', () => {
    const unexpected = received(4_500_000, { event: 'payment.unexpected', reason: 'cancelled' });
    const shown = text('cancelled', [unexpected]);
    expect(shown).toContain('NGN 45,000.00 was received. Please ask Shop what happens with it.');
    expect(shown).not.toContain('Nothing was taken.');
  });
});

describe('any final state', () => {
  it.each(['completed', 'expired', 'cancelled'] as const)('a collection that is %s offers no form to pay', (status) => {
    for (const kind of ['asked', 'left', 'down'] as const) {
      const forms = page({ collection: { status } }, { kind }).match(/<form|<a |value="[^"]*"/g) ?? [];
      expect(forms).toEqual(status === 'expired' ? ['<form', 'value="new_link"'] : []);
    }
  });

  it.each(['expired', 'cancelled'] as const)(
    'a collection that is %s when the payer returns never denies that money was taken, and can be looked at again',
    (status) => {
      const html = page({ collection: { status } }, { kind: 'returned' });
      expect(html).toContain('is being confirmed');
      expect(html).toContain('href="?returned=1">Check again</a>');
      expect(html).not.toMatch(/Nothing was taken|<form/);
    },
  );

  it('a paid collection shows the receipt to a payer who returns', () => {
    const html = page({ collection: { status: 'completed' }, entries: [received(4_500_000)] }, { kind: 'returned' });
    expect(html).toContain('Paid on');
    expect(html).not.toMatch(/being confirmed|Check again/);
  });
});

describe('an entry of the ledger', () => {
  const shown = (given: Partial<LedgerEntry>) => read(page({ entries: [anEntry({ ...given, credited: 0 })] }));

  it.each([
    ['mobile_money', 'Mobile money'],
    ['qr_code', 'qr code'],
    ['<b>bold</b>', 'Payment'],
    ['Ada Obi, +2348031234567', 'Payment'],
    ['constructor', 'constructor'],
  ])('a payment by %j is named %j', (method, name) => {
    expect(shown({ method }).at(-6)).toBe(name);
  });

  it('a payment by a method that nobody gave has only its kind', () => {
    const { method: _none, ...plain } = anEntry();
    expect(read(page({ entries: [plain] }))).toContain('Payment');
  });

  it('money that was refused is listed with what it was, and is not received', () => {
    const lines = shown({ kind: 'rejected', movement: 'rejected', amount: { minor: 100, currency: 'NGN' } });
    expect(lines).toEqual(expect.arrayContaining(['Refused and sent back · Card', 'NGN 1.00']));
    expect(lines).not.toContain('Received');
  });

  it('a transaction is escaped, and does not show the payer’s number', () => {
    const html = page({ entries: [anEntry({ transaction: '<x> +234 803 123 4567' })] });
    expect(html).toContain('<bdi>&lt;x&gt; …67</bdi>');
    expect(html).not.toContain('4567');
  });
});
