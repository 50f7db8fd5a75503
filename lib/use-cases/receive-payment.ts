/** Handles a genuine webhook: asks the provider, and books only what the provider confirms. */
import type { Account } from '#lib/domain/account.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import type { Lookup, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/providers/provider.ts';
import type { Store } from '#lib/store/store.ts';
import { type AskPorts, type OpenReturnPorts, rememberOpenReturns, reportedUnder } from './ask-providers.ts';
import { type BookPorts, bookMovements, type RememberPorts, rememberPayments } from './book-movements.ts';
import { type FoundCollection, findCollection } from './find-collection.ts';

export type ReceivePorts = Pick<AskPorts, 'findMovements'> &
  BookPorts &
  RememberPorts &
  Pick<OpenReturnPorts, 'rememberReturn'> &
  Pick<Store, 'announcePayment'>;

export type ReceiveOutcome =
  | { kind: 'booked'; collection: string; bookings: readonly Booking[] }
  /** `failed`: the provider says that no money will come. `pending`: not yet, and that it will tell. `early`: confirmed, and its collection does not exist yet. */
  | { kind: 'not_ours' | 'misdirected' | 'failed' | 'pending' | 'early' }
  /** The provider cannot confirm now, and must send the webhook again. */
  | { kind: 'unconfirmed'; reason: string };

/** `hasSequel`: another webhook will tell the end of a payment that is under way. */
type PaymentNotice = { account: Account; target: Target; lookup: Lookup; hasSequel?: boolean };

const WITHIN_MS = 8_000;

export async function receivePayment(ports: ReceivePorts, notified: PaymentNotice): Promise<ReceiveOutcome> {
  const { account, target, lookup } = notified;
  const names = namesIn(lookup);
  const ask = () => ports.findMovements(target, lookup, WITHIN_MS);
  if (names.length === 0) return receiveUnnamed(ports, notified, await ask());
  // Most other transactions of a merchant have no collection: the table is read before the provider is asked.
  const asking = names.some((name) => isSessionOf(account, name)) ? ask() : undefined;
  const owned = await findCollection(ports, { account, target }, names);
  if (owned.kind === 'found') return book(ports, notified, owned, await (asking ?? ask()));
  if (lookup.about === undefined && owned.kind === 'not_ours') return announce(ports, notified, names);
  // Only the provider knows the names of a transaction that a refund or a dispute is about.
  return lookup.about === undefined ? owned : receiveUnnamed(ports, notified, await ask());
}

const isSessionOf = (account: Account, name: string): boolean =>
  parseProviderReference(name)?.ref.account === account.id;

/** The provider's own key of a session, or a payment link, can be the merchant's reference, too. */
const namesIn = ({ reference, key, transaction, link, about }: Lookup): string[] =>
  [reference, key, about === undefined ? transaction : undefined, link].flatMap((name) => name ?? []);

/**
 * Its collection may come later. A create that was faster than the announcement has recorded its collection by then, so it is
 * looked for once more.
 */
async function announce(
  ports: ReceivePorts,
  notified: PaymentNotice,
  names: readonly string[],
): Promise<ReceiveOutcome> {
  const { account, target, lookup } = notified;
  for (const name of names) await ports.announcePayment(account.id, name, ports.clock.now());
  const owned = await findCollection(ports, { account, target }, names);
  if (owned.kind !== 'found') return owned;
  return book(ports, notified, owned, await ports.findMovements(target, lookup, WITHIN_MS));
}

async function receiveUnnamed(
  ports: ReceivePorts,
  notified: PaymentNotice,
  found: ProviderFindings,
): Promise<ReceiveOutcome> {
  const { account, target } = notified;
  if (found.kind === 'unavailable') return { kind: 'unconfirmed', reason: found.reason };
  const references = [...new Set(found.movements.flatMap((movement) => movement.references))];
  const owned = await findCollection(ports, { account, target }, references);
  return owned.kind === 'found' ? book(ports, notified, owned, found) : owned;
}

async function book(
  ports: ReceivePorts,
  { account, target, hasSequel = false }: PaymentNotice,
  { ref, ledger, reference }: FoundCollection & { kind: 'found' },
  found: ProviderFindings,
): Promise<ReceiveOutcome> {
  if (found.kind === 'unavailable') return { kind: 'unconfirmed', reason: found.reason };
  const reported = reportedUnder(reference, found.movements, target);
  if (reported.length === 0) {
    if (found.progress === 'ended') return { kind: 'failed' };
    return found.progress === 'pending' && hasSequel
      ? { kind: 'pending' }
      : { kind: 'unconfirmed', reason: found.progress };
  }
  await rememberOpenReturns(ports, target.id, found.movements);
  const bookings = await bookMovements(ports, { ref, reported, ledger });
  if (ledger.collection === undefined) return { kind: 'early' };
  await rememberPayments(ports, { ...ledger, account }, bookings);
  return { kind: 'booked', collection: ledger.collection.id, bookings };
}
