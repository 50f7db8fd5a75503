/** The model's state of one account: from each committed change it computes the new state by the rules of the contract. */
import { type Known, markOverdue, recordExpiry, setStatus } from './collection.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import type { CreateRecord } from './creates.ts';
import { type Expected, expectCreate } from './expected.ts';
import { collectionIdOf } from './ids.ts';
import { type Chosen, learnedFrom } from './learned.ts';
import type { Claims } from './ledger-runs.ts';
import { named } from './made-by.ts';
import { apply, type Booked, type Confirmed, isPart } from './payments.ts';
import { type AddressBook, contactOf, emptyAddressBook, findContactId, remember } from './people.ts';
import type { Providers } from './providers.ts';
import { during, latest, startWith, type Timeline } from './timeline.ts';
import { type AccountFacts, iso, type Person, type Status } from './wire.ts';

/** One collection with its history. `maker` is the invocation that recorded it. */
export type Entry = Expected & {
  made: CreateRecord;
  maker: number;
  versions: Timeline<Known>;
  booked: readonly Booked[];
  claims: Claims;
  /** What each invocation that revised it has left. */
  revisions: Map<number, Known>;
};

export type Ledger = {
  account: AccountFacts;
  defaultProvider: string | undefined;
  providers: Timeline<Providers>;
  /** The invocation that added each provider, by slug. */
  providerMakers: Map<string, number>;
  book: Timeline<AddressBook>;
  entries: Map<string, Entry>;
  /** Ids in order of recording. */
  recorded: Timeline<readonly string[]>;
};

export const openLedger = (account: AccountFacts, providers: Providers, defaultProvider?: string): Ledger => ({
  account,
  defaultProvider,
  providers: startWith(providers),
  providerMakers: new Map(),
  book: startWith(emptyAddressBook()),
  entries: new Map(),
  recorded: startWith([]),
});

/** Records a new contact. A fault if the create should have found one. */
export function recordContact(ledger: Ledger, person: Person, { at }: Commit): string[] {
  const book = latest(ledger.book);
  if (findContactId(book, person, ledger.account) !== undefined) return [`${person.phone}: a contact more`];
  ledger.book.push({ at, value: remember(book, contactOf(person, ledger.account, undefined), ledger.account) });
  return [];
}

/** A create looks for its contact by phone, then by email; a contact may be added in between. */
export function contactsFound(
  { book, account }: Ledger,
  person: Person,
  { from, at: to }: Pick<Commit, 'from' | 'at'>,
): string[] {
  const books = during(book, { from, to });
  return books.flatMap(({ byPhone }, age) =>
    books.slice(0, age + 1).flatMap(({ byEmail }) => findContactId({ byPhone, byEmail }, person, account) ?? []),
  );
}

/** `contactId` is used only where the create may have found more than one contact, `chosen` where its person has a past. */
export function recordCollection(
  ledger: Ledger,
  made: CreateRecord,
  commit: Commit & { contactId: () => string; chosen: Chosen | undefined },
): string[] {
  const { account, entries } = ledger;
  const { body } = made;
  const id = collectionIdOf(account, body.reference);
  if (entries.has(id)) return [`${id}: recorded twice`];
  const contacts = contactsFound(ledger, body.contact, commit);
  const isOne = contacts.every((each) => each === contacts[0]);
  const found = isOne ? contacts[0] : contacts.find((each) => each === commit.contactId());
  const now = instantOf(commit);
  const learned = learnedFrom(ledger, expectCreate(body, account, now, found), {
    given: body.followUp,
    chosen: commit.chosen,
  });
  const expected = { ...learned, known: named(learned.known, { events: [] }, commit.member) };
  const versions = [{ at: commit.at, value: expected.known }];
  entries.set(id, { ...expected, made, maker: commit.by, versions, ...untouched() });
  return [...(found ? [] : [`${id}: its contact is not on record`]), ...dateFaults(id, commit, now)];
}

const untouched = () => ({ booked: [], claims: { nextSlot: 1, made: [] }, revisions: new Map() });

/** Records a listed collection from before the start of the world. */
export function recordOld(ledger: Ledger, { known, ...expected }: Expected, made: CreateRecord): void {
  const begun = Number.NEGATIVE_INFINITY;
  const versions = [{ at: begun, value: known }];
  ledger.entries.set(known.id, { ...expected, known, made, maker: 0, versions, ...untouched() });
  ledger.recorded.push({ at: begun, value: [...latest(ledger.recorded), known.id] });
}

/**
 * `asked` is the status in the caller's request; undefined for a change by time. `isStopped`: whether it tells that the
 * follow-ups stop.
 */
export type StatusCommit = Commit & { to: Status; asked: Status | undefined; isStopped: boolean };

/** A caller may switch the follow-ups on or off while another ends the collection: what that one tells is what it read. */
function asRead(versions: Timeline<Known>, { from, at, isStopped }: StatusCommit): Known {
  const was = latest(versions);
  const read = during(versions, { from, to: at }).find(({ followUp }) => followUp.enabled === isStopped);
  return read === undefined ? was : { ...was, followUp: read.followUp };
}

export function recordStatus({ known: { id }, versions }: Entry, commit: StatusCommit): string[] {
  const { to, asked, at } = commit;
  const was = asRead(versions, commit);
  const now = instantOf(commit);
  // A recorded expiry carries the instant of the expiry, which does not depend on the clock.
  const next =
    to === 'expired' && asked !== 'expired'
      ? recordExpiry(was, at + commit.skew)
      : asked === undefined
        ? markOverdue(was, now)
        : named(byCaller(was, asked, commit), was, commit.member);
  versions.push({ at, value: { ...next, followUp: latest(versions).followUp } });
  const by = asked === undefined ? 'time' : `a caller who asked for ${asked}`;
  const isRight = next.status === to && next !== was;
  return [
    ...(isRight ? [] : [`${id}: from ${was.status} to ${to} by ${by}, at ${iso(now)}`]),
    ...dateFaults(`${id}: ${to}`, commit, next.updatedAt),
  ];
}

/** An instant that was raised to what is on record does not say when the caller's request read its clock. */
function byCaller(was: Known, asked: Status, commit: StatusCommit): Known {
  const { known, answer } = setStatus(was, asked, instantOf(commit));
  const isAsRecorded = answer === 'ok' && stopsFollowUps(known) === commit.isStopped;
  if (isAsRecorded || commit.dated !== was.updatedAt) return known;
  return setStatus(was, asked, commit.from + commit.skew).known;
}

const stopsFollowUps = ({ events }: Known): boolean => events.at(-1)?.type === 'followup.stopped';

export function recordPayment(entry: Entry, paid: Confirmed, commit: Commit): string[] {
  const known = latest(entry.versions);
  const { booked, known: paidFor } = apply({ known, booked: entry.booked }, paid, instantOf(commit));
  if (paidFor === known) return [`${known.id}: ${paid.transaction} is counted twice`];
  // Money that a provider confirms names nobody, not even a member who made the request that asked for it.
  const applied = { booked, known: named(paidFor, known, paid.recorded && commit.member) };
  entry.booked = applied.booked;
  if (isPart(applied, paid)) entry.claims.leftOut = entry.claims.nextSlot;
  entry.versions.push({ at: commit.at, value: applied.known });
  return dateFaults(`${known.id}: ${paid.transaction}`, commit, applied.known.updatedAt);
}

export function recordListed({ recorded, entries, account }: Ledger, id: string, at: number): string[] {
  const ids = latest(recorded);
  if (ids.includes(id)) return [`${id}: listed twice`];
  recorded.push({ at, value: [...ids, id] });
  return entries.has(id) ? [] : [`${account.id}: ${id} is listed, and there is none`];
}
