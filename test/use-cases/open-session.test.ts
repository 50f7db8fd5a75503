/** Opening a session under its own number. */
import { describe, expect, it } from 'vitest';
import { providerReference } from '#lib/domain/payment/session.ts';
import { openUnder } from '#lib/use-cases/open-session.ts';
import { aCollection, CREATED_AT, inContext } from '#test/support/a-collection.ts';
import { aPaidAccount, aPayableCollection, OPENED, providerIdOf } from '#test/support/a-payment.ts';
import { aDesk, type Desk, DOWN, TAKEN } from './opening.ts';

const account = aPaidAccount();
const collection = aPayableCollection(['card'], { account });
const CARD = { method: 'card', provider: 'sandbox', number: 1 } as const;
const open = ({ ports, row = collection }: Desk, asked: { method: 'card'; provider: string; number: number } = CARD) =>
  openUnder(ports, { ...inContext(row, account), amount: row.amount }, asked);
const referencesOf = ({ asked }: Desk) => asked.map(({ order }) => order.reference);
const reference = (number: number) => providerReference(collection.ref, 'card', number);

describe('a session', () => {
  it('a session is opened under its number, at its provider, within five seconds', async () => {
    const desk = aDesk(collection);
    expect(await open(desk)).toEqual({ number: 1, opened: { kind: 'opened', option: OPENED.card } });
    expect(desk.asked).toMatchObject([
      {
        target: { kind: 'sandbox', id: providerIdOf(account) },
        method: 'card',
        order: { reference: reference(1), amount: collection.amount },
        withinMs: 5_000,
      },
    ]);
    expect(desk.row).toEqual(collection);
  });

  it('a session whose reference is taken is opened under a new reserved number, within eight seconds in total', async () => {
    const desk = aDesk(collection, ({ order }) => (order.reference === reference(1) ? TAKEN : undefined));
    expect(await open(desk)).toEqual({ number: 2, opened: { kind: 'opened', option: OPENED.card } });
    expect(referencesOf(desk)).toEqual([reference(1), reference(2)]);
    expect(desk.asked.reduce((sum, { withinMs }) => sum + withinMs, 0)).toBe(8_000);
    expect(desk.row?.sessions).toEqual([
      ...collection.sessions,
      { method: 'card', provider: 'sandbox', reservedAt: expect.any(String) },
    ]);
  });

  it('a session is tried at most twice', async () => {
    const desk = aDesk(collection, () => TAKEN);
    expect(await open(desk)).toEqual({ number: 2, opened: { kind: 'failed', reason: 'taken' } });
    expect(desk.asked).toHaveLength(2);
  });

  it('a session that its provider refuses fails with the provider’s reason and uses up no new number', async () => {
    const desk = aDesk(collection, () => DOWN);
    expect(await open(desk)).toEqual({ number: 1, opened: DOWN });
    expect([desk.asked.length, desk.row?.sessions.length]).toEqual([1, 1]);
  });

  it('a session is not tried again when the collection can no longer be paid', async () => {
    const desk = aDesk({ ...collection, status: 'cancelled' }, () => TAKEN);
    expect(await open(desk)).toEqual({ number: 1, opened: { kind: 'failed', reason: 'not_payable' } });
    expect(desk.asked).toHaveLength(1);
  });

  it.each(['cash-desk', 'gone'])(
    'a session at the unsupported provider %s fails without a request',
    async (provider) => {
      const desk = aDesk(aCollection({ account: account.id, sessions: [{ method: 'card', provider }] }));
      const failed = { kind: 'failed', reason: 'unknown_provider' };
      expect(await open(desk, { ...CARD, provider })).toEqual({ number: 1, opened: failed });
      expect(desk.asked).toEqual([]);
    },
  );
});

it('an order for a session says what time it is, and to which page its customer comes back', async () => {
  const desk = aDesk(collection);
  await open(desk);
  expect(desk.asked[0]?.order.now).toEqual(CREATED_AT);
  expect(desk.asked[0]?.order.returnUrl).toMatch(/^https:\/\/collections\.example\/pay\//);
});
