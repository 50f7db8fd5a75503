/** A click on the pay button opens one session, which is on record before the provider is asked. */
import { describe, expect, it } from 'vitest';
import type { OpenOutcome, Order, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import type { Progress } from '#lib/domain/payment/movement.ts';
import { parseProviderReference, providerReference, type Session } from '#lib/domain/payment/session.ts';
import { random } from '#lib/random.ts';
import { type CheckoutPorts, openCheckout } from '#lib/use-cases/open-checkout.ts';
import { aCollection, anAccountWith, inContext, minutesLater } from '#test/support/a-collection.ts';

type Answer = OpenOutcome<'checkout'>;

const EXPIRES_AT = minutesLater(30).toISOString();
const LINK = 'https://checkout.example/1';
const opened = (key?: string, link = LINK): Answer => ({
  kind: 'opened',
  option: { link, expiresAt: minutesLater(30).toISOString() },
  ...(key !== undefined && { key }),
});

/** Clicks once, with these answers of the provider and room for this many sessions. */
type Click = {
  answers?: Answer[];
  /** What is asked for; of 300 that are left. */
  minor?: number;
  /** The sessions as they are when they are read again. */
  later?: readonly Partial<Session>[];
  room?: number;
  method?: 'card' | 'bank_transfer' | 'mobile_money';
  network?: string;
  /** Those of earlier clicks, and what their provider says of them. */
  earlier?: readonly Partial<Session>[];
  found?: ProviderFindings;
  mayAsk?: boolean;
};

const NOW = minutesLater(1);
const progress = (is: Progress): ProviderFindings => ({ kind: 'found', movements: [], progress: is });

async function click(given: Click) {
  const { answers = [opened()], room = 9, method, network, earlier = [], minor: wanted = 300 } = given;
  const { found = progress('open'), mayAsk = true } = given;
  const account = anAccountWith([{ slug: 'paystack' }]);
  const whole = (each: Partial<Session>): Session => ({ method: method ?? 'checkout', provider: 'paystack', ...each });
  const before = earlier.map(whole);
  const collection = aCollection({
    account: account.id,
    amount: { minor: 700, currency: 'NGN' },
    received: 400,
    sessions: before,
  });
  const after = { ...collection, sessions: (given.later ?? earlier).map(whole) };
  const ended: unknown[] = [];
  const steps: string[] = [];
  const orders: Order[] = [];
  const limits: number[] = [];
  let sessions = 4;
  const asked: object[] = [];
  const events: object[] = [];
  const ports: CheckoutPorts = {
    clock: { now: () => NOW, sleep: async () => {} },
    random,
    getLedger: async () => ({ collection: after, entries: [], waiting: [] }),
    recordEntry: async () => 'recorded',
    keepForLater: async () => {},
    changePerson: async () => true,
    beginAsking: async () => mayAsk,
    findMovements: async (_target, lookup) => {
      asked.push(lookup);
      return found;
    },
    recordEvent: async (_ref, event) => void events.push(event),
    settings: { baseUrl: 'https://collections.example' },
    reserveSession: async ({ ref }, session, ending) => {
      ended.push(ending?.numbers);
      const asks = wanted < 300 && { asks: wanted };
      const reservedAt = NOW.toISOString();
      expect([ref, session]).toEqual([
        collection.ref,
        { method: method ?? 'checkout', provider: 'paystack', reservedAt, ...asks },
      ]);
      if (sessions === 4 + room) return undefined;
      sessions += 1;
      steps.push(`reserve ${sessions}`);
      return sessions;
    },
    replaceOption: async (_ref, option) => void steps.push(`show ${option.method}`),
    checkoutHosts: (kind) => (kind === 'paystack' ? ['https://checkout.example'] : []),
    getCollection: async () => after,
    keepOpened: async (_ref, number, { key = 'no key', link = 'no link', minor }) => {
      steps.push(`keep ${number} ${key} ${link} ${minor}`);
      return true;
    },
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
  const amount = { minor: wanted, currency: 'NGN' };
  const bill = { ...inContext(collection, account), entries: [], provider, amount, network, ...(method && { method }) };
  return { checkout: await openCheckout(ports, bill), steps, orders, limits, asked, events, ended };
}

describe('a click', () => {
  it('a click reserves a reference, opens the session under it, and leads to the provider', async () => {
    const { checkout, steps } = await click({});
    expect(checkout).toEqual({ kind: 'redirect', link: LINK });
    expect(steps).toEqual(['reserve 5', 'open 5', `keep 5 no key ${LINK} 300`]);
  });

  it('a click asks for what is still to be paid, and returns the payer to the page', async () => {
    const [order] = (await click({})).orders;
    expect(order?.amount).toEqual({ minor: 300, currency: 'NGN' });
    expect(order?.returnUrl).toMatch(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}\?returned=1$/);
  });

  it('a click keeps the provider’s key of the session before the payer is sent there', async () => {
    expect((await click({ answers: [opened('cs_1')] })).steps).toEqual([
      'reserve 5',
      'open 5',
      `keep 5 cs_1 ${LINK} 300`,
    ]);
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
    expect(steps).toEqual(['reserve 5', 'open 5', 'reserve 6', 'open 6', `keep 6 k ${LINK} 300`]);
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
    expect(steps).toEqual(['reserve 5', 'open 5', 'keep 5 k no link 300', 'show bank_transfer']);
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
    expect([none.checkout, none.steps]).toEqual([{ kind: 'failed', reason: 'contention' }, []]);
    const one = await click({ answers: [{ kind: 'taken' }], room: 1 });
    expect([one.checkout, one.orders.length]).toEqual([{ kind: 'closed' }, 1]);
  });

  it('a click takes at most eight seconds for both tries', async () => {
    const { limits } = await click({ answers: [{ kind: 'taken' }] });
    expect(limits).toHaveLength(2);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(8_000);
  });
});

describe('a click after another', () => {
  const page = { minor: 300, until: minutesLater(30).toISOString(), link: 'https://checkout.example/earlier' };
  const AGAIN = { kind: 'redirect', link: page.link };
  const NEW = ['reserve 5', 'open 5'];

  it.each<[string, Partial<Session>[], ProviderFindings | undefined, object, string[]]>([
    ['leads to the page that is open', [{ opened: page }], undefined, AGAIN, []],
    [
      'leads to it though the provider cannot say',
      [{ opened: page }],
      { kind: 'unavailable', reason: 'busy' },
      AGAIN,
      [],
    ],
    ['leads to it though the provider knows nothing of it yet', [{ opened: page }], progress('unknown'), AGAIN, []],
    ['leads to it while a payment is under way', [{ opened: page }], progress('pending'), AGAIN, []],
    ['opens another when the provider has ended it', [{ opened: page }], progress('ended'), { link: LINK }, NEW],
    ['opens another for another sum', [{ opened: { ...page, minor: 299 } }], undefined, { link: LINK }, NEW],
    [
      'opens another when it ends soon',
      [{ opened: { ...page, until: minutesLater(3).toISOString() } }],
      undefined,
      { link: LINK },
      NEW,
    ],
    ['opens another when it is closed', [{ opened: page, ended: true }], undefined, { link: LINK }, NEW],
    ['opens another for another method', [{ opened: page, method: 'card' }], undefined, { link: LINK }, NEW],
    ['opens another at another provider', [{ opened: page, provider: 'stripe' }], undefined, { link: LINK }, NEW],
    ['opens another after one of an earlier version', [{}], undefined, { link: LINK }, ['open 1']],
    [
      'uses a reference again that got no answer',
      [{ reservedAt: NOW.toISOString() }],
      undefined,
      { link: LINK },
      ['open 1'],
    ],
    [
      'takes a new one after a quarter of an hour',
      [{ reservedAt: minutesLater(-14).toISOString() }],
      undefined,
      { link: LINK },
      NEW,
    ],
  ])('a click %s', async (_what, earlier, found, checkout, steps) => {
    const clicked = await click({ earlier, ...(found && { found }) });
    expect(clicked.checkout).toMatchObject(checkout);
    expect(clicked.steps.slice(0, 2)).toEqual([...steps, ...clicked.steps.slice(steps.length, 2)]);
    expect(clicked.steps.filter((step) => step.startsWith('reserve'))).toHaveLength(steps.length === 2 ? 1 : 0);
  });

  const NOW_TEXT = NOW.toISOString();
  const partPage = { ...page, minor: 100 };

  it.each<[string, Partial<Session>[], number, string[], number[] | undefined]>([
    ['the whole ends the page for a part', [{ asks: 100, opened: partPage, reservedAt: NOW_TEXT }], 300, NEW, [1]],
    ['a part ends the page for the whole', [{ opened: page, reservedAt: NOW_TEXT }], 100, NEW, [1]],
    [
      'a part ends that of another part',
      [{ asks: 99, opened: { ...page, minor: 99 }, reservedAt: NOW_TEXT }],
      100,
      NEW,
      [1],
    ],
    ['a part ends one for several debts', [{ asks: 900, shares: ['a', 'b'], reservedAt: NOW_TEXT }], 100, NEW, [1]],
    ['a part ends nothing that the create has opened', [{ method: 'virtual_account' }], 100, NEW, undefined],
    [
      'the whole ends nothing of the whole',
      [{ method: 'card', opened: page, reservedAt: NOW_TEXT }],
      300,
      NEW,
      undefined,
    ],
    ['a part never uses the reference of the whole', [{ reservedAt: minutesLater(-5).toISOString() }], 100, NEW, [1]],
  ])('a click for %s', async (_what, earlier, minor, steps, ended) => {
    const clicked = await click({ earlier, minor });
    expect([clicked.checkout, clicked.steps.slice(0, 2), clicked.ended]).toMatchObject([
      { link: LINK },
      steps,
      [ended],
    ]);
  });

  it('a click for a part again leads to its page', async () => {
    const { checkout, steps } = await click({
      earlier: [{ asks: 100, opened: partPage, reservedAt: NOW_TEXT }],
      minor: 100,
    });
    expect([checkout, steps]).toEqual([AGAIN, []]);
  });

  it('a click for the whole is not led to the page that another click has just opened for a part', async () => {
    const opening = { asks: 100, reservedAt: NOW_TEXT };
    const clicked = await click({ earlier: [opening], later: [{ ...opening, opened: partPage }] });
    expect([clicked.checkout, clicked.ended]).toMatchObject([{ link: LINK }, [[1]]]);
  });

  it('a click after a payment books it, and opens nothing', async () => {
    const amount = { minor: 300, currency: 'NGN' };
    const reference = providerReference(aCollection({ account: anAccountWith([]).id }).ref, 'checkout', 1);
    const paid = {
      kind: 'payment' as const,
      transaction: 't',
      object: 't',
      references: [reference],
      amount,
      at: NOW.toISOString(),
    };
    const { checkout, steps } = await click({
      earlier: [{ opened: page }],
      found: { kind: 'found', movements: [paid], progress: 'ended' },
    });
    expect([checkout, steps]).toMatchObject([{ kind: 'paid', bookings: [{ entry: { transaction: 't' } }] }, []]);
  });

  const lost = { earlier: [{ reservedAt: NOW.toISOString() }], method: 'mobile_money' } as const;
  const option = { provider: 'MTN', phone: '+233241230003', instructions: 'x', expiresAt: EXPIRES_AT };
  const answers = [{ kind: 'opened', option } as never];

  it.each<[string, ProviderFindings, object, string[]]>([
    ['may be paid', progress('open'), { kind: 'waiting' }, []],
    ['is being paid', progress('pending'), { kind: 'waiting' }, []],
    ['cannot be asked about', { kind: 'unavailable', reason: 'timeout' }, { kind: 'failed' }, []],
    ['never reached the provider', progress('unknown'), { kind: 'shown' }, ['open 1']],
    ['has failed', progress('ended'), { kind: 'shown' }, NEW],
  ])(
    'a request to a phone whose answer was lost, and that %s, is not sent twice',
    async (_what, found, checkout, steps) => {
      const clicked = await click({ ...lost, found, answers });
      expect(clicked.checkout).toMatchObject(checkout);
      expect(clicked.steps.slice(0, steps.length)).toEqual(steps);
      expect(clicked.orders).toHaveLength(steps.length > 0 ? 1 : 0);
      expect(clicked.asked).toMatchObject([{ oneTry: true }]);
    },
  );

  it('a request that the provider has after all is not sent under another reference', async () => {
    const { checkout, orders } = await click({ ...lost, found: progress('unknown'), answers: [{ kind: 'taken' }] });
    expect([checkout, orders.length]).toEqual([{ kind: 'waiting' }, 1]);
  });

  it('who clicks again within three seconds is not a reason to ask again', async () => {
    expect(await click({ ...lost, mayAsk: false })).toMatchObject({ checkout: { kind: 'waiting' }, asked: [] });
    const again = await click({ earlier: [{ opened: page }], mayAsk: false });
    expect(again).toMatchObject({ checkout: AGAIN, asked: [] });
  });

  it('the newest three are asked about, whatever their number', async () => {
    const { asked } = await click({ earlier: Array.from({ length: 9 }, () => ({ opened: page })) });
    expect(asked).toHaveLength(3);
  });

  const ofAnHour = (count: number, minutes = 0) =>
    Array.from({ length: count }, () => ({ ended: true, reservedAt: minutesLater(minutes - 58).toISOString() }));

  it.each<[number, Partial<Session>[], string]>([
    [9, ofAnHour(9), 'redirect'],
    [10, ofAnHour(10), 'too_often'],
    [10, ofAnHour(10, -1), 'redirect'],
    [99, Array.from({ length: 99 }, () => ({ ended: true })), 'redirect'],
    [100, Array.from({ length: 100 }, () => ({ ended: true })), 'too_often'],
  ])('after %i sessions a click comes to its limit, and the merchant is told', async (_count, earlier, kind) => {
    const { checkout, events } = await click({ earlier });
    expect(checkout.kind).toBe(kind);
    const about = NOW.toISOString().slice(0, 10);
    const told = { type: 'payment_option.tried_too_often', timestamp: NOW.toISOString(), about };
    expect(events).toEqual(kind === 'too_often' ? [told] : []);
  });

  it('a request to a phone has twelve seconds', async () => {
    expect((await click({ method: 'mobile_money', answers })).limits).toEqual([12_000]);
  });
});
