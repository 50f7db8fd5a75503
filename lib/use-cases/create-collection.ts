/** A create: finds or creates the contact, records the collection exactly once per reference, and opens the payment options that it asked for. */
import type { Account } from '#lib/domain/account.ts';
import { type CollectionRequest, collectionRefOf, impossibilities } from '#lib/domain/build-collection.ts';
import { asSeenAt, type Collection, type CollectionContext, type OpenedOptions } from '#lib/domain/collection.ts';
import { type Contact, contactLookup, personRefOf } from '#lib/domain/contact.ts';
import { type CreationRecord, idempotencyOf, judgeRepeat } from '#lib/domain/creation-record.ts';
import { duplicateReference, idempotencyConflict, validationFailed } from '#lib/domain/errors.ts';
import { asksForTags } from '#lib/domain/follow-up/follow-up-policy.ts';
import { contactId } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { numbered } from '#lib/domain/payment/session.ts';
import type { Person } from '#lib/domain/person/person.ts';
import { needsCountry, type Phone, parsePhone } from '#lib/domain/phone.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Store } from '#lib/store/store.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

type GivenContact = Omit<Contact, 'id'>;

export type FindPorts = Pick<
  Store,
  'getAccount' | 'rememberedCountry' | 'findContactId' | 'newestSegment' | 'getPersonAndAnnouncement'
>;

/** `phone` is the request's, `person` what the account remembers. `contactId` is that of the contact which the account already has. */
type FoundForCreate = {
  account: Account;
  startSegment: number;
  phone: Phone;
  contactId: string | undefined;
  person: Person;
  /** A webhook has named the collection's reference before. */
  isAnnounced: boolean;
};

export async function findForCreate(
  ports: FindPorts,
  id: string,
  { contact: given, reference }: { contact: GivenContact; reference: string },
): Promise<FoundForCreate> {
  const reading = Promise.all([ports.getAccount(id), ports.newestSegment(id)]);
  // Only a number without a country code waits for the account's country, and only the first time.
  const from = needsCountry(given.phone) ? (ports.rememberedCountry(id) ?? (await reading)[0]) : undefined;
  const phone = parsePhone(given.phone, from?.country);
  const finding = Promise.all([
    ports.findContactId(id, contactLookup(phone, given.email)),
    ports.getPersonAndAnnouncement(personRefOf(id, given, phone), reference),
  ]);
  const [[contactId, remembered], [account, startSegment]] = await Promise.all([finding, reading]);
  if (account === undefined) throw new Error('an account that does not exist');
  return { account, startSegment, phone, contactId, ...remembered };
}

/** Of the customer, where a rule asks for them: nothing is read for other accounts. */
export const tagsOf = async (
  ports: Pick<Store, 'getTags'>,
  account: Account,
  contactId: string | undefined,
): Promise<readonly string[]> =>
  contactId === undefined || !asksForTags(account) ? [] : ports.getTags(account.id, contactId);

type ContactPorts = Pick<Store, 'createContact'>;

/** The details of this request, with the id of the contact that is found by them: two people may share an address. */
export async function contactFor(
  ports: ContactPorts,
  given: GivenContact,
  { account, phone, contactId: known }: FoundForCreate,
): Promise<Contact> {
  const create = () =>
    ports.createContact(account.id, contactLookup(phone, given.email), contactId(account.salt, phone.lookup));
  return { id: known ?? (await create()), ...given, phone: phone.text };
}

/** The body's hash is stored only if there is an Idempotency-Key. */
export const creationOf = (
  written: { nonce: string; startSegment: number },
  key: string | undefined,
  body: object,
): CreationRecord => (key === undefined ? written : { ...written, idempotency: idempotencyOf(key, body) });

export type RecordPorts = Pick<Store, 'createCollection' | 'getRecorded' | 'appendToList'>;

/** The collection that has the reference, and whether an earlier call of the same caller recorded it. */
export async function recordOnce(
  ports: RecordPorts,
  collection: Collection,
  creation: CreationRecord,
): Promise<{ collection: Collection; replayed: boolean }> {
  const taken = await ports.createCollection(collection, creation);
  // A collection that was recorded before is listed too: its create may have died before it listed it.
  await ports.appendToList({ ...collection.ref, startSegment: (taken?.creation ?? creation).startSegment });
  if (taken === undefined) return { collection, replayed: false };
  switch (judgeRepeat(creation, taken.creation)) {
    case 'same_invocation':
      return { collection, replayed: false };
    case 'replay':
      return { collection: taken.collection, replayed: true };
    case 'key_conflict':
      throw idempotencyConflict();
    case 'duplicate':
      throw duplicateReference(collection.id);
  }
}

/** A replay is not refused: the account could do it when the collection was recorded. @throws validation_failed */
export async function refuseImpossible(
  ports: Pick<RecordPorts, 'getRecorded'>,
  request: CollectionRequest,
  { account, creation, now }: { account: Account; creation: CreationRecord; now: Date },
): Promise<void> {
  const faults = impossibilities(request, account, now);
  if (faults.length === 0) return;
  const earlier = creation.idempotency && (await ports.getRecorded(collectionRefOf(account, request.reference)));
  if (!earlier || judgeRepeat(creation, earlier.creation) !== 'replay') throw validationFailed(faults);
}

export type OptionPorts = OpenPorts & Pick<Store, 'saveOptions' | 'getCollection'>;

/** Opens what the create asked for, after the collection is recorded. */
export async function openOptions(ports: OptionPorts, context: CollectionContext): Promise<Collection> {
  const { collection } = context;
  const asked = unopened(collection);
  if (asked.length === 0) return collection;
  const { amount, ref } = collection;
  const outcomes = await Promise.all(
    asked.map(async (session) => ({
      about: session.method,
      ...(await openUnder(ports, { ...context, amount }, session)),
    })),
  );
  const at = ports.clock.now().toISOString();
  const opened: OpenedOptions = { options: [], keys: [], events: [] };
  for (const { about, number, opened: outcome } of outcomes) {
    if (outcome.kind === 'failed') {
      opened.events.push({ type: 'payment_option.failed', timestamp: at, about, reason: outcome.reason });
    } else {
      opened.options.push({ method: about, ...outcome.option } as ProviderOption);
      if (outcome.key !== undefined) opened.keys.push({ number, key: outcome.key });
    }
  }
  // Another call has saved options, or our own save succeeded and its reply was lost: answer what is stored.
  if (!(await ports.saveOptions(ref, opened))) {
    const { options } = (await ports.getCollection(ref)) ?? collection;
    return { ...collection, options };
  }
  return { ...collection, options: opened.options, events: [...collection.events, ...opened.events] };
}

/** Longer than any create runs: a create that has not saved its options by then has died. */
const MAX_CREATE_MS = 30_000;

/** True if a create died before it saved its options: then the replay opens them, unless the collection has ended. */
export const isLeftOpen = (collection: Collection, now: Date): boolean =>
  unopened(collection).length > 0 &&
  isPayable(asSeenAt(collection, now).status) &&
  now.getTime() - Date.parse(collection.createdAt) > MAX_CREATE_MS;

/** Sessions for another amount are not opened any more: the payment page opens new ones. */
function unopened({ payable, sessions, options, events, amountChanges, reopenedAt }: Collection) {
  if ((amountChanges ?? reopenedAt) !== undefined) return [];
  if (options.length > 0 || events.some(({ type }) => type === 'payment_option.failed')) return [];
  const all = numbered(sessions);
  return payable.methods.flatMap((asked) => {
    const newest = all.findLast(({ method }) => method === asked);
    return newest === undefined ? [] : [newest];
  });
}
