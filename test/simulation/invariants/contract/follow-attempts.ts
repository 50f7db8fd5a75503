/** Gives the model each result, receipt and opt-out; what they say comes from the channels and the customers of the world. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { recordOptOut, recordReceipt, recordResult } from '#test/simulation/model/ledger-attempts.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { entryOf } from './records.ts';

/** A change of an attempt's row after its claim: one receipt more, or the result of its send. */
export function followAttempt(made: Made, before: Item): string[] {
  const { world, records, account, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (entry === undefined) return [`${id}: an attempt of what was never recorded`];
  const { slot, status: written, at } = after as unknown as Attempt;
  const [kept, had] = [after, before].map((item) => (item['receipts'] ?? []) as unknown as { id: string }[]);
  const newest = kept?.at(-1);
  if (newest === undefined || kept?.length === had?.length) {
    const dated = Date.parse(at[written] ?? '');
    return recordResult(entry, { ...commit, dated, slot, written, offers: world.offers.of(id, slot, commit.by) });
  }
  const receipt = world.customers.receipts.get(newest.id);
  if (receipt === undefined || receipt.collectionId !== id || receipt.slot !== slot)
    return [`${id} slot ${slot}: a receipt that no channel gave for it`];
  receipt.appliedAt ??= commit.at;
  return recordReceipt(entry, { ...commit, dated: receipt.time, slot, written, status: receipt.status });
}

/** Only the event of an opt-out has a row of its own. */
export function followEvent(made: Made): string[] {
  const { world, records, account, before, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (before !== undefined || entry === undefined) return [`${id}: an event that replaces one, or of nothing`];
  const isTrue = after['type'] === 'contact.opted_out' && world.customers.stops.some(({ by }) => by === id);
  return [
    ...(isTrue ? [] : [`${id}: tells ${after['type']}, which no customer did`]),
    ...recordOptOut(entry, { ...commit, dated: instant(after, 'timestamp') }),
  ];
}
