/** The journal of a collection only grows, and its sum is what is owed, whatever happens in whatever order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JournalEntry, journalOf, owedBy } from '#lib/domain/journal/journal.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { type Debt, played, someHappenings } from './a-story.ts';

const said = (journal: readonly JournalEntry[]) => journal.map(({ kind, minor }) => `${kind} ${minor}`);

type Story = Parameters<typeof played>[0];
const debtAfter = (story: Story): Debt => played(story).at(-1)?.debt as Debt;
const journalAfter = (...story: Story) => said(journalOf(debtAfter(story)));

const paid = (minor: number, given: object = {}) =>
  [
    1,
    {
      what: 'money',
      kind: 'payment',
      transaction: 't1',
      object: 't1',
      minor,
      taken: false,
      isCash: false,
      days: 0,
      ...given,
    },
  ] as unknown as Story[number];
const back = (kind: string, minor: number, given: object = {}) => paid(minor, { kind, ...given });
const to = (status: string) => [1, { what: 'status', to: status }] as unknown as Story[number];
const asks = (minor: number) => [1, { what: 'correction', minor }] as unknown as Story[number];
const credit = (minor: number) => [1, { what: 'credit', minor }] as unknown as Story[number];
const moved = (side: string, minor?: number) => [1, { what: 'transfer', to: side, minor }] as unknown as Story[number];
const reopened = [1, { what: 'reopening' }] as unknown as Story[number];

describe('the journal', () => {
  it('only grows', () => {
    fc.assert(
      fc.property(someHappenings, (story) => {
        let before: JournalEntry[] = [];
        for (const { debt } of played(story)) {
          const journal = journalOf(debt);
          expect(journal.slice(0, before.length)).toEqual(before);
          before = journal;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on the order in which the entries of the ledger are read', () => {
    fc.assert(
      fc.property(someHappenings, (story) => {
        const { collection, entries } = debtAfter(story);
        expect(journalOf({ collection, entries: entries.toReversed() })).toEqual(journalOf({ collection, entries }));
      }),
    );
  });

  it('adds up to what is outstanding while it is open; of what has ended only a dispute is owed', () => {
    fc.assert(
      fc.property(someHappenings, (story) => {
        for (const { debt } of played(story)) {
          const owed = owedBy(journalOf(debt));
          if (isOpen(debt.collection.status)) expect(owed).toBe(outstandingOf(debt.collection).minor);
          else if (!debt.entries.some(({ kind }) => kind === 'chargeback')) expect(owed).toBe(0);
          expect(owed).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what is owed', () => {
  it.each<[string, Story, string[]]>([
    ['asked', [], ['asked 100']],
    ['paid', [paid(100)], ['asked 100', 'received -100']],
    ['paid too much: the rest is owed to the customer', [paid(120)], ['asked 100', 'received -120', 'overpaid 20']],
    [
      'given back of what was too much',
      [paid(120), back('refund', 20)],
      ['asked 100', 'received -120', 'overpaid 20', 'returned 20', 'overpaid -20'],
    ],
    [
      'given back of a debt that is paid: as much less is asked, and nothing is written off',
      [paid(100), back('refund', 40)],
      ['asked 100', 'received -100', 'returned 40', 'credited -40'],
    ],
    [
      'given back in vain',
      [paid(100), back('refund', 40), back('refund_failed', 40)],
      ['asked 100', 'received -100', 'returned 40', 'credited -40', 'restored -40', 'reinstated 40'],
    ],
    ['given back of a part', [paid(60), back('refund', 40)], ['asked 100', 'received -60', 'returned 40']],
    [
      'disputed: owed until it is decided',
      [paid(100), back('dispute', 100, { taken: true })],
      ['asked 100', 'received -100', 'returned 100'],
    ],
    [
      'disputed and won',
      [paid(100), back('dispute', 100, { taken: true }), back('dispute_won', 100)],
      ['asked 100', 'received -100', 'returned 100', 'restored -100'],
    ],
    [
      'disputed after it was cancelled: what is taken is lost',
      [paid(30), to('cancelled'), back('dispute', 30, { taken: true }), back('dispute_won', 30)],
      [
        ...['asked 100', 'received -30', 'written_off -70', 'returned 30', 'written_off -30'],
        ...['restored -30', 'reinstated 30'],
      ],
    ],
    [
      'reversed after it was paid',
      [paid(100), back('reversal', 100)],
      ['asked 100', 'received -100', 'returned 100', 'credited -100'],
    ],
    ['cancelled', [paid(30), to('cancelled')], ['asked 100', 'received -30', 'written_off -70']],
    [
      'paid after it was cancelled',
      [to('cancelled'), paid(100)],
      ['asked 100', 'written_off -100', 'received -100', 'reinstated 100'],
    ],
    ['cancelled, and opened again', [to('cancelled'), reopened], ['asked 100', 'written_off -100', 'reinstated 100']],
    ['marked as paid without money', [paid(30), to('completed')], ['asked 100', 'received -30', 'written_off -70']],
    ['corrected', [asks(80), asks(110)], ['asked 100', 'corrected -20', 'corrected 30']],
    [
      'credited after it was paid: the rest is owed to the customer, and given back',
      [paid(100), credit(30), back('refund', 30)],
      ['asked 100', 'received -100', 'credited -30', 'overpaid 30', 'returned 30', 'overpaid -30'],
    ],
    ['credited while it is asked', [credit(30), paid(70)], ['asked 100', 'credited -30', 'received -70']],
    ['moved away: it is owed again', [paid(100), moved('other')], ['asked 100', 'received -100', 'moved 100']],
    [
      'paid too much, of which the rest is moved away',
      [paid(120), moved('other')],
      ['asked 100', 'received -120', 'overpaid 20', 'moved 20', 'overpaid -20'],
    ],
    ['paid by what was moved here', [moved('this', 100)], ['asked 100', 'moved -100']],
    ['expired: it is still owed', [to('expired')], ['asked 100']],
  ])('%s', (_what, story, expected) => {
    expect(journalAfter(...story)).toEqual(expected);
  });

  it('says when the money moved, where the books changed later', () => {
    const [, received] = journalOf(debtAfter([paid(100, { days: 2 })]));
    expect((received?.at ?? 0) - (received?.effectiveAt ?? 0)).toBe(2 * 86_400_000);
    expect(journalOf(debtAfter([paid(100)]))[1]).not.toHaveProperty('effectiveAt');
  });

  it('says who reports the money, and what of', () => {
    expect(journalOf(debtAfter([paid(100)]))[1]).toMatchObject({ provider: 'prv_one', transaction: 't1' });
    expect(journalOf(debtAfter([to('completed')]))[1]).toMatchObject({ reason: 'marked_as_paid' });
    const disputed = journalOf(debtAfter([paid(100), back('dispute', 100, { taken: true })]));
    expect(disputed[2]).toMatchObject({ kind: 'returned', reason: 'chargeback' });
    const refunded = journalOf(debtAfter([paid(100), back('refund', 100)]));
    expect(refunded[3]).toMatchObject({ kind: 'credited', reason: 'refund' });
  });
});

describe('what the books know of an entry', () => {
  const by = { id: 'mbr_1', name: 'Bola' };
  const debt = debtAfter([paid(100, { isCash: true }), back('refund', 40, { isCash: true })]);
  const entries = debt.entries.map((entry) => ({ ...entry, by, fee: 3, method: 'cash' }));

  it('is who recorded it, how it was paid, and what the provider kept', () => {
    const [asked, received, returned, credited] = journalOf({ ...debt, entries });
    expect(asked).not.toHaveProperty('by');
    expect(received).toMatchObject({ by, fee: 3, method: 'cash', provider: 'merchant' });
    expect([returned?.by, credited?.by]).toEqual([by, by]);
  });

  it('is who created, corrected and ended it', () => {
    const { collection } = debtAfter([asks(90), to('cancelled')]);
    const events = collection.events.map((event) => ({ ...event, data: { ...event.data, member: by } }));
    expect(journalOf({ collection: { ...collection, events }, entries: [] }).map((entry) => entry.by)).toEqual([
      by,
      by,
      by,
    ]);
  });

  it('is nothing of another currency', () => {
    const foreign = entries.map((entry) => ({ ...entry, counts: false }));
    expect(said(journalOf({ collection: debtAfter([]).collection, entries: foreign }))).toEqual(['asked 100']);
  });
});

describe('entries of earlier versions', () => {
  const withoutPlaces = ({ collection, entries }: Debt): Debt => ({
    collection,
    entries: entries.map(({ number: _n, eventsBefore: _e, ...entry }) => entry),
  });

  it('stand where their instants say', () => {
    const story = [paid(30), asks(90), to('cancelled'), [26, paid(100, { transaction: 't2' })[1]]] as unknown as Story;
    for (const debt of [debtAfter(story), debtAfter([paid(100)])])
      expect(journalOf(withoutPlaces(debt))).toEqual(journalOf(debt));
  });
});
