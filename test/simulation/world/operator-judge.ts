/** Invariant 15 for an operator's erasures: each writes only what is the person's, and changes nothing else. */
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { matchKeyOf } from '#lib/domain/match-key.ts';
import { type CollectionItem, fromItem } from '#lib/store/collection/item.ts';
import { COLLECTION_SORT_KEY, collectionKey, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { isErased, storedCollections, storedItem } from '#test/simulation/invariants/stored.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { type Command, matchAgain, running } from './operator-commands.ts';
import { type Book, valuesOf } from './operator-customers.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
/** An index shows what is this old. */
export const INDEXED = 3 * MINUTE;

export type State = Book & { commands: Command[] };

/** From now on. */
export function watchOperator(world: World, state: State): void {
  world.table.watchers.push((change) => {
    const command = world.asker && running.get(world.asker);
    if (command !== undefined) judgeWrite(world, command, change);
    if (change.key.sk === COLLECTION_SORT_KEY)
      for (const each of state.commands) if (each.ended === undefined) matchAgain(world, each);
    if (change.after === undefined && change.key.pk.startsWith('UNREACHABLE#')) world.forgotten.add(change.key.pk);
    judgeMoney(world, change);
  });
  const { sent } = world.oracle;
  world.oracle.sent = (message) => {
    sent(message);
    if (isErased(world, message.collectionId))
      world.violate(15, `${message.id} of ${message.collectionId} was sent after its erasure`);
  };
}

/** Before anything is erased: a restore of an earlier table repeats what is logged. */
const isLogged = ({ table }: World, { tenant, starts }: Command): boolean =>
  table.items
    .partition('ERASURES')
    .some(({ account, at }) => account === tenant.account.id && Date.parse(String(at)) >= (starts[0] ?? 0));

/** What an erasure writes is the person's. */
function judgeWrite(world: World, command: Command, { key: { pk, sk }, before, after }: Change): void {
  const { kind, tenant, named, matched } = command;
  if (kind === 'export') world.violate(15, `an export writes ${pk} ${sk}`);
  if (kind !== 'erase') return;
  if (pk !== 'ERASURES' && !isLogged(world, command)) world.violate(15, `${pk} is erased, and the log does not say so`);
  const ref = collectionRefOfKey(pk);
  const id = ref && collectionId(ref);
  const isErased = (sk === COLLECTION_SORT_KEY ? before : storedItem(world, pk))?.['erasedAt'] !== undefined;
  if (id !== undefined && !matched.has(id) && !isErased)
    world.violate(15, `${sk} of ${id} is erased with ${named.value}`);
  if (sk === 'CONTACT' && before !== undefined && !isContactOf(command, before))
    world.violate(15, `${pk} is deleted with ${named.value}`);
  if (sk === 'CONTACT' && before !== undefined) judgeContact(world, command, before);
  if (sk === 'PERSON' && before !== undefined) judgePerson(world, command, before, after);
  if (!pk.startsWith('ACCOUNT#')) return;
  if (!pk.startsWith(`ACCOUNT#${tenant.account.id}`) && sk !== 'ACCOUNT')
    world.violate(15, `${pk} ${sk} of another account is written`);
}

const isContactOf = ({ tenant, named }: Command, item: Item): boolean =>
  named.by === 'contact'
    ? item['id'] === named.value
    : valuesOf(tenant, item as { phone: string; email: string }).includes(named.value.toLowerCase());

/** A contact that a collection needs which stays: it can be found by it. */
function judgeContact(world: World, { found, tenant }: Command, item: Item): void {
  for (const { id, ref, contact, createdAt, erasedAt } of storedCollections(world)) {
    if (ref.account !== tenant.account.id || erasedAt !== undefined || found.includes(id)) continue;
    // An index may not show the newest yet.
    if (Date.parse(createdAt) > world.kernel.now() - INDEXED) continue;
    const own = valuesOf(tenant, contact);
    if (contact.id === item['id'] && own.includes(String(item['phone'])) && own.includes(String(item['email'])))
      world.violate(15, `the contact of ${id} is deleted with another person`);
  }
}

const sendsIn = (item: Item | undefined): string[] =>
  ((item?.['sends'] ?? []) as unknown as { hash: string }[]).map(({ hash }) => hash);

/** Limits on messages to others count what was sent to them. */
function judgePerson(world: World, { matched, tenant, named }: Command, before: Item, after: Item | undefined): void {
  const { pk } = before;
  const kept = new Set(sendsIn(after));
  for (const hash of sendsIn(before).filter((each) => !kept.has(each))) {
    const { collection } = read(world, tenant.account.id, hash);
    if (collection === undefined || collection.erasedAt !== undefined || matched.has(collection.id)) continue;
    // What was sent for it before a correction was for somebody else.
    const { contact } = collection;
    if (!String(pk).endsWith(`#PERSON#${matchKeyOf(phoneOf(contact, tenant.account), contact.email)}`)) continue;
    world.violate(15, `${pk} is deleted with ${named.value}: it counts messages of ${collection.id}`);
  }
}

function read(world: World, account: string, hash: string): { collection?: Collection } {
  const item = storedItem(world, collectionKey(account, hash).pk);
  return item === undefined ? {} : { collection: fromItem(item as CollectionItem).collection };
}

/** What an erasure leaves of a collection: everything but these. */
const OVERWRITTEN = ['terms', 'options', 'erasedAt', 'metadata', 'idempotencyKey', 'bodyHash'];

/** Money facts stay. */
function judgeMoney(world: World, { key: { pk, sk }, before, after }: Change): void {
  if (sk !== COLLECTION_SORT_KEY || before?.['erasedAt'] !== undefined || after?.['erasedAt'] === undefined) return;
  const facts = (item: Item | undefined) => {
    const { collection } = fromItem(item as unknown as CollectionItem);
    const { id, reference, amount, received, status, createdAt, expiresAt, events, completedAt } = collection;
    return { id, reference, amount, received, status, createdAt, expiresAt, events, completedAt };
  };
  if (before !== undefined && !isDeepStrictEqual(facts(before), facts(after)))
    world.violate(15, `${pk}: an erasure changes more than what is personal`);
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(before?.[name], after?.[name]) && !OVERWRITTEN.includes(name),
  );
  const odd = changed.filter((name) => !/contact/i.test(name));
  if (odd.length > 0) world.violate(15, `${pk}: an erasure changes ${odd.join(', ')}`);
}
