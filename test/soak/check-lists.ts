/** Checks the lists after the soak: each holds every created collection of its account exactly once, and nothing else. */
import type { Ask } from './ask.ts';
import { type Account, type Journal, violate } from './journal.ts';
import type { Shown } from './observe.ts';

export async function checkLists(ask: Ask, journal: Journal): Promise<void> {
  for (const account of journal.accounts) {
    const expected = journal.orders.filter((order) => order.account === account).map(({ id }) => id);
    const { ids, counts } = await pagesOf(ask, account);
    const listed = new Set(ids);
    const say = (what: string) => violate(journal, `the list of ${account.name} ${what}`);
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
    const answer: Awaited<ReturnType<Ask>> = await ask({ path: `/public/collections?page=${page}&limit=100`, account });
    if (answer?.status !== 200) throw new Error(`the list of ${account.name} cannot be read: ${answer?.text}`);
    const { count, next } = answer.meta as { count: number; next: number | null };
    ids.push(...(answer.data as Shown[]).map(({ id }) => id));
    counts.push(count);
    page = next;
  }
  return { ids, counts };
}
