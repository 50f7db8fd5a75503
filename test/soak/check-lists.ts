/** The lists, afterwards: every acknowledged create is in the list of its account exactly once, and nothing else is. */
import type { Ask } from './ask.ts';
import { type Account, type Books, violate } from './books.ts';
import type { Shown } from './observe.ts';

export async function checkLists(ask: Ask, books: Books): Promise<void> {
  for (const account of books.accounts) {
    const expected = books.orders.filter((order) => order.account === account).map(({ id }) => id);
    const { ids, counts } = await pagesOf(ask, account);
    const listed = new Set(ids);
    const say = (what: string) => violate(books, `the list of ${account.name} ${what}`);
    if (listed.size !== ids.length) say(`shows ${ids.length - listed.size} collections twice`);
    for (const id of expected) if (!listed.has(id ?? '')) say(`lacks ${id}`);
    if (ids.length !== expected.length) say(`has ${ids.length} of ${expected.length}`);
    if (counts.some((count) => count !== expected.length)) say(`counts ${[...new Set(counts)]} of ${expected.length}`);
  }
}

async function pagesOf(ask: Ask, account: Account): Promise<{ ids: string[]; counts: number[] }> {
  const ids: string[] = [];
  const counts: number[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const told: Awaited<ReturnType<Ask>> = await ask({ path: `/public/collections?page=${page}&limit=100`, account });
    if (told?.status !== 200) throw new Error(`the list of ${account.name} cannot be read: ${told?.text}`);
    const { count, next } = told.meta as { count: number; next: number | null };
    ids.push(...(told.data as Shown[]).map(({ id }) => id));
    counts.push(count);
    page = next;
  }
  return { ids, counts };
}
