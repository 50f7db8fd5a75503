/** Pages of an account's journal: every entry once, wherever rows and pages end. */
import { describe, expect, it } from 'vitest';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { JOURNAL_KINDS } from '#lib/domain/journal/journal.ts';
import { readJournal } from '#lib/use-cases/read-journal.ts';
import { anAccount } from '#test/support/a-collection.ts';

const entry = (number: number): BookedEntry => ({
  ...{ at: number, kind: 'asked', minor: 1, collection: 'a', number, contact: number % 2 === 0 ? 'even' : 'odd' },
  ...{ reference: 'INV-1', currency: 'NGN' },
});

/** Rows of so many entries each. */
function portsOf(sizes: readonly number[]) {
  let number = 0;
  const rows = sizes.map((size, index) => ({
    key: String(index).padStart(4, '0'),
    day: '2026-03-02',
    entries: Array.from({ length: size }, () => {
      number += 1;
      return entry(number);
    }),
  }));
  return {
    readJournal: async (_account: string, { after, limit }: { after?: string | undefined; limit: number }) => {
      const left = rows.filter(({ key }) => after === undefined || key > after);
      return { rows: left.slice(0, limit), hasMore: left.length > limit };
    },
  };
}

const INSIGHTS = { account: anAccount(), generation: 1, asOf: '', today: 1 };
const filter = { range: { from: 0, to: 1 }, kinds: JOURNAL_KINDS };

async function walked(sizes: readonly number[], limit: number, given: object = {}) {
  const numbers: number[] = [];
  let [cursor, pages] = [undefined as string | null | undefined, 0];
  do {
    const page = await readJournal(
      portsOf(sizes),
      INSIGHTS,
      { ...filter, ...given },
      { limit, cursor: cursor ?? undefined },
    );
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    numbers.push(...page.entries.map(({ number }) => number));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null);
  return { numbers, pages };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the pages of a journal', () => {
  it.each([
    [[1], 1, 1],
    [[3, 4], 7, 1],
    [[3, 4], 6, 2],
    [[3, 4], 3, 3],
    [[], 5, 1],
    [Array.from({ length: 20 }, () => 1), 50, 1],
    [Array.from({ length: 21 }, () => 1), 50, 1],
    [Array.from({ length: 45 }, () => 2), 100, 1],
    [[100], 7, 15],
  ])('of rows of %j, %d a page, have every entry once on %d pages', async (sizes, limit, pages) => {
    const all = sizes.reduce((sum, size) => sum + size, 0);
    expect(await walked(sizes, limit)).toEqual({ numbers: upTo(all), pages });
  });

  it('end before they are full where too many rows would have to be looked through', async () => {
    const sizes = Array.from({ length: 450 }, () => 1);
    const { numbers, pages } = await walked(sizes, 300, { customer: 'even' });
    expect([numbers, pages]).toEqual([upTo(450).filter((number) => number % 2 === 0), 3]);
  });

  it('belong to their list, and to the figures of which they were made', async () => {
    const ports = portsOf([3]);
    const { nextCursor } = await readJournal(ports, INSIGHTS, filter, { limit: 1 });
    const cursor = nextCursor ?? '';
    for (const [insights, asked] of [
      [{ ...INSIGHTS, generation: 2 }, filter],
      [INSIGHTS, { ...filter, currency: 'NGN' }],
      [INSIGHTS, { ...filter, customer: 'odd' }],
      [INSIGHTS, { ...filter, range: { from: 0, to: 2 } }],
      [INSIGHTS, { ...filter, kinds: ['asked'] as const }],
    ] as const)
      await expect(readJournal(ports, insights, asked, { limit: 1, cursor })).rejects.toMatchObject({
        code: 'validation_failed',
      });
  });
});
