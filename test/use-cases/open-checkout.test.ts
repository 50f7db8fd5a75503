/** What a click on the pay button comes to: one session of its own, on record before the provider hears of it. */
import { describe, expect, it } from 'vitest';
import type { Opened, Order } from '#lib/domain/payment/exchange.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { type CheckoutPorts, openCheckout } from '#lib/use-cases/open-checkout.ts';
import { aCollection, anAccountWith, inContext, minutesLater } from '#test/support/a-collection.ts';

type Answer = Opened<'checkout'>;

const LINK = 'https://checkout.example/1';
const opened = (key?: string, link = LINK): Answer => ({
  kind: 'opened',
  option: { link, expiresAt: minutesLater(30).toISOString() },
  ...(key !== undefined && { key }),
});

/** Clicks once; the provider gives these answers, and there is room for so many sessions. */
async function click({ answers = [opened()], room = 9 }: { answers?: Answer[]; room?: number }) {
  const account = anAccountWith([{ slug: 'paystack' }]);
  const collection = aCollection({ account: account.id, amount: { minor: 700, currency: 'NGN' } });
  const steps: string[] = [];
  const orders: Order[] = [];
  const limits: number[] = [];
  let sessions = 4;
  const ports: CheckoutPorts = {
    clock: { now: () => minutesLater(1) },
    site: { baseUrl: 'https://collections.example' },
    reserveSession: async (ref, session) => {
      expect([ref, session]).toEqual([collection.ref, { method: 'checkout', provider: 'paystack' }]);
      if (sessions === 4 + room) return undefined;
      sessions += 1;
      steps.push(`reserve ${sessions}`);
      return sessions;
    },
    checkoutHosts: (kind) => (kind === 'paystack' ? ['https://checkout.example'] : []),
    keepSessionKey: async (_ref, number, key) => void steps.push(`keep ${number} ${key}`),
    openSession: async (target, method, order, withinMs) => {
      expect([target, method]).toEqual([{ kind: 'paystack', id: provider.id }, 'checkout']);
      steps.push(`open ${parseProviderReference(order.reference)?.number}`);
      orders.push(order);
      limits.push(withinMs);
      // The live one answers for any method; only this one is asked for.
      return (answers[orders.length - 1] ?? opened()) as never;
    },
  };
  const provider = {
    id: account.providers['paystack']?.id ?? '',
    slug: 'paystack',
    name: 'Paystack',
    kind: 'paystack',
  } as const;
  const bill = { ...inContext(collection, account), provider, amount: { minor: 300, currency: 'NGN' } };
  return { checkout: await openCheckout(ports, bill), steps, orders, limits };
}

describe('a click', () => {
  it('reserves a reference, opens the session under it, and leads to the provider', async () => {
    const { checkout, steps } = await click({});
    expect(checkout).toEqual({ kind: 'redirect', link: LINK });
    expect(steps).toEqual(['reserve 5', 'open 5']);
  });

  it('asks for what is still to be paid, and brings the payer back to the page', async () => {
    const [order] = (await click({})).orders;
    expect(order?.amount).toEqual({ minor: 300, currency: 'NGN' });
    expect(order?.returnUrl).toMatch(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}\?returned=1$/);
  });

  it('keeps the provider’s own name for the session before anybody is sent there', async () => {
    expect((await click({ answers: [opened('cs_1')] })).steps).toEqual(['reserve 5', 'open 5', 'keep 5 cs_1']);
  });

  it('leads to a link that no policy names by a click of its own, and to an unsafe one not at all', async () => {
    const other = 'https://other.example/';
    expect((await click({ answers: [opened(undefined, other)] })).checkout).toEqual({ kind: 'link', link: other });
    const unsafe = await click({ answers: [opened(undefined, 'http://checkout.example/')] });
    expect(unsafe.checkout).toEqual({ kind: 'failed', reason: 'unsafe_link' });
  });

  it('takes the next reference when one has been used up, once', async () => {
    const { checkout, steps } = await click({ answers: [{ kind: 'taken' }, opened('k')] });
    expect(checkout.kind).toBe('redirect');
    expect(steps).toEqual(['reserve 5', 'open 5', 'reserve 6', 'open 6', 'keep 6 k']);
    const again = await click({ answers: [{ kind: 'taken' }, { kind: 'taken' }, opened()] });
    expect(again.checkout).toEqual({ kind: 'failed', reason: 'taken' });
    expect(again.steps).toHaveLength(4);
  });

  it('ends when the provider fails, and says why', async () => {
    const { checkout, steps } = await click({ answers: [{ kind: 'failed', reason: 'unauthorized' }] });
    expect(checkout).toEqual({ kind: 'failed', reason: 'unauthorized' });
    expect(steps).toHaveLength(2);
  });

  it('asks the provider for nothing when the collection can have no more sessions', async () => {
    const none = await click({ room: 0 });
    expect([none.checkout, none.steps]).toEqual([{ kind: 'closed' }, []]);
    const one = await click({ answers: [{ kind: 'taken' }], room: 1 });
    expect([one.checkout, one.orders.length]).toEqual([{ kind: 'closed' }, 1]);
  });

  it('takes eight seconds at most, both tries together', async () => {
    const { limits } = await click({ answers: [{ kind: 'taken' }] });
    expect(limits).toHaveLength(2);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(8_000);
  });
});
