/** Pages of what needs a person: together they have all that is asked for, each once, in order, and no page reads without end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttentionPlace, AttentionReason } from '#lib/domain/attention/attention-item.ts';
import { type FoundAttention, listAttention } from '#lib/use-cases/list-attention.ts';

const PARTS_OF_A_PAGE = 5;
const PART = 100;

type Kept = { reason: AttentionReason; assignee: string | undefined; isLeftOut: boolean; isGone: boolean };
type Asked = { reason?: AttentionReason; assignee?: string; limit: number };

/** The pages of all, as numbers of what is kept, and in how many parts each was read. */
async function pagesOf(kept: readonly Kept[], { limit, ...filter }: Asked) {
  const places = kept.map(({ reason }, at): AttentionPlace => ({ since: `at ${at}`, hash: String(at), reason }));
  let parts = 0;
  const ports = {
    findAttention: async (_account: string, { after, limit: size }: { after?: AttentionPlace; limit: number }) => {
      parts += 1;
      expect(size).toBeLessThanOrEqual(PART);
      const first = after === undefined ? 0 : Number(after.hash) + 1;
      return places.slice(first, first + size);
    },
    getAttentionItems: async (_account: string, asked: readonly AttentionPlace[]) =>
      asked
        .filter(({ hash }) => !kept[Number(hash)]?.isGone)
        .map((place) => ({ ...place, ...kept[Number(place.hash)] })),
    getCollections: async (_account: string, hashes: readonly string[]) => hashes.map((hash) => ({ ref: { hash } })),
  } as unknown as Parameters<typeof listAttention>[0];
  const isLeftOut = ({ item }: FoundAttention) => (item as unknown as Kept).isLeftOut;
  const pages: { numbers: number[]; parts: number }[] = [];
  let after: AttentionPlace | undefined;
  do {
    parts = 0;
    const { found, next } = await listAttention(ports, 'a', { ...filter, after, limit, isLeftOut });
    pages.push({ numbers: found.map(({ collection }) => Number(collection.ref.hash)), parts });
    after = next;
  } while (after !== undefined);
  return pages;
}

const isWanted = ({ reason, assignee, isLeftOut, isGone }: Kept, asked: Asked) =>
  !(isLeftOut || isGone) &&
  (asked.reason === undefined || asked.reason === reason) &&
  (asked.assignee === undefined || asked.assignee === assignee);

const anyKept: fc.Arbitrary<Kept> = fc.record({
  reason: fc.constantFrom('replied', 'disputed'),
  assignee: fc.constantFrom(undefined, 'Ada', 'Bola'),
  isLeftOut: fc.boolean(),
  isGone: fc.constantFrom(false, false, true),
});
const anyAsked: fc.Arbitrary<Asked> = fc.record(
  { limit: fc.integer({ min: 1, max: 12 }), reason: fc.constant('replied'), assignee: fc.constant('Ada') },
  { requiredKeys: ['limit'] },
);

it('all pages have each that is asked for once, in order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyKept, { maxLength: 40 }), anyAsked, async (kept, asked) => {
      const pages = await pagesOf(kept, asked);
      const wanted = kept.flatMap((each, at) => (isWanted(each, asked) ? [at] : []));
      expect(pages.flatMap(({ numbers }) => numbers)).toEqual(wanted);
      for (const { numbers, parts } of pages) {
        expect(numbers.length).toBeLessThanOrEqual(asked.limit);
        expect(parts).toBeLessThanOrEqual(PARTS_OF_A_PAGE);
      }
    }),
    { numRuns: 200 },
  ));

const shown = { reason: 'replied', assignee: undefined, isLeftOut: false, isGone: false } as const;
const all = (count: number, given: Partial<Kept> = {}): Kept[] =>
  Array.from({ length: count }, () => ({ ...shown, ...given }));

it.each([
  ['nothing', [], [[0, 1]]],
  ['less than a page', all(2), [[2, 1]]],
  ['a page', all(3), [[3, 1]]],
  [
    'a page and one',
    all(4),
    [
      [3, 1],
      [1, 1],
    ],
  ],
  ['a page behind what is left out', [...all(4, { isLeftOut: true }), ...all(3)], [[3, 2]]],
  ['what is left out, in as many parts as a page reads', all(19, { isLeftOut: true }), [[0, 5]]],
  [
    'more that is left out than a page reads',
    [...all(20, { isLeftOut: true }), ...all(1)],
    [
      [0, 5],
      [1, 1],
    ],
  ],
])('three a page of %s', async (_which, kept, expected) => {
  const pages = await pagesOf(kept, { limit: 3 });
  expect(pages.map(({ numbers, parts }) => [numbers.length, parts])).toEqual(expected);
});

it.each<Partial<Asked>>([{ reason: 'replied' }, { assignee: 'Ada' }])(
  'few of many are looked for in the largest parts: %o',
  async (few) => {
    const kept = [...all(PART * PARTS_OF_A_PAGE, { reason: 'disputed' }), ...all(1, { assignee: 'Ada' })];
    const pages = await pagesOf(kept, { limit: 3, ...few });
    expect(pages.map(({ numbers, parts }) => [numbers, parts])).toEqual([
      [[], PARTS_OF_A_PAGE],
      [[PART * PARTS_OF_A_PAGE], 1],
    ]);
  },
);
