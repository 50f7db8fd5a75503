/** How one item of a table may differ from the same item of another: what could have happened to it in one of them only. */
import type { Random } from '#test/simulation/kernel/random.ts';
import type { StoredItem, Values } from '#test/simulation/model/merged-items.ts';

/** `at`: an instant at which this table was in use. */
type Edit = (item: StoredItem, random: Random, at: string) => Values;

const one =
  (...edits: Edit[]): Edit =>
  (item, random, at) =>
    random.pick(edits)(item, random, at);

const listIn = (item: StoredItem, name: string): Values[] => (item[name] ?? []) as Values[];
const countIn = (item: StoredItem, name: string): number => Number(item[name] ?? 0);

const some = (all: readonly Values[], random: Random): Values[] => all.filter(() => random.bool(0.6));

/** The oldest first. */
const inOrder = (all: readonly Values[]): Values[] =>
  all.toSorted((a, b) => (String(a['at']) < String(b['at']) ? -1 : 1));

const SESSION = 'b'.repeat(64);

const signedIn: Edit = ({ sessions }, _random, at) => ({
  sessions: { ...(sessions as object), [SESSION]: { startedAt: at, seenAt: at, expiresAt: at } },
});

/** Each table may have got some of them. */
const ofReceipts: Edit = (item, random) => ({ receipts: some(listIn(item, 'receipts'), random) });

const ofAProvider: Edit = ({ providers }, random, at) => {
  const known = providers as Record<string, Values>;
  const slug = random.pick([...Object.keys(known), 'parted']);
  const provider = known[slug] ?? { id: `prv_parted_${at}`, slug, enabled: true, createdAt: at, nonce: 'parted' };
  return { providers: { ...known, [slug]: { ...provider, name: `Parted ${at}`, updatedAt: at } } };
};

const endpointsOf =
  (change: (endpoints: Values[], random: Random, at: string) => Values[]): Edit =>
  (item, random, at) => ({
    endpoints: change(listIn(item, 'endpoints'), random, at),
    version: countIn(item, 'version') + 1,
  });

/** None takes back one that comes after it. */
const STATUSES = ['pending', 'overdue', 'expired', 'cancelled', 'completed'];

/** What ends a collection, or makes it late; a payment row says the rest. */
const ended: Edit = ({ pk, status: known }, random, at) => {
  const later = STATUSES.slice(STATUSES.indexOf(String(known)) + 1);
  if (later.length === 0) return {};
  const status = random.pick(later);
  const account = /^ACCOUNT#([^#]*)/.exec(pk)?.[1];
  const completed = status === 'completed' ? { completedAt: at } : {};
  return { status, byStatus: `${account}#${status}`, updatedAt: at, ...completed };
};

const MINUTE = 60_000;

/** A run has set another one, which is due earlier. */
const ranEarlier: Edit = (item, random, at) => {
  if (item['nextRunAt'] === undefined) return {};
  const earlier = Date.parse(String(item['nextRunAt'])) - random.between(1, 30) * MINUTE;
  const nextRunAt = new Date(earlier).toISOString();
  return { nextRunAt, runNumber: countIn(item, 'runNumber') + 1, metadata: `{"ran":"${at}"}`, updatedAt: at };
};

const happened: Edit = (item, random, at) => ({
  events: [...listIn(item, 'events'), { type: random.pick(['collection.updated', 'followup.resumed']), timestamp: at }],
});

const EDITS: readonly { key: RegExp; edit: Edit }[] = [
  { key: / KEY#/, edit: (_item, _random, at) => ({ revokedAt: at }) },
  {
    key: / MEMBER#/,
    edit: one(
      (_item, random, at) => ({ name: `Parted ${at}`, role: random.pick(['viewer', 'manager']), updatedAt: at }),
      (_item, _random, at) => ({ removedAt: at, updatedAt: at, sessions: {}, link: undefined }),
      (_item, _random, at) => ({ link: { hash: SESSION, createdAt: at, expiresAt: at } }),
      signedIn,
    ),
  },
  { key: /^ACCOUNT#[^#]* ACCOUNT$/, edit: one(ofAProvider, ofAProvider, (_item, _random, at) => ({ name: at })) },
  { key: /^OPTOUT/, edit: (_item, _random, at) => ({ optedOutAt: at }) },
  { key: /^HELP/, edit: (_item, _random, at) => ({ answeredAt: at }) },
  { key: /^LASTMESSAGE/, edit: (_item, _random, at) => ({ at }) },
  {
    key: /^UNREACHABLE/,
    edit: one(
      (item, random) => ({ strikes: some(listIn(item, 'strikes'), random) }),
      (item, _random, at) => ({ until: `9${at.slice(1)}`, reason: item['reason'] ?? 'bounced' }),
    ),
  },
  {
    key: / PERSON$/,
    edit: one(
      (item, random, at) => ({
        sends: inOrder([...listIn(item, 'sends'), { at, channel: random.pick(['sms', 'email']), hash: 'parted' }]),
        version: countIn(item, 'version') + random.between(1, 3),
        unread: { count: random.between(1, 3), at },
      }),
      (item, random, at) => ({
        // A person keeps the last five.
        payments: inOrder([
          ...listIn(item, 'payments'),
          { at, minutesToPay: random.between(1, 99), reminded: false },
        ]).slice(-5),
        version: countIn(item, 'version') + 1,
        ttl: countIn(item, 'ttl') + random.between(0, 99),
      }),
      (item) => ({ version: countIn(item, 'version') + 1, unread: undefined }),
    ),
  },
  {
    key: / ATTEMPT#/,
    edit: one(
      ofReceipts,
      ofReceipts,
      ofReceipts,
      () => ({ status: 'sending' }),
      () => ({ status: 'skipped', reason: 'restored' }),
      (_item, _random, at) => ({ claimedAt: at, status: 'sent' }),
    ),
  },
  {
    key: / WEBHOOKS$/,
    edit: one(
      endpointsOf((all, random, at) =>
        all.map((each) => (random.bool(0.5) ? { ...each, url: at, updatedAt: at } : each)),
      ),
      endpointsOf((all, random) => some(all, random)),
      endpointsOf((all, _random, at) =>
        all.length === 0 ? [] : [...all, { ...all[0], id: `whe_parted_${at}`, createdAt: at, updatedAt: at }],
      ),
    ),
  },
  {
    key: / HEALTH#/,
    edit: one(
      (item, random) => ({
        failures: countIn(item, 'failures') + 1,
        version: countIn(item, 'version') + random.between(1, 3),
      }),
      (_item, random, at) => ({ nextRunAt: at, due: `webhooks#${random.between(0, 3)}` }),
      () => ({ isCatchingUp: true }),
    ),
  },
  {
    key: / DELIVERY#/,
    edit: one(
      (item) => ({ claimed: countIn(item, 'claimed') + 1 }),
      (item, _random, at) => ({ attempts: [...listIn(item, 'attempts'), { at, milliseconds: 1 }] }),
      (_item, random) => ({ status: random.pick(['delivered', 'waiting', 'failed', 'held']) }),
      (item) => ({ round: countIn(item, 'round') + 1, claimed: 0 }),
    ),
  },
  {
    key: / COLLECTION$/,
    edit: one(
      ended,
      ended,
      happened,
      (_item, _random, at) => ({ metadata: `{"parted":"${at}"}`, updatedAt: at }),
      (item, _random, at) => ({ runNumber: countIn(item, 'runNumber') + 1, metadata: `{"run":"${at}"}` }),
      ranEarlier,
      (item, random) => ({
        sessions: [...listIn(item, 'sessions'), { method: 'checkout', provider: random.pick(['sandbox', 'desk']) }],
      }),
      (item) => ({ sessions: listIn(item, 'sessions').map((session) => ({ ...session, ended: true })) }),
      (item, random) => ({ [random.pick(['skippedSlot', 'postponedSlot'])]: countIn(item, 'nextSlot') }),
      () => ({ referenceEnded: true }),
      (item, random) => ({ nextSlot: countIn(item, 'nextSlot') + random.between(1, 2) }),
    ),
  },
];

/** The item as it is in a table in which something has happened to it; the item itself where nothing can. */
export function edited(item: StoredItem, random: Random, at: string): StoredItem {
  const key = `${item.pk} ${item.sk}`;
  // What was erased holds nothing that could be told apart.
  const edit = item['erasedAt'] === undefined ? EDITS.find((each) => each.key.test(key))?.edit : undefined;
  const changed = edit === undefined ? item : { ...item, ...edit(item, random, at) };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as StoredItem;
}
