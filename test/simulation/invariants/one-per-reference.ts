/** Invariant 1: one collection per reference; its creator, and a replay with its key, never get 409. */
import { isDeepStrictEqual } from 'node:util';
import { collectionId } from '#lib/domain/ids.ts';
import { COLLECTION_SORT_KEY, collectionRefOfKey, PAYMENT_PREFIX } from '#lib/store/collection/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf } from '#test/simulation/world/acts.ts';
import type { Answer, Asked } from '#test/simulation/world/callers.ts';
import type { Invariant } from './invariant.ts';
import { storedItems } from './stored.ts';

export const onePerReference: Invariant = {
  number: 1,
  name: 'one collection per reference, and no false 409',
  watch(world, violate) {
    /** The invocation that stored each collection. */
    const makers = new Map<string, number>();
    const created = new Map<string, number>();
    /** Those with an entry in their ledgers. */
    const booked = new Set<string>();

    const judge = ({ asked, invocation, status, body, headers }: Answer): void => {
      const reference = (asked.call.body as { reference: string }).reference;
      const id = idOf(asked.by, reference);
      const isMaker = makers.get(id) === invocation.number;
      if (status === 409 && isMaker) violate(`${id}: its creator got ${body.code}`);
      if (status === 409 && isReplay(asked, world.asked.get(makers.get(id) ?? 0)))
        violate(`${id}: a replay of its create got ${body.code}`);
      if (body.code === 'duplicate_reference' && body.existing?.id !== id) violate(`${id}: 409 names another`);
      if (body.code === 'duplicate_reference' && !makers.has(id)) violate(`${id}: 409, but there is none`);
      if (status !== 201) return;
      if (body.data.id !== id || body.data.reference !== reference) violate(`${id}: 201 with ${body.data.id}`);
      if (headers['idempotent-replayed'] === 'true') {
        if (isMaker) violate(`${id}: its creator got a replay`);
        return;
      }
      if (!isMaker) violate(`${id}: 201 for one that did not make it`);
      created.set(id, (created.get(id) ?? 0) + 1);
      if (created.get(id) !== 1) violate(`${id}: made ${created.get(id)} times`);
      const isNew = body.data.status === 'pending' && body.data.completedAt === null && body.data.events.length === 1;
      // What was paid under its reference before is booked first, and the answer is what others have made of it by then.
      if (!isNew && !booked.has(id)) violate(`${id}: not new when it was made`);
    };

    return {
      changed({ key, before, after }) {
        const ref = collectionRefOfKey(key.pk);
        const id = ref === undefined ? key.pk : collectionId(ref);
        if (key.sk.startsWith(PAYMENT_PREFIX)) booked.add(id);
        if (key.sk !== COLLECTION_SORT_KEY) return;
        if (ref === undefined) return violate(`${key.pk}: no key of a collection`);
        if (after === undefined) return violate(`${id}: gone`);
        if (before === undefined) makers.set(id, world.asker?.number ?? 0);
        if (before !== undefined && !isCorrected(before, after)) violate(`${id}: its terms have changed`);
        if (before !== undefined && before['nonce'] !== after['nonce']) violate(`${id}: put over another`);
      },
      answered: (answer) => void (answer.asked.operation === 'create-collection' && judge(answer)),
      ended() {
        const references = storedItems(world).map(
          ({ pk, terms }) => `${collectionRefOfKey(pk)?.account} ${JSON.parse(unpackText(terms)).reference}`,
        );
        if (new Set(references).size < references.length) violate('a reference has two collections');
      },
    };
  },
};

type Terms = {
  contact: { id: string };
  amount: { minor: number; currency: string };
  dueDay?: number;
  expiresInMinutes: number;
  followUp: object;
  replaced?: readonly string[];
};

/** The events of what may change the terms. */
const CORRECTIONS = ['collection.updated', 'collection.reopened', 'promise.made'];

/** What names a collection, and the currency of what is owed, never changes; the rest only together with an event that tells it. */
function isCorrected(before: Item, after: Item): boolean {
  const texts = [before, after].map(({ terms }) => unpackText(terms));
  if (texts[0] === texts[1]) return true;
  const [was, is] = texts.map((text) => JSON.parse(text) as Terms) as [Terms, Terms];
  const fixed = ({ contact, amount, dueDay: _day, expiresInMinutes: _life, followUp: _plan, ...rest }: Terms) => {
    const { replaced: _addresses, ...others } = rest;
    return { ...others, id: contact.id, currency: amount.currency };
  };
  const [had, has] = [before, after].map(({ events }) => events as unknown as { type: string }[]);
  const isTold =
    has?.slice(had?.length).some(({ type }) => CORRECTIONS.includes(type)) &&
    after['runNumber'] !== before['runNumber'];
  return isDeepStrictEqual(fixed(was), fixed(is)) && (isTold || isDeepStrictEqual(was, is));
}

/** True for the same request with the same key. */
const isReplay = (asked: Asked, made: Asked | undefined): boolean =>
  asked.idempotencyKey !== undefined &&
  asked.idempotencyKey === made?.idempotencyKey &&
  JSON.stringify(asked.call.body) === JSON.stringify(made?.call.body);
