/** What is on record in one world: told who has committed which kind of change, it says itself what is true from then on. */
import { type Known, markOverdue, recordExpiry, setStatus } from './collection.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import type { CreateRecord } from './creates.ts';
import { type Expected, expectCreate } from './expected.ts';
import { collectionIdOf } from './ids.ts';
import type { Claims } from './ledger-runs.ts';
import { apply, type Booked, type Confirmed } from './payments.ts';
import { type AddressBook, emptyAddressBook, findContact, newContact, remember } from './people.ts';
import type { Providers } from './providers.ts';
import { during, latest, startWith, type Timeline } from './timeline.ts';
import { type AccountFacts, type Contact, iso, type Person, type Status } from './wire.ts';

/** All that is known of one collection. `maker` is the invocation that has recorded it. */
export type Entry = Expected & {
  made: CreateRecord;
  maker: number;
  versions: Timeline<Known>;
  booked: readonly Booked[];
  claims: Claims;
  /** The invocations that have changed its status. */
  changers: Set<number>;
};

export type Ledger = {
  account: AccountFacts;
  defaultProvider: string | undefined;
  providers: Timeline<Providers>;
  /** By slug, the invocation that has added it. */
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

/** A new contact, by a create that found none. */
export function recordContact(ledger: Ledger, person: Person, { at }: Commit): string[] {
  const book = latest(ledger.book);
  if (findContact(book, person, ledger.account) !== undefined) return [`${person.phone}: a contact more`];
  ledger.book.push({ at, value: remember(book, newContact(person, ledger.account), ledger.account) });
  return [];
}

/** Looked up by phone, then by email (design §1 "Create"): somebody may be added in between. */
function contactsFound({ book, account }: Ledger, person: Person, { from, at: to }: Commit): Contact[] {
  const books = during(book, { from, to });
  return books.flatMap(({ byPhone }, age) =>
    books.slice(0, age + 1).flatMap(({ byEmail }) => findContact({ byPhone, byEmail }, person, account) ?? []),
  );
}

/** `contactId` is asked only where more than one contact may have been found. */
export function recordCollection(
  ledger: Ledger,
  made: CreateRecord,
  commit: Commit & { contactId: () => string },
): string[] {
  const { account, entries } = ledger;
  const { body } = made;
  const id = collectionIdOf(account, body.reference);
  if (entries.has(id)) return [`${id}: recorded twice`];
  const contacts = contactsFound(ledger, body.contact, commit);
  const isOne = contacts.every((each) => each.id === contacts[0]?.id);
  const found = isOne ? contacts[0] : contacts.find((each) => each.id === commit.contactId());
  const now = instantOf(commit);
  const expected = expectCreate(body, account, now, found);
  const versions = [{ at: commit.at, value: expected.known }];
  entries.set(id, { ...expected, made, maker: commit.by, versions, ...untouched() });
  return [...(found ? [] : [`${id}: its contact is not on record`]), ...dateFaults(id, commit, now)];
}

const untouched = () => ({ booked: [], claims: { nextSlot: 1, made: [] }, changers: new Set<number>() });

/** Something that was there before the world began, and that the account has listed. */
export function recordOld(ledger: Ledger, { known, ...expected }: Expected, made: CreateRecord): void {
  const begun = Number.NEGATIVE_INFINITY;
  const versions = [{ at: begun, value: known }];
  ledger.entries.set(known.id, { ...expected, known, made, maker: 0, versions, ...untouched() });
  ledger.recorded.push({ at: begun, value: [...latest(ledger.recorded), known.id] });
}

/** `asked` is what a caller wanted; without it, time has brought the change. */
export type StatusCommit = Commit & { to: Status; asked: Status | undefined };

export function recordStatus({ known: { id }, versions, changers }: Entry, commit: StatusCommit): string[] {
  const { to, asked, at } = commit;
  const was = latest(versions);
  const now = instantOf(commit);
  // An expiry is dated as of itself, so its own instant says nothing of the clock.
  const next =
    to === 'expired' && asked !== 'expired'
      ? recordExpiry(was, at + commit.skew)
      : asked === undefined
        ? markOverdue(was, now)
        : setStatus(was, asked, now).known;
  versions.push({ at, value: next });
  changers.add(commit.by);
  const by = asked === undefined ? 'time' : `a caller who asked for ${asked}`;
  const isRight = next.status === to && next !== was;
  return [
    ...(isRight ? [] : [`${id}: from ${was.status} to ${to} by ${by}, at ${iso(now)}`]),
    ...dateFaults(`${id}: ${to}`, commit, next.updatedAt),
  ];
}

export function recordPayment(entry: Entry, paid: Confirmed, commit: Commit): string[] {
  const known = latest(entry.versions);
  const applied = apply({ known, booked: entry.booked }, paid, instantOf(commit));
  if (applied.known === known) return [`${known.id}: ${paid.transaction} is counted twice`];
  entry.booked = applied.booked;
  entry.versions.push({ at: commit.at, value: applied.known });
  return dateFaults(`${known.id}: ${paid.transaction}`, commit, applied.known.updatedAt);
}

export function recordListed({ recorded, entries, account }: Ledger, id: string, at: number): string[] {
  const ids = latest(recorded);
  if (ids.includes(id)) return [`${id}: listed twice`];
  recorded.push({ at, value: [...ids, id] });
  return entries.has(id) ? [] : [`${account.id}: ${id} is listed, and there is none`];
}
