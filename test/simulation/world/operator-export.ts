/** What an operator's other commands are to say and do: exports, the log, and opt-outs that hold. */
import { phoneOf } from '#lib/domain/contact.ts';
import { isSubject, type Subject } from '#lib/domain/erasure.ts';
import { type Address, hashedAddress } from '#lib/domain/opt-out.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { optOutKey, optOutSecretKey } from '#lib/store/opt-out/keys.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { textOf } from '#test/support/item-text.ts';
import type { Command, Named } from './operator-commands.ts';
import { valuesOf } from './operator-customers.ts';
import type { State } from './operator-judge.ts';
import type { World } from './world.ts';

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

const saidIn = ({ table }: World): Item[] => table.items.all().filter(({ pk }) => /^OPTOUT#\w+#/.test(String(pk)));

/** Who has said STOP. Later, each of them still has, under the address or its hash; the person who is erased, under the hash. */
export function optOutsOf(world: World): (named: Named) => void {
  const before = saidIn(world) as unknown as (Address & { pk: string })[];
  return ({ by, value }) => {
    const now = new Set(saidIn(world).map(({ pk }) => String(pk)));
    const secret = String(world.table.items.get(optOutSecretKey)?.['secret']);
    for (const { pk, channel, address } of before)
      if (!now.has(pk) && !now.has(optOutKey(channel, hashedAddress({ channel, address }, secret)).pk))
        world.violate(15, `${pk} is forgotten`);
      else if (!now.has(pk)) world.note('operator: opt-out hidden');
    for (const pk of now)
      if (by !== 'contact' && pk.endsWith(`#${value.toLowerCase()}`)) world.violate(15, `${pk} still names an address`);
  };
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
