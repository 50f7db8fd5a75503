/** Opening the options of a create, and saving them. */
import { describe, expect, it } from 'vitest';
import { providerReference } from '#lib/domain/payment/session.ts';
import { isLeftOpen, openOptions } from '#lib/use-cases/create-collection.ts';
import { aCollection, CREATED_AT, inContext } from '#test/support/a-collection.ts';
import { anOption, aPaidAccount, aPayableCollection, aSession, OPENED } from '#test/support/a-payment.ts';
import { type Asked, aDesk, type Desk, DOWN, TAKEN } from './opening.ts';

const METHODS = ['card', 'virtual_account', 'mobile_money', 'bank_transfer'] as const;
const account = aPaidAccount();
const collection = aPayableCollection(METHODS, { account });
const AT = CREATED_AT.toISOString();

const open = (desk: Desk) => openOptions(desk.ports, inContext(desk.row ?? collection, account));
const failing =
  (...methods: string[]) =>
  ({ method }: Asked) =>
    methods.includes(method) ? DOWN : undefined;
const failed = (about: string, reason = 'timeout') => ({
  type: 'payment_option.failed',
  timestamp: AT,
  about,
  reason,
});

describe('the options of a create', () => {
  it('the options of a create are opened under the reserved numbers, and saved in one write', async () => {
    const desk = aDesk(collection);
    const opened = await open(desk);
    expect(opened).toEqual({ ...collection, options: METHODS.map(anOption) });
    expect(desk.asked.map(({ method, order }) => [method, order.reference])).toEqual(
      METHODS.map((method, index) => [method, providerReference(collection.ref, method, index + 1)]),
    );
    expect(desk.saves).toEqual([{ options: METHODS.map(anOption), keys: [], events: [] }]);
  });

  it('the options of a create are for the whole amount', async () => {
    const desk = aDesk(collection);
    await open(desk);
    expect(desk.asked.every(({ order }) => order.amount === collection.amount)).toBe(true);
  });

  it('an option whose provider fails is missing and leaves an event with the reason; the others are there', async () => {
    const desk = aDesk(collection, failing('virtual_account', 'bank_transfer'));
    const opened = await open(desk);
    expect(opened.options).toEqual([anOption('card'), anOption('mobile_money')]);
    expect(opened.events).toEqual([...collection.events, failed('virtual_account'), failed('bank_transfer')]);
    expect(desk.row).toEqual(opened);
  });

  it('a create whose options all fail has none, and that is saved too', async () => {
    const desk = aDesk(collection, () => DOWN);
    const opened = await open(desk);
    expect(opened.options).toEqual([]);
    expect(opened.events.slice(1)).toEqual(METHODS.map((method) => failed(method)));
    expect(desk.saves).toHaveLength(1);
  });

  it('the provider’s key of a session is saved under the number that it was finally opened with', async () => {
    const desk = aDesk(collection, ({ method, order }) => {
      if (method === 'card' && order.reference.endsWith('-1')) return TAKEN;
      return method === 'mobile_money' ? undefined : { kind: 'opened', option: OPENED[method], key: `key-${method}` };
    });
    await open(desk);
    expect(desk.saves[0]?.keys).toEqual([
      { number: 5, key: 'key-card' },
      { number: 2, key: 'key-virtual_account' },
      { number: 4, key: 'key-bank_transfer' },
    ]);
  });

  it('a create answers the options that another call has saved in the meantime', async () => {
    const desk = aDesk(collection, () => DOWN);
    const theirs = { ...collection, options: [anOption('card')] };
    desk.ports.saveOptions = async () => false;
    desk.row = theirs;
    expect(await openOptions(desk.ports, inContext(collection, account))).toEqual(theirs);
  });

  it.each([
    ['nothing was asked for', aCollection({ account: account.id })],
    ['only the link was asked for', aCollection({ payable: { enabled: true, methods: ['payment_link'] } })],
    ['they were saved before', { ...collection, options: [anOption('card')] }],
    ['all of them failed before', { ...collection, events: [...collection.events, failed('card') as never] }],
  ])('no provider is asked and nothing is saved when %s', async (_why, there) => {
    const desk = aDesk(there);
    expect(await openOptions(desk.ports, inContext(there, account))).toBe(there);
    expect([desk.asked, desk.saves]).toEqual([[], []]);
  });
});

describe('a create that died before it had saved its options', () => {
  const later = (seconds: number) => new Date(CREATED_AT.getTime() + seconds * 1_000);

  it('a create without saved options is left open once no create can still be running', () => {
    expect(isLeftOpen(collection, later(30))).toBe(false);
    expect(isLeftOpen(collection, later(30.001))).toBe(true);
    expect(isLeftOpen(aPayableCollection(['card'], { account }), later(30.001))).toBe(true);
  });

  it.each([
    ['its options are there', { ...collection, options: [anOption('card')] }],
    ['it asked for none', aCollection()],
    ['it has been paid', { ...collection, status: 'completed' as const }],
    ['it has been cancelled', { ...collection, status: 'cancelled' as const }],
  ])('a create is not left open when %s', (_why, there) => {
    expect(isLeftOpen(there, later(60))).toBe(false);
  });

  it('a create is not left open once it has expired, whether or not the expiry is stored', () => {
    const expiry = new Date(collection.expiresAt);
    expect(isLeftOpen(collection, new Date(expiry.getTime() - 1))).toBe(true);
    expect(isLeftOpen(collection, expiry)).toBe(false);
  });

  it('a replay opens the newest session of each method, and none of the payment page’s sessions', async () => {
    const sessions = [...collection.sessions, aSession({ method: 'checkout' }), aSession({ method: 'card' })];
    const desk = aDesk({ ...collection, sessions });
    await open(desk);
    expect(desk.asked.map(({ order }) => order.reference)).toEqual([
      providerReference(collection.ref, 'card', 6),
      ...METHODS.slice(1).map((method, index) => providerReference(collection.ref, method, index + 2)),
    ]);
  });
});

it('a create whose options are neither saved nor to be read answers its collection without any', async () => {
  const desk = aDesk(collection);
  const ports = { ...desk.ports, saveOptions: async () => false, getCollection: async () => undefined };
  expect(await openOptions(ports, inContext(collection, account))).toEqual(collection);
});

it('a create that asked for our own page as well opens no session for that', async () => {
  const desk = aDesk(
    aPayableCollection(['card'], { account, payable: { enabled: true, methods: ['payment_link', 'card'] } }),
  );
  expect((await open(desk)).options).toEqual([anOption('card')]);
  expect(desk.asked.map(({ method }) => method)).toEqual(['card']);
});
