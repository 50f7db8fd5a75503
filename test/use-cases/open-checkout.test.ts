/** A click on the pay button opens one session, which is on record before the provider is asked. */
import { describe, expect, it } from 'vitest';
import type { Opened, Order } from '#lib/domain/payment/exchange.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { type CheckoutPorts, openCheckout } from '#lib/use-cases/open-checkout.ts';
import { aCollection, anAccountWith, inContext, minutesLater } from '#test/support/a-collection.ts';

type Answer = Opened<'checkout'>;

const EXPIRES_AT = minutesLater(30).toISOString();
const LINK = 'https://checkout.example/1';
const opened = (key?: string, link = LINK): Answer => ({
  kind: 'opened',
  option: { link, expiresAt: minutesLater(30).toISOString() },
  ...(key !== undefined && { key }),
});

/** Clicks once, with these answers of the provider and room for this many sessions. */
type Click = { answers?: Answer[]; room?: number; method?: 'bank_transfer' | 'mobile_money'; network?: string };

async function click({ answers = [opened()], room = 9, method, network }: Click) {
  const account = anAccountWith([{ slug: 'paystack' }]);
  const collection = aCollection({ account: account.id, amount: { minor: 700, currency: 'NGN' } });
  const steps: string[] = [];
  const orders: Order[] = [];
  const limits: number[] = [];
  let sessions = 4;
  const ports: CheckoutPorts = {
    clock: { now: () => minutesLater(1), sleep: async () => {} },
    settings: { baseUrl: 'https://collections.example' },
    reserveSession: async (ref, session) => {
      expect([ref, session]).toEqual([collection.ref, { method: method ?? 'checkout', provider: 'paystack' }]);
      if (sessions === 4 + room) return undefined;
      sessions += 1;
      steps.push(`reserve ${sessions}`);
      return sessions;
    },
    replaceOption: async (_ref, option) => void steps.push(`show ${option.method}`),
    checkoutHosts: (kind) => (kind === 'paystack' ? ['https://checkout.example'] : []),
    keepSessionKey: async (_ref, number, key) => void steps.push(`keep ${number} ${key}`),
    openSession: async (target, asked, order, withinMs) => {
      expect([target, asked]).toEqual([{ kind: 'paystack', id: provider.id }, method ?? 'checkout']);
      steps.push(`open ${parseProviderReference(order.reference)?.number}`);
      orders.push(order);
      limits.push(withinMs);
      // The real port has a type per method; this test asks for one method only.
      return (answers[orders.length - 1] ?? opened()) as never;
    },
  };
  const provider = {
    id: account.providers['paystack']?.id ?? '',
    slug: 'paystack',
    name: 'Paystack',
    kind: 'paystack',
  } as const;
  const amount = { minor: 300, currency: 'NGN' };
  const bill = { ...inContext(collection, account), provider, amount, network, ...(method && { method }) };
  return { checkout: await openCheckout(ports, bill), steps, orders, limits };
}

describe('a click', () => {
  it('a click reserves a reference, opens the session under it, and leads to the provider', async () => {
    const { checkout, steps } = await click({});
    expect(checkout).toEqual({ kind: 'redirect', link: LINK });
    expect(steps).toEqual(['reserve 5', 'open 5']);
  });

  it('a click asks for what is still to be paid, and returns the payer to the page', async () => {
    const [order] = (await click({})).orders;
    expect(order?.amount).toEqual({ minor: 300, currency: 'NGN' });
    expect(order?.returnUrl).toMatch(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}\?returned=1$/);
  });

  it('a click keeps the provider’s key of the session before the payer is sent there', async () => {
    expect((await click({ answers: [opened('cs_1')] })).steps).toEqual(['reserve 5', 'open 5', 'keep 5 cs_1']);
  });

  it('a click leads to a link outside the page’s policy only by a second click, and never to an unsafe link', async () => {
    const other = 'https://other.example/';
    expect((await click({ answers: [opened(undefined, other)] })).checkout).toEqual({ kind: 'link', link: other });
    const unsafe = await click({ answers: [opened(undefined, 'http://checkout.example/')] });
    expect(unsafe.checkout).toEqual({ kind: 'failed', reason: 'unsafe_link' });
  });

  it('a click takes the next reference if the first one was used up, but only once', async () => {
    const { checkout, steps } = await click({ answers: [{ kind: 'taken' }, opened('k')] });
    expect(checkout.kind).toBe('redirect');
    expect(steps).toEqual(['reserve 5', 'open 5', 'reserve 6', 'open 6', 'keep 6 k']);
    const again = await click({ answers: [{ kind: 'taken' }, { kind: 'taken' }, opened()] });
    expect(again.checkout).toEqual({ kind: 'failed', reason: 'taken' });
    expect(again.steps).toHaveLength(4);
  });

  it('a click on a way to pay opens it, stores it in place of the earlier one, and says for how much it is', async () => {
    const account = { bankName: 'Wema', accountNumber: '0123456789', accountName: 'Shop', expiresAt: EXPIRES_AT };
    const { checkout, steps } = await click({
      method: 'bank_transfer',
      answers: [{ kind: 'opened', option: account, key: 'k' } as never],
    });
    const option = { method: 'bank_transfer', ...account, asked: { minor: 300, currency: 'NGN' } };
    expect(checkout).toEqual({ kind: 'shown', option });
    expect(steps).toEqual(['reserve 5', 'open 5', 'keep 5 k', 'show bank_transfer']);
  });

  it('a click hands on the mobile network that the payer chose', async () => {
    expect((await click({ method: 'mobile_money', network: 'MTN' })).orders[0]?.network).toBe('MTN');
    expect((await click({})).orders[0]).not.toHaveProperty('network');
  });

  it('a click ends when the provider fails, and gives the reason', async () => {
    const { checkout, steps } = await click({ answers: [{ kind: 'failed', reason: 'unauthorized' }] });
    expect(checkout).toEqual({ kind: 'failed', reason: 'unauthorized' });
    expect(steps).toHaveLength(2);
  });

  it('a click does not ask the provider if the collection can have no more sessions', async () => {
    const none = await click({ room: 0 });
    expect([none.checkout, none.steps]).toEqual([{ kind: 'closed' }, []]);
    const one = await click({ answers: [{ kind: 'taken' }], room: 1 });
    expect([one.checkout, one.orders.length]).toEqual([{ kind: 'closed' }, 1]);
  });

  it('a click takes at most eight seconds for both tries', async () => {
    const { limits } = await click({ answers: [{ kind: 'taken' }] });
    expect(limits).toHaveLength(2);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(8_000);
  });
});
