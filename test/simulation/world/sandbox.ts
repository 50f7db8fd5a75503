/** The payment provider of a world: the sandbox with its sessions, the merchants' own transactions, and money that goes back. */
import type { Money } from '#lib/domain/money.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Provider, Reply } from '#test/simulation/aws/provider-http.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { intentions, returns } from './payers.ts';
import type { Tenant } from './tenants.ts';
import { notify } from './webhooks.ts';
import type { World } from './world.ts';

/** A payment that the provider has recorded, with all that went back of it. */
export type Payment = {
  transaction: string;
  reference: string;
  amount: Money;
  paidAt: string;
  by: Tenant;
  refunds: Refund[];
  disputes: Dispute[];
};

type Returned = { id: string; amount: Money };
export type Refund = Returned & { status: 'done' | 'failed'; doneAt: string; failedAt?: string };
export type Dispute = Returned & {
  status: 'opened' | 'lost' | 'won';
  openedAt: string;
  lostAt?: string;
  wonAt?: string;
};

export type Session = {
  reference: string;
  method: string;
  amount: Money;
  expiresAt: string;
  by: Tenant;
  closedAt?: number;
};

export type Sandbox = {
  serve: Provider;
  payments: Payment[];
  sessions: ReadonlyMap<string, Session>;
  /** The number of payments that are not yet made or whose webhook is not yet accepted. */
  pending: () => number;
  /** A customer pays under a reference, with or without an open session. */
  pay: (by: Tenant, reference: string, amount: Money) => void;
};

export function createSandbox(world: World): Sandbox {
  const { kernel } = world;
  const random = randomFrom(world.seed, 'payers');
  const sessions = new Map<string, Session>();
  const openers = new Set<string>();
  const payments: Payment[] = [];
  let pending = 0;

  function later(after: number, act: () => void): void {
    pending += 1;
    kernel.after(after, () => {
      pending -= 1;
      act();
    });
  }

  function pay(by: Tenant, reference: string, amount: Money): void {
    book(by, reference, amount);
    // Another account has been paid under a reference that is not its own, and its provider confirms it.
    const stranger = world.tenants.find((tenant) => tenant !== by);
    if (stranger && world.faults.strikes('webhook-foreign')) book(stranger, reference, amount);
  }

  function book(by: Tenant, reference: string, amount: Money): void {
    const transaction = `sbx_${payments.length + 1}`;
    const paidAt = new Date(kernel.now()).toISOString();
    const payment: Payment = { transaction, reference, amount, paidAt, by, refunds: [], disputes: [] };
    payments.push(payment);
    world.reconciliation?.moved();
    kernel.trace.say(`paid ${amount.minor} ${amount.currency} under ${reference} as ${transaction}`);
    tell(payment, 'payment.succeeded');
    const delay = world.reconciliation?.delay() ?? 0;
    for (const { after, event, change } of returns(payment, random)) {
      later(after + delay, () => {
        kernel.trace.say(`${event} of ${transaction}`);
        change(new Date(kernel.now()).toISOString());
        world.reconciliation?.moved();
        tell(payment, event);
      });
    }
  }

  function tell(payment: Payment, event: string): void {
    if (world.reconciliation?.loses()) {
      world.note('webhook lost for good');
      return;
    }
    // What a webhook loses is found when the provider is asked, which is certain only about a session that is open.
    if (event === 'payment.succeeded' && isOpen(payment) && world.faults.strikes('webhook-lost')) return;
    pending += 1;
    notify(world, { ...payment, event }, { random, delivered: () => (pending -= 1) });
  }

  /** Whether the session was open until this payment came. */
  function isOpen({ reference, transaction }: Payment): boolean {
    const session = sessions.get(reference);
    const earlier = payments.filter((each) => each.reference === reference && each.transaction !== transaction);
    return session !== undefined && stateOf(session, earlier, kernel.now()) === 'open';
  }

  function open(body: Session, by: Tenant): Reply {
    if (sessions.has(body.reference)) return refusal(409, 'duplicate_reference');
    const session: Session = { ...body, by };
    // A second one is opened only where the first is not known to be open.
    const opener = `${world.asker?.number} ${body.reference.replace(/\d+$/, '')}`;
    if (world.isCalm && openers.has(opener)) world.violate(12, `${body.reference}: a second session of one request`);
    openers.add(opener);
    sessions.set(body.reference, session);
    for (const { after, amount } of intentions(body.amount, random)) {
      later(after, () =>
        session.closedAt === undefined ? pay(by, body.reference, amount) : world.note('paid too late'),
      );
    }
    return { status: 201, json: sessionJson(session) };
  }

  function close(session: Session): Reply {
    session.closedAt ??= kernel.now();
    kernel.trace.say(`session ${session.reference} is closed`);
    world.note('session closed');
    return { status: 200, json: sessionJson(session) };
  }

  /** Everything under a reference, in one answer. */
  function transaction(by: Tenant, named: URLSearchParams): Reply {
    const own = payments.filter((payment) => payment.by === by);
    const id = named.get('transaction');
    const reference = named.get('reference') ?? own.find((payment) => payment.transaction === id)?.reference;
    const session = sessions.get(reference ?? '');
    const found = own.filter((payment) => payment.reference === reference);
    if (reference === undefined || (session?.by !== by && found.length === 0)) return refusal(404, 'not_found');
    const json = {
      reference,
      state: stateOf(session?.by === by ? session : undefined, found, kernel.now()),
      payments: found.map(({ by: _by, refunds: _refunds, disputes: _disputes, ...payment }) => payment),
      refunds: found.flatMap((payment) => payment.refunds.map((each) => ofPayment(payment, each))),
      disputes: found.flatMap((payment) => payment.disputes.map((each) => ofPayment(payment, each))),
    };
    return { status: 200, json };
  }

  return {
    payments,
    sessions,
    pending: () => pending,
    pay,
    serve({ method, path, key, body }) {
      const by = world.tenants.find((tenant) => tenant.sandboxKey === key);
      if (by === undefined) return refusal(401, 'invalid_key');
      const [, name = '', , query = ''] = /^\/v1\/sessions\/?([^/?]*)(\/close)?$|/.exec(path) ?? [];
      if (path.startsWith('/v1/movements?'))
        return {
          status: 200,
          json: listOf(
            payments.filter((each) => each.by === by),
            new URLSearchParams(path.split('?')[1]),
          ),
        };
      if (path.startsWith('/v1/transactions?')) return transaction(by, new URLSearchParams(path.split('?')[1]));
      if (path === '/v1/sessions') return open(body as Session, by);
      const session = sessions.get(decodeURIComponent(name));
      if (session === undefined || session.by !== by || query !== '') return refusal(404, 'not_found');
      return method === 'POST' ? close(session) : { status: 200, json: sessionJson(session) };
    },
  };
}

/** As docs/reference/sandbox-provider.md has it: paid is what has come in full, even if it was closed or has expired since. */
function stateOf(session: Session | undefined, paid: readonly Payment[], now: number): string {
  if (session === undefined) return paid.length > 0 ? 'paid' : 'open';
  const { amount, closedAt, expiresAt } = session;
  const sum = paid
    .filter((each) => each.amount.currency === amount.currency)
    .reduce((all, each) => all + each.amount.minor, 0);
  if (sum >= amount.minor) return 'paid';
  if (closedAt !== undefined) return 'closed';
  return now >= Date.parse(expiresAt) ? 'expired' : 'open';
}

const ofPayment = ({ transaction, reference }: Payment, returned: Refund | Dispute): object => ({
  ...returned,
  transaction,
  reference,
  ...('openedAt' in returned && { taken: returned.status === 'lost' }),
});

/** Few, so that some lists have several. */
const ON_A_PAGE = 2;

/** What was paid, or began to go back, from an instant to another, both included, in that order. */
function listOf(own: readonly Payment[], asked: URLSearchParams): object {
  const [what, from = '', to = '', cursor = ''] = ['what', 'from', 'to', 'cursor'].map((name) => asked.get(name) ?? '');
  const listed = own
    .flatMap((payment) => {
      const { by: _by, refunds, disputes, ...json } = payment;
      if (what === 'payments') return [{ at: payment.paidAt, json: json as object, id: payment.transaction }];
      return (what === 'refunds' ? refunds : disputes).map((each) => ({
        at: begunAt(each),
        json: ofPayment(payment, each),
        id: each.id,
      }));
    })
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .filter((each) => placeOf(each) > cursor);
  const page = listed.slice(0, ON_A_PAGE);
  const last = page.at(-1);
  return {
    movements: page.map(({ json }) => json),
    ...(last && listed.length > page.length && { next: placeOf(last) }),
  };
}

const placeOf = ({ at, id }: { at: string; id: string }): string => `${at} ${id}`;

const begunAt = (each: Refund | Dispute): string => ('openedAt' in each ? each.openedAt : each.doneAt);

const refusal = (status: number, code: string): Reply => ({ status, json: { error: { code, message: code } } });

const sessionJson = ({ by: _by, closedAt: _closedAt, ...session }: Session) => ({
  ...session,
  status: 'open',
  link: `https://sandbox.example/checkout/${session.reference}`,
  bankAccount: { bankName: 'Sandbox Bank', accountNumber: '0123456789', accountName: 'Sandbox' },
  mobileMoney: { network: 'MTN', phone: '+233241230003', instructions: 'Dial *170#' },
});

/** The collection that the reference of a session names. */
export const refOfReference = (reference: string) => parseProviderReference(reference)?.ref;
