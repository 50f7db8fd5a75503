/** How the console reads what a filter finds: page after page, question after question, each collection once. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { filterOf } from '#lib/web/console/app/filter.ts';
import { findAll, findPage } from '#lib/web/console/app/paging.ts';
import { answerWith } from '#test/support/console-service.ts';

afterEach(() => vi.unstubAllGlobals());

const filter = (text: string) => filterOf(new URLSearchParams(text));
const found = (ids: string, currency = 'NGN') =>
  [...ids].map((id) => ({ id, amount: { value: 1, currency }, dueDate: '2026-03-31' }));
const idsOf = (collections: readonly { id: string }[] = []) => collections.map(({ id }) => id).join('');
const queryOf = ({ path = '' }: { path?: string } = {}) =>
  Object.fromEntries(new URLSearchParams(path.slice(path.indexOf('?'))));

describe('a page of the list', () => {
  it('goes on to the next question for what it has room for, and the next page where that one stopped', async () => {
    const asked = answerWith(
      { data: found('ab') },
      { data: found('c'), nextCursor: 'x' },
      { data: found('d') },
      { data: [] },
    );
    const page = await findPage(filter('status=unpaid'), 3);
    expect([idsOf(page.collections), page.next]).toEqual(['abc', { question: 1, cursor: 'x' }]);
    expect(asked.map(queryOf)).toMatchObject([
      { status: 'overdue', limit: '3' },
      { status: 'pending', limit: '1' },
    ]);
    const rest = await findPage(filter('status=unpaid'), 3, page.next);
    expect([idsOf(rest.collections), rest.next]).toEqual(['d', undefined]);
    expect(asked.slice(2).map(queryOf)).toMatchObject([
      { status: 'pending', limit: '3', cursor: 'x' },
      { status: 'expired', limit: '2' },
    ]);
  });

  it('has once what two questions find, and nothing of what the service cannot be asked', async () => {
    answerWith({ data: found('ab') }, { data: found('bc') });
    expect(idsOf((await findPage(filter('q=ada'), 10)).collections)).toBe('abc');
    answerWith({ status: 400, code: 'validation_failed' }, { data: found('c') });
    expect(idsOf((await findPage(filter('q=ada'), 10)).collections)).toBe('c');
  });

  it('fails where a later page is refused, or the service is not there', async () => {
    answerWith({ status: 400, code: 'validation_failed' });
    await expect(findPage(filter('q=ada'), 10, { question: 0, cursor: 'x' })).rejects.toThrow();
    answerWith('offline');
    await expect(findPage(filter('q=ada'), 10)).rejects.toThrow();
  });

  it('of which few are wanted is read by the hundred, and ten times at most', async () => {
    const asked = answerWith(...Array.from({ length: 10 }, () => ({ data: found('a', 'USD'), nextCursor: 'x' })));
    const page = await findPage(filter('currency=NGN'), 10);
    expect([page.collections, page.next]).toEqual([[], { question: 0, cursor: 'x' }]);
    expect(new Set(asked.map((each) => queryOf(each)['limit']))).toEqual(new Set(['100']));
    expect(asked).toHaveLength(10);
  });
});

describe('all that a filter finds', () => {
  const hundred = (from: number) =>
    Array.from({ length: 100 }, (_, index) => ({ ...found('a')[0], id: String(from + index) }));

  it('is each once, over all pages, and says how much is read', async () => {
    answerWith({ data: hundred(0), nextCursor: 'x' }, { data: hundred(50) });
    const counts: number[] = [];
    const all = await findAll(filter('status=completed'), (count) => counts.push(count) > 0);
    expect([all?.length, counts]).toEqual([150, [100, 150]]);
  });

  it('is left as soon as the reader stops', async () => {
    const asked = answerWith({ data: hundred(0), nextCursor: 'x' });
    expect(await findAll(filter('status=completed'), () => false)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});
