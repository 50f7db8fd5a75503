/** Tries the lists that reconciliation reads: a key may have fewer rights than it needs. */
import { MINUTE_MS } from '#lib/domain/time-units.ts';
import type { Connection, ListPage, PaymentAdapter } from './port.ts';

export type Unlistable = { what: ListPage['what']; reason: string };

const LISTS: readonly ListPage['what'][] = ['payments', 'refunds', 'disputes'];

type Trial = { connection: Connection; now: Date; reasonOf: (error: unknown) => string };

export async function unlistableBy(
  { listMovements }: PaymentAdapter,
  { connection, now, reasonOf }: Trial,
): Promise<Unlistable[]> {
  const [from, to] = [new Date(now.getTime() - MINUTE_MS).toISOString(), now.toISOString()];
  const found: Unlistable[] = [];
  for (const what of LISTS) {
    await listMovements?.({ what, from, to }, connection).catch((error: unknown) => {
      found.push({ what, reason: reasonOf(error) });
    });
  }
  return found;
}
