/**
 * Opens a session at the provider for what is still to be paid, at a click on the payment page, or leads to the one that is
 * open: the payer could pay both. Its reference is reserved before the provider gets it, so a payment finds its collection
 * after any crash. What the provider opened is stored before the payer sees it, because they may pay at once.
 */

import { asSeenAt, type CollectionContext } from '#lib/domain/collection.ts';
import { type Money, outstandingOf } from '#lib/domain/money.ts';
import type { Booking, Ledger } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { type CheckoutProvider, wayTo } from '#lib/domain/payment/order.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import {
  isTriedTooOften,
  pageToReuse,
  type Session,
  type SessionWay,
  unansweredSession,
  withEnding,
  withStaleEnded,
} from '#lib/domain/payment/session.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import type { AskPorts } from './ask-providers.ts';
import type { BookPorts, RememberPorts } from './book-movements.ts';
import { enterCode } from './enter-code.ts';
import { awaitOpened, isOpening, type OpenPorts, openUnder } from './open-session.ts';
import { reconcileCollection } from './reconcile-collection.ts';

export type CheckoutPorts = OpenPorts &
  Pick<Store, 'getLedger' | 'getCollection'> &
  EarlierPorts &
  Pick<Store, 'keepOpened' | 'replaceOption' | 'recordEvent'> &
  Pick<Payments, 'checkoutHosts'>;

type Bill = CollectionContext &
  Pick<Ledger, 'entries' | 'attempts'> & {
    provider: CheckoutProvider;
    /** What the session asks for: all that is left, or a part of it. */
    amount: Money;
    method?: keyof OpenedBy;
    /** The mobile network that the payer chose. */
    network?: string | undefined;
  };

/**
 * `closed`: the collection can no longer be paid. `paid`: the provider has just said that it was paid before.
 * `waiting`: what was asked before may still be paid. `too_often`: no further session is opened for now.
 */
type Checkout =
  | { kind: 'redirect'; link: string }
  | { kind: 'link'; link: string }
  | { kind: 'shown'; option: ProviderOption }
  | { kind: 'paid'; bookings: readonly Booking[] }
  | { kind: 'closed' | 'waiting' | 'too_often' }
  | { kind: 'failed'; reason: string };

/** So often may somebody else be faster: many can click at once. */
const MAX_RACES = 5;

export async function openCheckout(ports: CheckoutPorts, bill: Bill): Promise<Checkout> {
  let read = bill;
  const owed = outstandingOf(bill.collection).minor;
  for (let races = 0; races < MAX_RACES; races += 1) {
    const outcome = await openOnce(ports, read);
    if (outcome !== 'changed') return outcome;
    const { collection, entries, attempts } = await ports.getLedger(bill.collection.ref);
    // Another sum is nothing that the payer has agreed to.
    if (collection === undefined || outstandingOf(collection).minor !== owed) return { kind: 'closed' };
    read = { ...bill, collection, entries, ...(attempts && { attempts }) };
  }
  return { kind: 'failed', reason: 'contention' };
}

/** `changed`: somebody else has reserved a session, or what is owed has changed. */
async function openOnce(ports: CheckoutPorts, bill: Bill): Promise<Checkout | 'changed'> {
  const { method = 'checkout' } = bill;
  const wanted = { method, provider: bill.provider.slug };
  const earlier = await findEarlier(ports, bill, { ...wanted, minor: bill.amount.minor, ...asksOf(bill) });
  switch (earlier.kind) {
    case 'page':
      return leadTo(ports, bill, earlier.link);
    case 'opening':
      return awaitOther(ports, bill, { ...wanted, number: earlier.number });
    case 'unanswered':
      return openNew(ports, bill, { ...wanted, number: earlier.number, renews: method !== 'mobile_money' });
    case 'none':
      return reserveAndOpen(ports, bill, wanted);
    case 'waiting':
    case 'paid':
    case 'failed':
      return earlier;
  }
}

/** A session says what it asks for where that is not all that is left. */
const asksOf = ({ collection, amount }: Bill): Pick<Session, 'asks'> =>
  amount.minor < outstandingOf(collection).minor ? { asks: amount.minor } : {};

async function reserveAndOpen(ports: CheckoutPorts, bill: Bill, wanted: SessionWay): Promise<Checkout | 'changed'> {
  const { collection } = bill;
  const now = ports.clock.now();
  const reservedAt = now.toISOString();
  if (isTriedTooOften(collection.sessions, now)) {
    // The merchant is told once a day.
    const event = { type: 'payment_option.tried_too_often', timestamp: reservedAt, about: reservedAt.slice(0, 10) };
    await ports.recordEvent(collection.ref, event);
    return { kind: 'too_often' };
  }
  // Of a page for all that is left and one for a part, or for several debts, both could be paid.
  const isOther = (session: Session) => isForAnother(session, bill) && session.reservedAt !== undefined;
  const ending = withEnding(collection, isOther, now);
  const number = await ports.reserveSession(collection, { ...wanted, ...asksOf(bill), reservedAt }, ending);
  if (number !== undefined) return openNew(ports, bill, { ...wanted, number });
  return isPayable(asSeenAt(collection, now).status) ? 'changed' : { kind: 'closed' };
}

const isForAnother = ({ asks }: Session, bill: Bill): boolean => asks !== asksOf(bill).asks;

/** What another click opens at this moment is this one's, too. After a while its request is repeated, under the same number. */
async function awaitOther(
  ports: CheckoutPorts,
  bill: Bill,
  { number, ...wanted }: SessionWay & { number: number },
): Promise<Checkout | 'changed'> {
  const opened = await awaitOpened(ports, bill.collection.ref, number);
  if (opened === undefined) {
    const isOthers = bill.collection.sessions[number - 1]?.asks !== asksOf(bill).asks;
    return isOthers ? reserveAndOpen(ports, bill, wanted) : openNew(ports, bill, { ...wanted, number, renews: true });
  }
  if (opened.session === undefined || isForAnother(opened.session, bill)) return 'changed';
  const { link } = opened.session.opened ?? {};
  if (link !== undefined) return leadTo(ports, bill, link);
  const option = opened.collection.options.find((each) => each.method === wanted.method);
  return option === undefined ? 'changed' : { kind: 'shown', option };
}

async function openNew(
  ports: CheckoutPorts,
  bill: Bill,
  { renews, ...wanted }: SessionWay & { number: number; renews?: boolean },
): Promise<Checkout> {
  const { collection, amount } = bill;
  const { number, opened } = await openUnder(ports, bill, { ...wanted, ...(renews !== undefined && { renews }) });
  if (opened.kind === 'failed') {
    if (opened.reason === 'not_payable') return { kind: 'closed' };
    return opened.reason === 'taken' && renews === false ? { kind: 'waiting' } : opened;
  }
  const { option, key } = opened;
  const link = 'link' in option ? option.link : undefined;
  const way = link === undefined ? undefined : leadTo(ports, bill, link);
  const isUsable = way?.kind !== 'failed';
  if (isUsable || key !== undefined) {
    const kept = { minor: amount.minor, until: option.expiresAt, ...(isUsable && link !== undefined && { link }), key };
    // What was owed has changed meanwhile: it is ended by the collection's next run.
    if (!(await ports.keepOpened(collection.ref, number, kept))) return { kind: 'closed' };
  }
  if (way !== undefined) return way;
  const isWhole = amount.minor === collection.amount.minor;
  const shown = { method: wanted.method, ...option, ...(!isWhole && { asked: amount }) } as ProviderOption;
  await ports.replaceOption(collection.ref, shown, collection.amountChanges);
  return { kind: 'shown', option: shown };
}

function leadTo(ports: Pick<CheckoutPorts, 'checkoutHosts'>, { provider }: Bill, link: string) {
  const way = wayTo(link, ports.checkoutHosts(provider.kind));
  return way === undefined ? ({ kind: 'failed', reason: 'unsafe_link' } as const) : { kind: way, link };
}

type EarlierPorts = AskPorts & BookPorts & RememberPorts & Pick<Store, 'beginAsking'>;

/** `page`: it can be paid. `unanswered`: its reference can be used again. The others are what a click comes to. */
type EarlierSession =
  | { kind: 'page'; link: string }
  | { kind: 'unanswered' | 'opening'; number: number }
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'paid'; bookings: readonly Booking[] }
  | { kind: 'failed'; reason: string };

type SessionContext = CollectionContext & Pick<Ledger, 'entries' | 'attempts'>;
type SessionTerms = SessionWay & { minor: number } & Pick<Session, 'asks'>;

async function findEarlier(
  ports: EarlierPorts,
  subject: SessionContext,
  wanted: SessionTerms,
): Promise<EarlierSession> {
  const { collection } = subject;
  const now = ports.clock.now();
  const sessions = withStaleEnded(collection);
  const page = pageToReuse(sessions, wanted, now);
  const session = page ?? unansweredSession({ ...collection, sessions }, wanted, now);
  if (session === undefined) return { kind: 'none' };
  if (page === undefined && isOpening(session, now)) return { kind: 'opening', number: session.number };
  // Its reference may be known to the provider, with another sum.
  if (page === undefined && session.asks !== wanted.asks) return { kind: 'none' };
  const isAsked = await ports.beginAsking(collection, now);
  const { bookings, answers } = await reconcileCollection(
    ports,
    { ...subject, waiting: [] },
    isAsked ? 'newest' : undefined,
  );
  if (bookings.length > 0) return { kind: 'paid', bookings };
  const progress = answers?.progress.get(session.number);
  if (page) return progress === 'ended' ? { kind: 'none' } : { kind: 'page', link: page.opened.link };
  const { number, method } = session;
  // Nobody has seen a page or an account that was not answered. A request may have reached the phone.
  if (method !== 'mobile_money' || progress === 'unknown') return { kind: 'unanswered', number };
  if (progress === 'ended') return { kind: 'none' };
  return isAsked && progress === undefined ? { kind: 'failed', reason: 'unanswered' } : { kind: 'waiting' };
}

type WayPorts = Parameters<typeof openCheckout>[0] & Parameters<typeof enterCode>[0];

/** `sent`: the provider has the payer's code, and confirms the payment later. `no_number`: what was typed is none. */
export type WayOutcome = Checkout | { kind: 'sent' | 'refused' | 'no_number' };

/** `provider` is undefined if none is there to open anything. */
type ChosenWay = {
  click:
    | { method: keyof OpenedBy; part?: Money; network?: string; from?: string }
    | { method: 'mobile_money'; code: string };
  provider: CheckoutProvider | undefined;
  outstanding: Money;
};

/** Undefined if nothing can be opened; the page then says so. */
export async function openWay(
  ports: WayPorts,
  subject: CollectionContext & { entries: readonly LedgerEntry[] },
  { click, provider, outstanding }: ChosenWay,
): Promise<WayOutcome | undefined> {
  if ('code' in click) return { kind: (await enterCode(ports, { ...subject, code: click.code })) ? 'sent' : 'refused' };
  if (provider === undefined) return undefined;
  const { from, part, ...way } = click;
  const { phone: own, account } = subject;
  // Somebody else may pay for the customer, from a phone of theirs.
  const phone = from === undefined ? own : parsePhone(from, own.country ?? account.country);
  if (from !== undefined && !phone.reachable) return { kind: 'no_number' };
  return openCheckout(ports, {
    ...subject,
    ...way,
    phone,
    provider,
    amount: part ?? outstanding,
  });
}
