/** The payment provider of a world: the sandbox with its sessions, its payments, and webhooks that come early, late and twice. */
import type { Money } from '#lib/domain/money.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Provider, Reply } from '#test/simulation/aws/provider-http.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';
import { notify } from './webhooks.ts';
import type { World } from './world.ts';

/** A payment that the provider has recorded. */
export type Booked = { transaction: string; reference: string; amount: Money; paidAt: string; by: Tenant };

type Session = { reference: string; method: string; amount: Money; expiresAt: string };

export type Sandbox = {
  serve: Provider;
  booked: Booked[];
  /** The number of payments that are not yet made or whose webhook is not yet accepted. */
  pending: () => number;
  /** A customer pays under a reference, with or without an open session. */
  pay: (by: Tenant, reference: string, amount: Money) => void;
};

const MINUTE = 60_000;

export function createSandbox(world: World): Sandbox {
  const { kernel } = world;
  const random = randomFrom(world.seed, 'payers');
  const sessions = new Map<string, Session>();
  const booked: Booked[] = [];
  let pending = 0;

  function pay(by: Tenant, reference: string, amount: Money): void {
    book(by, reference, amount);
    // Another account has been paid under a reference that is not its own, and its provider confirms it.
    const stranger = world.tenants.find((tenant) => tenant !== by);
    if (stranger && world.faults.strikes('webhook-foreign')) book(stranger, reference, amount);
  }

  function book(by: Tenant, reference: string, amount: Money): void {
    const transaction = `sbx_${booked.length + 1}`;
    const payment = { transaction, reference, amount, paidAt: new Date(kernel.now()).toISOString(), by };
    booked.push(payment);
    kernel.trace.say(`paid ${amount.minor} ${amount.currency} under ${reference} as ${transaction}`);
    pending += 1;
    notify(world, payment, { random, delivered: () => (pending -= 1) });
  }

  function open(body: Session, by: Tenant): Reply {
    if (sessions.has(body.reference)) return refusal(409, 'duplicate_reference');
    sessions.set(body.reference, body);
    for (const { after, amount } of intentions(body.amount, random)) {
      pending += 1;
      kernel.after(after, () => {
        pending -= 1;
        pay(by, body.reference, amount);
      });
    }
    return { status: 201, json: sessionJson(body) };
  }

  return {
    booked,
    pending: () => pending,
    pay,
    serve({ method, path, key, body }) {
      const by = world.tenants.find((tenant) => tenant.sandboxKey === key);
      if (by === undefined) return refusal(401, 'invalid_key');
      if (method === 'POST') return open(body as Session, by);
      const session = sessions.get(decodeURIComponent(path.replace('/v1/sessions/', '')));
      if (session !== undefined) return { status: 200, json: sessionJson(session) };
      const [, reference] = /reference=(.+)$/.exec(path) ?? [];
      const own = booked.filter((payment) => payment.by === by);
      if (reference !== undefined)
        return { status: 200, json: { payments: own.filter((payment) => payment.reference === reference).map(json) } };
      const payment = own.find(({ transaction }) => path === `/v1/payments/${transaction}`);
      return payment === undefined ? refusal(404, 'not_found') : { status: 200, json: json(payment) };
    },
  };
}

const json = ({ by: _by, ...payment }: Booked): object => payment;

const refusal = (status: number, code: string): Reply => ({ status, json: { error: { code, message: code } } });

const sessionJson = (session: Session): object => ({
  ...session,
  link: `https://sandbox.example/checkout/${session.reference}`,
  bankAccount: { bankName: 'Sandbox Bank', accountNumber: '0123456789', accountName: 'Sandbox' },
  mobileMoney: { network: 'MTN', phone: '+233241230003', instructions: 'Dial *170#' },
});

/** The payments of a customer with an open session: none, the amount, parts, too much, or another currency. */
function intentions({ minor, currency }: Money, random: Random): { after: number; amount: Money }[] {
  if (random.bool(0.35)) return [];
  const soon = () => random.pick([0, 2, 50, 5_000, 10 * MINUTE, 240 * MINUTE]) + random.between(0, 1_000);
  const part = Math.max(1, Math.floor(minor * random.fraction()));
  const amounts = random
    .pick([[minor], [minor], [minor, minor], [part], [part, minor - part], [minor + part]])
    .filter((each) => each > 0);
  const paid = amounts.map((each) => ({ after: soon(), amount: { minor: each, currency } }));
  return random.bool(0.1) ? [...paid, { after: soon(), amount: { minor, currency: 'KES' } }] : paid;
}

/** The collection that a reference names. */
export const refOfReference = (reference: string) => parseProviderReference(reference)?.ref;
