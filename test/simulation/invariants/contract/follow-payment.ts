/** Gives the model each applied payment; the amount comes from the provider's own records. */
import { PAYMENT_PREFIX } from '#lib/store/keys.ts';
import { recordPayment } from '#test/simulation/model/ledger.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { entryOf } from './records.ts';

/** A row without an event waits for its collection; one with an event has been applied. */
export function followPayment(made: Made): string[] {
  const { world, records, account, key, before, after, commit } = made;
  if (after['event'] === undefined || before?.['event'] !== undefined) return [];
  const id = idOf(made);
  const [provider, transaction] = key.sk.slice(PAYMENT_PREFIX.length).split('#');
  const booked = world.sandbox.booked.find((each) => each.transaction === transaction);
  const entry = entryOf(records, account, id);
  if (booked === undefined || entry === undefined) return [`${id}: ${transaction} was never paid, or not for anything`];
  // Our reference at a provider is the collection's id and the number of the session.
  const isOfIt = booked.reference.startsWith(`${id.replaceAll('_', '-')}-`);
  const isOwn = booked.by.account.id === account && provider === booked.by.sandboxId;
  const { minor, currency } = booked.amount;
  const paid = { transaction: booked.transaction, minor, currency, paidAt: Date.parse(booked.paidAt) };
  const dated = instant(after, 'recordedAt');
  return [
    ...(isOfIt && isOwn ? [] : [`${id}: ${transaction} was paid under ${booked.reference} at another provider`]),
    ...recordPayment(entry, paid, { ...commit, dated }),
  ];
}
