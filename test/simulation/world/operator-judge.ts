/** Invariant 15 for an operator's erasures: each writes only what is the person's, and leaves nothing of it. */
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { isSubject, type Subject } from '#lib/domain/erasure.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { matchKeyOf } from '#lib/domain/match-key.ts';
import { type CollectionItem, fromItem } from '#lib/store/collection-item.ts';
import { COLLECTION_SORT_KEY, collectionKey, collectionRefOfKey } from '#lib/store/keys.ts';
import { storedCollections, storedItem } from '#test/simulation/invariants/stored.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { textOf } from '#test/support/item-text.ts';
import { endpointsOf } from './merchants.ts';
import { type Command, isNamed, matchAgain, type Named, running } from './operator-commands.ts';
import { type Book, type Told, valuesOf } from './operator-customers.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
/** No create or correction takes longer. */
const UNDER_WAY = 2 * MINUTE;
/** An index shows what is this old. */
const INDEXED = 3 * MINUTE;

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
    const { id, erasedAt } = storedCollections(world).find((each) => each.id === message.collectionId) ?? {};
    if (erasedAt !== undefined) world.violate(15, `${message.id} of ${id} was sent after its erasure`);
  };
}

/** Before anything is erased: whoever restores an earlier table erases it again. */
const isLogged = ({ table }: World, { tenant, starts }: Command): boolean =>
  table.items
    .partition('ERASURES')
    .some(({ account, at }) => account === tenant.account.id && Date.parse(String(at)) >= (starts.at(-1) ?? 0));

/** What an erasure writes is the person's. */
function judgeWrite(world: World, command: Command, { key: { pk, sk }, before, after }: Change): void {
  const { kind, tenant, named, matched } = command;
  if (kind === 'export') world.violate(15, `an export writes ${pk} ${sk}`);
  if (kind !== 'erase') return;
  if (!isLogged(world, command)) world.violate(15, `${pk} is erased, and the log does not say so`);
  const ref = collectionRefOfKey(pk);
  const id = ref && collectionId(ref);
  if (id !== undefined && !matched.has(id)) world.violate(15, `${sk} of ${id} is erased with ${named.value}`);
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

/** Limits on messages to others count what was sent to them. */
const sendsIn = (item: Item | undefined): string[] =>
  ((item?.['sends'] ?? []) as unknown as { hash: string }[]).map(({ hash }) => hash);

function judgePerson(world: World, { matched, tenant, named }: Command, before: Item, after: Item | undefined): void {
  const { pk } = before;
  const kept = new Set(sendsIn(after));
  for (const hash of sendsIn(before).filter((each) => !kept.has(each))) {
    const { collection } = read(world, tenant.account.id, hash);
    if (collection === undefined || collection.erasedAt !== undefined || matched.has(collection.id)) continue;
    // What was sent for it before a correction was for somebody else.
    if (
      !String(pk).endsWith(
        `#PERSON#${matchKeyOf(phoneOf(collection.contact, tenant.account), collection.contact.email)}`,
      )
    )
      continue;
    world.violate(15, `${pk} is deleted with ${named.value}: it counts messages of ${collection.id}`);
  }
}

function read(world: World, account: string, hash: string): { collection?: Collection } {
  const item = storedItem(world, collectionKey(account, hash).pk);
  return item === undefined ? {} : { collection: fromItem(item as CollectionItem).collection };
}

/** What an erasure leaves of a collection: everything but these. */
const OVERWRITTEN = ['terms', 'options', 'erasedAt', 'metadata', 'idempotencyKey', 'bodyHash', 'contactId'];

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

/** Once a command has ended. */
export function judgeAfter(world: World, state: State, command: Command): void {
  const { kind, ended, found, starts, tenant, named } = command;
  if (kind !== 'erase' || ended !== 'done') return;
  const all = new Map(storedCollections(world).map((each) => [each.id, each]));
  const started = starts.at(-1) ?? 0;
  for (const id of found) {
    const collection = all.get(id);
    if (collection === undefined || collection.erasedAt !== undefined) continue;
    // An index may not show the newest yet.
    if (named.by === 'contact' && Date.parse(collection.createdAt) > started - INDEXED) continue;
    if (isNamed(tenant, named, collection)) world.violate(15, `${id} is not erased with ${named.value}`);
  }
  const others = state.commands.filter((each) => each !== command && each.ended !== 'done');
  judgeTexts(world, state, (id) => command.matched.has(id) && !others.some(({ matched }) => matched.has(id)));
}

/** No text of an erased collection is left. */
function judgeTexts(world: World, { told }: State, isJudged: (id: string) => boolean = () => true): void {
  const erased = storedCollections(world).filter(({ erasedAt }) => erasedAt !== undefined);
  const gone = new Set(erased.map(({ id }) => id).filter(isJudged));
  // What the merchant writes beside money that it records after the erasure stays.
  const erasedAt = new Map(erased.map((each) => [each.id, Date.parse(each.erasedAt ?? '')]));
  const isBefore = ({ id, at, isOfMoney }: Told) => !isOfMoney || at < (erasedAt.get(id) ?? 0) - MINUTE;
  const texts = told.filter((each) => gone.has(each.id) && isBefore(each)).flatMap(({ names }) => names);
  if (texts.length === 0) return;
  const any = new RegExp(texts.join('|'));
  for (const item of world.table.items.all()) {
    if (outlives(world, item)) continue;
    const [left] = any.exec(textOf(item)) ?? [];
    if (left !== undefined) world.violate(15, `${item['pk']} ${item['sk']} still says ${left}`);
  }
}

/** docs/privacy.md names what has an end of its own. */
function outlives(world: World, item: Item): boolean {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const endpoints = world.tenants.flatMap((tenant) => endpointsOf(world, tenant).map(({ id }) => id));
  return (
    sk === 'ACCOUNT' ||
    /^(OPTOUT|UNREACHABLE|HELP)/.test(pk) ||
    (sk === 'MESSAGE' && !world.isCalm) ||
    (sk.startsWith('DELIVERY#') && !endpoints.includes(String(item['endpoint'])))
  );
}

/** When nothing is left to do. */
export function judgeEnd(world: World, state: State): void {
  judgeTexts(world, state);
  const isRefused = state.commands.some(({ ended }) => ended === 'refused');
  for (const { sk, hashes } of world.table.items.partition('ERASURES'))
    if (hashes !== undefined && !isRefused) world.violate(15, `${sk} has ended, and names its collections`);
  for (const command of state.commands)
    if (command.kind === 'erase' && command.ended === 'done') judgeValue(world, state, command);
}

/** The phone or email by which somebody was erased is nowhere, unless the same was named again. */
function judgeValue(world: World, { told }: State, { tenant, named, starts }: Command): void {
  if (named.by === 'contact') return;
  const [value = ''] = valuesOf(tenant, { [named.by]: named.value });
  const since = (starts.at(-1) ?? 0) - UNDER_WAY;
  if (told.some((each) => each.by === tenant && each.at >= since && valuesOf(tenant, each).includes(value))) return;
  // What a correction has replaced stays with its collection.
  const isLive = storedCollections(world).some(
    ({ ref, contact, erasedAt, replaced = [] }) =>
      ref.account === tenant.account.id &&
      erasedAt === undefined &&
      [...valuesOf(tenant, contact), ...replaced].includes(value),
  );
  if (isLive) return;
  world.note('operator: judged by value');
  for (const item of world.table.items.all()) {
    const pk = String(item['pk']);
    const isOwn = pk.startsWith(`ACCOUNT#${tenant.account.id}`) || item['account'] === tenant.account.id;
    if (!isOwn || outlives(world, item)) continue;
    if (textOf(item).toLowerCase().includes(value)) world.violate(15, `${pk} ${item['sk']} still says ${value}`);
  }
}

/** Everything that the table says of the person, and nothing of others. Nothing else happens meanwhile. */
export function judgeExport(world: World, { told }: State, { document = '', found, tenant, named }: Command): void {
  for (const id of found)
    if (!document.includes(id)) world.violate(15, `the export by ${named.value} does not have ${id}`);
  const isOwn = (id: string) => found.includes(id);
  const collections = storedCollections(world);
  const stored = new Map(
    collections.map(({ id, ref }) => [id, textIn(world, collectionKey(ref.account, ref.hash).pk)]),
  );
  for (const { id, names } of told)
    for (const name of names) {
      if (isOwn(id) && stored.get(id)?.includes(name) && !document.includes(name))
        world.violate(15, `the export by ${named.value} does not have ${name}`);
      if (!isOwn(id) && new RegExp(`${name}\\b`).test(document))
        world.violate(15, `the export by ${named.value} has ${name} of ${id}`);
    }
  const own = collections.filter(({ id }) => isOwn(id));
  const addresses = new Set([
    ...own.flatMap(({ contact, replaced = [] }) => [...valuesOf(tenant, contact), ...replaced]),
    named.value.toLowerCase(),
  ]);
  for (const [address] of document.matchAll(ADDRESSES))
    if (!addresses.has(address.toLowerCase()) && !isInContact(document, address, named))
      world.violate(15, `the export by ${named.value} has ${address} of somebody else`);
  for (const { id, ref } of collections)
    if (!isOwn(id) && ref.account === tenant.account.id && document.includes(ref.hash))
      world.violate(15, `the export by ${named.value} names ${id}`);
}

const ADDRESSES = /\+23480399770\d+|\b99779\d+|[a-z.\d]+@canary\.example/gi;

/** A contact that the person was found by has a phone and an email. */
function isInContact(document: string, address: string, { value }: Named): boolean {
  const { contacts } = JSON.parse(document) as { contacts: { id: string; phone: string; email: string }[] };
  return contacts.some(
    ({ id, phone, email }) =>
      [phone, email].includes(address.toLowerCase()) && [id, phone, email].includes(value.toLowerCase()),
  );
}

/** Who has said STOP: as many as before, and under another name. */
export function optOutsOf({ table }: World, { by, value }: Named): { all: number; named: number } {
  const all = table.items.all().filter(({ pk }) => /^OPTOUT#\w+#/.test(String(pk)));
  const isTheirs = ({ pk }: Item) => by !== 'contact' && String(pk).endsWith(`#${value.toLowerCase()}`);
  return { all: all.length, named: all.filter(isTheirs).length };
}

const textIn = ({ table }: World, pk: string): string => table.items.partition(pk).map(textOf).join(' ');

/** Which collections a replay of the log is about: those that were created before an erasure of their person. */
export function replayed(world: World): (id: string) => boolean {
  const log = world.table.items.partition('ERASURES') as unknown as (Subject & { account: string; at: string })[];
  const meant = storedCollections(world).filter(({ ref, contact, createdAt }) =>
    world.tenants.some(({ account }) =>
      log.some(
        (each) =>
          each.account === account.id &&
          ref.account === account.id &&
          createdAt <= each.at &&
          isSubject(each, contact, { phone: phoneOf(contact, account), salt: account.salt }),
      ),
    ),
  );
  const ids = new Set(meant.map(({ id }) => id));
  return (id) => ids.has(id);
}
