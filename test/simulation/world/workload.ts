/** The workload of a world: its acts and their times, drawn from the seed in advance so that any act can be left out. */
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { deriveHash, paymentId, providerId } from '#lib/domain/ids.ts';
import { keyOf, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Act, idOf, type Paid } from './acts.ts';
import { aCreate, SLUGS } from './bodies.ts';
import type { Asked } from './callers.ts';
import { planCorrections, planRevisions } from './revisions.ts';
import type { Tenant } from './tenants.ts';

const MINUTE = 60_000;
const ACTS = { min: 4, max: 14 };
const REFERENCES = 4;

export function planWorkload(seed: number, tenants: readonly Tenant[], start: number): Act[] {
  const random = randomFrom(seed, 'workload');
  const span = random.pick([1, 20, 240, 1440]) * MINUTE;
  // Most acts fall into a few moments, so that they compete.
  const moments = Array.from({ length: random.between(1, 6) }, () => random.between(0, span));
  const acts = Array.from({ length: random.between(ACTS.min, ACTS.max) }, (_, index) => {
    const by = random.pick(tenants);
    const other = tenants.find((tenant) => tenant !== by) as Tenant;
    const what = random.bool(0.07) ? { paid: payEarly(by, random) } : { asked: ask(seed, { by, other, random }) };
    const soon = random.pick([0, 3, 40, 1_000, 30_000, 10 * MINUTE]);
    return { name: `act ${index}`, after: random.pick(moments) + random.between(0, soon), ...what };
  });
  const planned = { seed, tenants, moments, start };
  const books = [...planRecordings(seed, tenants, moments), ...planCredits(seed, tenants, moments)];
  return [...acts, ...books, ...planRevisions(planned), ...planCorrections(planned)];
}

/** Money that merchants record themselves. */
function planRecordings(seed: number, tenants: readonly Tenant[], moments: readonly number[]): Act[] {
  const random = randomFrom(seed, 'recordings');
  return Array.from({ length: random.pick([0, 0, 1, 2, 4]) }, (_, index): Act[] => {
    const by = random.pick(tenants);
    const at = () => random.pick(moments) + random.pick([0, 40, 30_000, 90 * MINUTE]);
    const asked = random.bool(0.25) ? readPayments(by, random) : record(by, random);
    const act = { name: `recording ${index}`, after: at(), asked };
    // Many callers send the same again, or almost the same.
    const again = random.bool(0.3) ? { ...asked, call: { ...asked.call, body: record(by, random).call.body } } : asked;
    return random.bool(0.6) ? [act, { name: `recording ${index} again`, after: at(), asked: again }] : [act];
  }).flat();
}

/** Credits, and moves of money that merchants have recorded. */
function planCredits(seed: number, tenants: readonly Tenant[], moments: readonly number[]): Act[] {
  const random = randomFrom(seed, 'credits');
  return Array.from({ length: random.pick([0, 0, 1, 3]) }, (_, index): Act[] => {
    const by = random.pick(tenants);
    const after = random.pick(moments) + random.pick([40, 30_000, 90 * MINUTE]);
    if (random.bool(0.4)) return [{ name: `credit ${index}`, after, asked: credit(by, random) }];
    return movedMoney(seed, by, random).map((asked, step) => ({
      name: `move ${index} ${step}`,
      after: after + step * 20,
      asked,
    }));
  }).flat();
}

function credit(by: Tenant, random: Random): Asked {
  const body = { amount: { value: random.pick([1, 250, 45_000]), currency: 'NGN' }, reason: 'discount' };
  const idempotencyKey = random.bool(0.5) ? `credit ${random.between(1, 2)}` : undefined;
  return {
    by,
    operation: 'credit-collection',
    call: { method: 'POST', id: idOf(by, aReference(by, random)), body },
    idempotencyKey,
  };
}

/** Money that is recorded, and moved to other debts of the person, some of which are there already. */
function movedMoney(seed: number, by: Tenant, random: Random): Asked[] {
  const own = aReference(by, random);
  const id = idOf(by, own);
  const others = [aReference(by, random), `${by.mark}-5`];
  const person = randomFrom(seed, 'who moves');
  const { contact } = aCreate(by, own, person);
  const creates = [own, ...others].map(
    (reference): Asked => ({
      by,
      ...CREATE,
      call: {
        method: 'POST',
        body: { ...aCreate(by, reference, person), contact, amount: { value: 450, currency: 'NGN' } },
      },
    }),
  );
  const value = random.pick([250, 500, 90_000]);
  const transaction = `${by.mark} misdirected ${random.between(1, 2)}`;
  const recorded = { kind: 'payment', provider: MERCHANT, transaction, object: transaction } as const;
  const key = keyOf({ ...recorded, amount: { minor: value * 100, currency: 'NGN' } } as ReportedMovement);
  const body = { amount: { value, currency: 'NGN' }, method: 'cash', transaction };
  const idempotencyKey = random.bool(0.5) ? `move ${random.between(1, 2)}` : undefined;
  const move = (): Asked => ({
    by,
    operation: 'move-payment',
    call: {
      method: 'POST',
      id,
      part: paymentId(id, key),
      body: {
        to: idOf(by, random.pick(others)),
        ...(random.bool(0.5) && { amount: { value: random.pick([1, 250]), currency: 'NGN' } }),
      },
    },
    idempotencyKey,
  });
  return [...creates, { by, operation: 'record-payment', call: { method: 'POST', id, body } }, move(), move(), move()];
}

const readPayments = (by: Tenant, random: Random): Asked => ({
  by,
  operation: 'list-payments',
  call: { id: idOf(by, aReference(by, random)) },
});

/** By a transaction, by a key, or by both; few of each, so that they come again. */
function record(by: Tenant, random: Random): Asked {
  const how = random.pick(['transaction', 'key', 'both']);
  const body = {
    amount: { value: random.pick([1, 250, 500, 45_000]), currency: random.pick(['NGN', 'NGN', 'NGN', 'GHS', 'USD']) },
    method: random.pick(['cash', 'cheque']),
    ...(random.bool(0.25) && { kind: 'refund' }),
    ...(how !== 'key' && { transaction: `${by.mark} receipt ${random.between(1, 2)}` }),
  };
  const call = { method: 'POST', id: idOf(by, aReference(by, random)), body } as const;
  const idempotencyKey = how === 'transaction' ? undefined : `recording ${random.between(1, 2)}`;
  return { by, operation: 'record-payment', call, idempotencyKey };
}

const aReference = ({ mark }: Tenant, random: Random) => `${mark}-${random.between(1, REFERENCES)}`;

const CREATE = { operation: 'create-collection', call: { method: 'POST' } } as const;

function create(seed: number, by: Tenant, random: Random): Asked {
  const reference = aReference(by, random);
  // A reference mostly has one key and one body, and sometimes the key comes with another body.
  const usual = randomFrom(seed, `body of ${reference} ${random.between(0, 1)}`);
  const body = aCreate(by, reference, random.bool(0.8) ? usual : random);
  const idempotencyKey = random.bool(0.6) ? `key of ${reference}` : undefined;
  return { by, ...CREATE, call: { method: 'POST', body }, idempotencyKey };
}

const ask = (seed: number, setting: Setting): Asked =>
  setting.random.bool(0.45) ? create(seed, setting.by, setting.random) : anythingElse(setting);

/** By a session of ours, or by the merchant's own transaction, which the collection's reference names. */
function payEarly(by: Tenant, random: Random): Paid {
  const own = aReference(by, random);
  const reference = random.bool(0.5) ? own : providerReference(collectionRefOf(by.account, own), 'checkout', 1);
  return { by, reference, minor: random.pick([50_000, 4_500_000]) };
}

type Setting = { by: Tenant; other: Tenant; random: Random };

function anythingElse(setting: Setting): Asked {
  const { by, other, random } = setting;
  const die = random.fraction();
  if (die < 0.22) return setStatus(setting);
  if (die < 0.4) return list(by, random);
  if (die < 0.55) return { by, operation: 'get-collection', call: { id: idOf(by, aReference(by, random)) } };
  if (die < 0.65) return { by, operation: 'get-follow-ups', call: { id: idOf(by, aReference(by, random)) } };
  if (die < 0.72) return { ...foreign(by, other, random), foreign: true };
  if (die < 0.76)
    return { by, operation: 'preview-follow-ups', call: { method: 'POST', body: aCreate(by, 'x', random) } };
  if (die < 0.8)
    return { by, operation: 'get-collection', call: { id: idOf(by, 'x') }, apiKey: `${by.apiKey.slice(0, -1)}?` };
  return providers(by, random);
}

const setStatus = ({ by, random }: Pick<Setting, 'by' | 'random'>): Asked => ({
  by,
  operation: 'update-collection-status',
  call: {
    method: 'PATCH',
    id: idOf(by, aReference(by, random)),
    body: { status: random.pick(['completed', 'completed', 'cancelled', 'overdue', 'expired', 'pending']) },
  },
});

const list = (by: Tenant, random: Random): Asked => ({
  by,
  operation: 'list-collections',
  call: { query: { page: String(random.pick([1, 1, 1, 2, 3, 11])), limit: String(random.pick([2, 10, 49, 100])) } },
});

/** Requests a resource of the other account. */
function foreign(by: Tenant, other: Tenant, random: Random): Asked {
  const id = idOf(other, aReference(other, random));
  const operation = random.pick([
    'get-collection',
    'get-follow-ups',
    'update-collection-status',
    'get-provider',
  ] as const);
  if (operation === 'update-collection-status')
    return { by, operation, call: { method: 'PATCH', id, body: { status: 'cancelled' } } };
  return { by, operation, call: { id: operation === 'get-provider' ? providerOf(other, random.pick(SLUGS)) : id } };
}

const providerOf = ({ account: { id: account, salt } }: Tenant, slug: string): string =>
  providerId({ account, hash: deriveHash(salt, 'provider', slug) });

function providers(by: Tenant, random: Random): Asked {
  const slug = random.pick(SLUGS);
  const id = providerOf(by, slug);
  const name = `${by.mark} ${random.between(1, 99)}`;
  return random.pick<Asked>([
    { by, operation: 'create-provider', call: { method: 'POST', body: { name, slug } } },
    { by, operation: 'update-provider', call: { method: 'PATCH', id, body: { name } } },
    { by, operation: 'update-provider', call: { method: 'PATCH', id, body: { enabled: random.bool(0.7) } } },
    { by, operation: 'get-provider', call: { id } },
    { by, operation: 'list-providers', call: {} },
  ]);
}
