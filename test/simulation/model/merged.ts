/** What an item is to be after a table was merged into a restored one: decision 41, a row of its table for each kind. */
import { isDeepStrictEqual } from 'node:util';
import { mergedCollection } from './merged-collection.ts';
import {
  type Instants,
  instantsIn,
  type Stored,
  type StoredItem,
  sessionless,
  textIn,
  type Values,
  without,
} from './merged-items.ts';

const DAY = 86_400_000;
/** A message counts at most so long before it was sent. */
const EARLIER = 5 * 60_000;
const MAX_SENDS = 12;
const MAX_PAYMENTS = 5;

type Rule = (old: StoredItem, own: StoredItem, instants: Instants) => StoredItem;

const laterBy =
  (name: string): Rule =>
  (old, own) =>
    textIn(old, name) > textIn(own, name) ? old : own;

const own: Rule = (_old, after) => after;

/** Revoked in either is revoked, from the first time on. */
const keys: Rule = (old, after) => {
  const [first] = instantsIn([old, after], 'revokedAt');
  return first === undefined ? after : { ...after, revokedAt: first };
};

/** Removed in either is removed; name and role as changed later; no session and no link of the old table. */
const members: Rule = (old, after) => {
  const [removedAt] = instantsIn([old, after], 'removedAt');
  const { name, role, updatedAt } = textIn(old, 'updatedAt') > textIn(after, 'updatedAt') ? old : after;
  const joined = { ...after, name, role, updatedAt } as StoredItem;
  return removedAt === undefined ? joined : { ...sessionless(joined), removedAt };
};

/** Of each provider the one changed later; name and support as in the old table. */
const accounts: Rule = (old, after) => {
  const [first, second] = [old, after].map(({ providers }) => (providers ?? {}) as Record<string, StoredItem>);
  const providers: Values = {};
  for (const slug of new Set([...Object.keys(second ?? {}), ...Object.keys(first ?? {})])) {
    const [one, other] = [first?.[slug], second?.[slug]];
    providers[slug] =
      one === undefined || (other && textIn(other, 'updatedAt') > textIn(one, 'updatedAt')) ? other : one;
  }
  return { ...after, ...old, providers };
};

/** Every strike counts, the longer block holds. */
const unreachable: Rule = (old, after) => {
  const [block] = [old, after].toSorted((a, b) => (textIn(a, 'until') > textIn(b, 'until') ? -1 : 1)) as [StoredItem];
  const strikes = [...(old['strikes'] as Stored[]), ...(after['strikes'] as Stored[])];
  const each = new Map(strikes.map((strike) => [textIn(strike, 'id'), strike]));
  return { ...after, ...block, strikes: [...each.values()].toSorted(byInstant) };
};

const byInstant = (one: Stored, other: Stored): number =>
  textIn(one, 'at') < textIn(other, 'at') ? -1 : Number(textIn(one, 'at') > textIn(other, 'at'));

/** The old one's counts, plus what the new one has sent since it is used and its payments. Undefined: too many to keep all. */
const people: Rule = (old, after, { restoredTo, usedSince }) => {
  const since = Math.max(Date.parse(restoredTo), Date.parse(usedSince) - EARLIER);
  const before = old['sends'] as Stored[];
  const sent = (after['sends'] as Stored[]).filter(
    (send) => Date.parse(textIn(send, 'at')) >= since && !before.some((known) => isDeepStrictEqual(known, send)),
  );
  const paid = old['payments'] as Stored[];
  const more = (after['payments'] as Stored[]).filter(({ at }) => paid.every((known) => known['at'] !== at));
  const { unread } = Number(after['version']) > Number(old['version']) ? after : old;
  const ttl = Math.max(Number(old['ttl']), Number(after['ttl']));
  const joined = {
    ...without(after, ['unread']),
    sends: [...before, ...sent].toSorted(byInstant),
    payments: [...paid, ...more].toSorted(byInstant),
    ttl,
    ...(unread !== undefined && { unread }),
  };
  const isAll = joined.sends.length <= MAX_SENDS && joined.payments.length <= MAX_PAYMENTS;
  return (isAll ? joined : without(joined, ['sends', 'payments'])) as StoredItem;
};

const FURTHER = ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'deferred', 'skipped'];
const isFence = ({ status, reason }: Stored): boolean => status === 'skipped' && reason === 'restored';

/** The later claim, and of one claim the one that went further, with the receipts of both; what the fence skipped gives way. */
const attempts: Rule = (old, after) => {
  const rank = (item: Stored) => [
    String(Number(!isFence(item))),
    textIn(item, 'claimedAt'),
    String(FURTHER.indexOf(textIn(item, 'status'))),
  ];
  const [winner, other] = rank(after).join() > rank(old).join() ? [after, old] : [old, after];
  if (winner['erased'] === true) return winner;
  const known = (winner['receipts'] ?? []) as Stored[];
  const missing = ((other['receipts'] ?? []) as Stored[]).filter(({ id }) => known.every((each) => each['id'] !== id));
  if (missing.length === 0) return winner;
  const receipts = [...known, ...missing];
  return { ...winner, receipts, receiptIds: new Set(receipts.map(({ id }) => id)) };
};

/** Each as changed later; one that only one table has was made or deleted since the restore, as its creation says. */
const endpoints: Rule = (old, after, { restoredTo, usedSince }) => {
  const [first, second] = [old, after].map((item) => item['endpoints'] as Stored[]) as [Stored[], Stored[]];
  const kept = first.flatMap((endpoint) => {
    const other = second.find(({ id }) => id === endpoint['id']);
    if (other === undefined) return textIn(endpoint, 'createdAt') >= restoredTo ? [endpoint] : [];
    return [textIn(other, 'updatedAt') > textIn(endpoint, 'updatedAt') ? other : endpoint];
  });
  const made = second.filter(
    ({ id, createdAt }) => String(createdAt) >= usedSince && first.every((each) => each['id'] !== id),
  );
  return { ...after, endpoints: [...kept, ...made] };
};

/** Failures as the table counts them that has written more; the later probe holds. */
const healths: Rule = (old, after) => {
  const counts = Number(after['version'] ?? 0) > Number(old['version'] ?? 0) ? after : old;
  const [probe] = [old, after]
    .filter(({ nextRunAt }) => nextRunAt !== undefined)
    .toSorted((a, b) => (textIn(a, 'nextRunAt') > textIn(b, 'nextRunAt') ? -1 : 1));
  const isBehind = [old, after].some(({ isCatchingUp }) => isCatchingUp === true);
  return {
    ...without(counts, ['nextRunAt', 'due']),
    ...(probe && { nextRunAt: probe['nextRunAt'], due: probe['due'] }),
    ...(isBehind && { isCatchingUp: true }),
  } as StoredItem;
};

/** One that went further is not sent again; one that is held in one table only is looked at again. */
const deliveries: Rule = (old, after) => {
  const rank = ({ round, status, claimed, attempts: made }: Stored) => [
    Number(round),
    Number(status === 'delivered'),
    Number(claimed),
    (made as Stored[]).length,
    Number(status === 'failed'),
    Number(status !== 'held'),
  ];
  const [first, second] = [rank(old), rank(after)];
  const at = first.findIndex((value, index) => value !== second[index]);
  return at < 0 || (second[at] as number) > (first[at] as number) ? after : old;
};

const RULES: readonly { key: RegExp; rule: Rule }[] = [
  { key: / KEY#/, rule: keys },
  { key: / MEMBER#/, rule: members },
  { key: /^ACCOUNT#[^#]* ACCOUNT$/, rule: accounts },
  { key: /#CREDENTIALS /, rule: laterBy('savedAt') },
  { key: /^OPTOUT/, rule: laterBy('optedOutAt') },
  { key: /^UNREACHABLE/, rule: unreachable },
  { key: / PERSON$/, rule: people },
  { key: /^HELP/, rule: laterBy('answeredAt') },
  { key: /^LASTMESSAGE/, rule: laterBy('at') },
  { key: / ATTEMPT#/, rule: attempts },
  { key: / WEBHOOKS$/, rule: endpoints },
  { key: / HEALTH#/, rule: healths },
  { key: / DELIVERY#/, rule: deliveries },
];

export type Pair = { old: StoredItem | undefined; own: StoredItem | undefined };

/** Undefined: it is not to be there. `rows`: of a collection, those that the new table has after the merge. */
export function mergedItem(
  { old, own: after }: Pair,
  { instants, now, rows }: { instants: Instants; now: number; rows: readonly StoredItem[] },
): StoredItem | undefined {
  const key = `${(old ?? after)?.pk} ${(old ?? after)?.sk}`;
  if (key.endsWith(' COLLECTION')) return mergedCollection({ old, own: after }, rows);
  if (old === undefined) return after;
  if (after !== undefined) return (RULES.find((each) => each.key.test(key))?.rule ?? own)(old, after, instants);
  const isEnded =
    key.startsWith('OPTOUT') && Date.parse(textIn(old, 'optedOutAt')) < Date.parse(instants.restoredTo) - DAY;
  if (isEnded || (old['ttl'] !== undefined && Number(old['ttl']) * 1000 < now)) return undefined;
  return key.includes(' MEMBER#') ? sessionless(old) : old;
}
