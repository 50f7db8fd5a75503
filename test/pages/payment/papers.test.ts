/** What a customer may print: a receipt of each payment that says what has come of it, and the statement of account. */
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { receiptNumber, takesBack } from '#lib/domain/payment/receipt.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { receiptPage, statementPage } from '#lib/pages/payment/papers.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { STATEMENT_WORDS } from '#lib/words/statements.ts';
import { anAccountWith } from '#test/support/a-collection.ts';
import { aView, type Given, IN_FRENCH, read as readAll } from './a-view.ts';
import { anEntry, disputed, received, refunded } from './an-entry.ts';

/** Without the links to other languages. */
const read = (html: string) =>
  readAll(html)
    .slice(0, 1 - LANGUAGES.length)
    .map((text) => text.trim());

const CARD = received(2_000_000);
const CASH = received(1_500_000, { provider: 'merchant', method: 'cash', transaction: 'till-7' });

/** Of the payment at that place, oldest first. */
function receipt(entries: LedgerEntry[], place = 0, given: Given = {}): string[] {
  const view = aView({ entries, ...given });
  const number = receiptNumber(view.entries[place]?.id ?? '');
  return read(receiptPage(view, entries, number) ?? '');
}

describe('the receipt of a payment', () => {
  it('says of this payment alone to whom, when, how and what for', () => {
    const shown = receipt([CARD, CASH]);
    expect(shown).toEqual([
      '✓',
      'Receipt',
      'Received',
      'NGN 20,000.00',
      'Receipt number',
      expect.stringMatching(/^[0-9A-Z]{10}$/),
      'Paid to',
      'Shop',
      'Paid on',
      '1 Mar 2026, 10:02 (UTC+1)',
      'Method',
      'Card',
      'Transaction',
      't-2000000',
      'Reference',
      'PSK_txn_8a7f34',
      'Amount',
      'NGN 45,000.00',
      'Payment to Shop',
    ]);
    expect(receipt([CARD, CASH], 1)).toContain('NGN 15,000.00');
    expect(receipt([CARD], 0, { collection: IN_FRENCH })).toContain('Numéro du reçu');
  });

  it('says what was moved to another request, which is not given back', () => {
    const moved = (credited: number, transaction = CARD.transaction) =>
      anEntry({ kind: 'moved', movement: credited < 0 ? 'moved_out' : 'moved_in', credited, transaction });
    const shown = receipt([CARD, moved(-800_000), moved(-300_000, 'other')]);
    expect(shown.slice(-3, -1)).toEqual(['Moved to another request', 'NGN 8,000.00']);
    expect(shown).not.toContain('Given back since');
  });

  it('says what went back of it since, and of no other', () => {
    const ofCard = refunded(500_000, { transaction: CARD.transaction });
    const lost = disputed(300_000, { transaction: CARD.transaction, taken: true });
    const failed = refunded(500_000, { transaction: CARD.transaction, kind: 'refund_failed', credited: 500_000 });
    const line = (entries: LedgerEntry[], place = 0) => {
      const shown = receipt(entries, place);
      return shown.includes('Given back since') ? shown[shown.indexOf('Given back since') + 1] : undefined;
    };
    expect(line([CARD, CASH, ofCard])).toBe('NGN 5,000.00');
    expect(line([CARD, CASH, ofCard], 1)).toBeUndefined();
    expect(line([CARD, ofCard, lost])).toBe('NGN 8,000.00');
    expect(line([CARD, ofCard, failed])).toBeUndefined();
    const [{ id = '' } = {}] = aView({ entries: [CASH] }).entries;
    const back = refunded(1_500_000, { provider: 'merchant', transaction: takesBack(id) });
    expect(line([CASH, back])).toBe('NGN 15,000.00');
  });

  it('is of money that came, and of nothing else', () => {
    const view = aView({ entries: [CARD, refunded(500_000)] });
    const numbers = view.entries.map(({ id }) => receiptNumber(id));
    const known = numbers.map((number) => receiptPage(view, [CARD], number) !== undefined);
    expect(known).toEqual([true, false]);
    expect(receiptPage(view, [CARD], 'ABCDEFGHIJ')).toBeUndefined();
    const other = anEntry({ counts: false, amount: { minor: 5, currency: 'USD' } });
    const [foreign] = aView({ entries: [other] }).entries;
    expect(receiptPage(aView({ entries: [other] }), [other], receiptNumber(foreign?.id ?? ''))).toBeUndefined();
  });
});

describe('the statement of account', () => {
  const RANGE = { from: dayOf('2026-03-01'), to: dayOf('2026-03-31') };
  const entry = (kind: 'asked' | 'received' | 'written_off', minor: number, balance: number, given: object = {}) => ({
    ...{ at: Date.parse('2026-03-02T23:30:00.000Z'), kind, minor, balance, collection: 'h', number: 1 },
    ...{ contact: 'c', reference: 'order-1', currency: 'NGN', ...given },
  });
  const statement = (given: object = {}, statements: object[] = []) =>
    statementPage({
      account: anAccountWith([], { name: 'Shop <b>' }),
      ...{ language: 'en', range: RANGE, zone: 'Africa/Lagos', statements: statements as never },
      ...given,
    });

  it('says what was owed, each entry with what is owed after it, and what is owed in the end', () => {
    const html = statement({}, [
      {
        ...{ currency: 'NGN', opening: 10_000, closing: 0, credit: 250 },
        entries: [entry('asked', 5_000, 15_000, { invoice: 'INV-7' }), entry('received', -15_000, 0)],
      },
      { currency: 'USD', opening: 500, entries: [], closing: 500, credit: 0 },
    ]);
    expect(read(html).slice(2)).toEqual([
      'Sun 1 Mar 2026 to Tue 31 Mar 2026',
      'NGN',
      'Owed before',
      'NGN 100.00',
      'Asked ·',
      'INV-7',
      'NGN 50.00',
      'Tue 3 Mar 2026 · Owed after it: NGN 150.00',
      'Payment ·',
      'order-1',
      'NGN -150.00',
      'Tue 3 Mar 2026 · Owed after it: NGN 0.00',
      'Owed at the end',
      'NGN 0.00',
      'Paid too much, and owed to the customer',
      'NGN 2.50',
      'USD',
      'Owed before',
      'USD 5.00',
      'Owed at the end',
      'USD 5.00',
      'Payment to Shop &lt;b&gt;',
    ]);
    expect(html).not.toContain('<b>');
  });

  it('says that there is nothing, in the language of the reader', () => {
    for (const language of LANGUAGES)
      expect(read(statement({ language }))).toContain(STATEMENT_WORDS[language].nothing);
  });

  it('keeps to itself in another language', () => {
    expect(statement()).toContain('href="?lang=fr&amp;statement=1"');
  });
});
