/** The function behind a provider's recurring schedules: what it logs and counts, and how it goes on. */

import { beforeEach, describe, expect, it } from 'vitest';
import { type ReconcileEvent, reconcileProvider } from '#functions/scheduled/reconcile-provider.ts';
import type { ListOutcome } from '#lib/domain/payment/exchange.ts';
import { random } from '#lib/random.ts';
import type { OneTimeSchedule } from '#lib/schedule/schedules.ts';
import { MAX_PAGES } from '#lib/use-cases/reconcile-provider.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { providerIdOf } from '#test/support/a-payment.ts';
import { aService } from '#test/support/a-service.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import {
  account,
  aMovement,
  aReconciledCollection,
  Ledgers,
  reconcileWorld,
  target,
} from '#test/use-cases/reconciling.ts';

const logs = captureLogs();
keepLogsPrivate(logs);
const logged = () => logs.lines.map((line) => JSON.parse(line));

const collection = aReconciledCollection('INV-1');
const context = { invokedFunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:reconcile' };
const hourly: ReconcileEvent = { provider: target.id, window: 'hour' };
let created: OneTimeSchedule[] = [];
let unread = 0;
beforeEach(() => {
  unread = 0;
  created = [];
});

type World = ReturnType<typeof reconcileWorld>;

const depsOf = ({ ports }: World): Parameters<typeof reconcileProvider>[0] => ({
  ...aService(),
  ...(ports as Omit<World['ports'], 'recordEntry'>),
  recordEntry: (ref, booking) => ports.recordEntry(ref, booking),
  random: { ...random, ...ports.random },
  getAccount: async (id) => (id === account.id ? account : undefined),
  createSchedule: async (wanted) => void created.push(wanted),
  countUnread: async () => {
    unread += 1;
    return unread;
  },
  forgetUnread: async () => {
    const was = unread;
    unread = 0;
    return was > 0;
  },
});

describe('the log of a run', () => {
  it('a run that finds nothing missed logs one line with its counts', async () => {
    const world = reconcileWorld([aMovement('t-9', ['ORDER-9'])]);
    await reconcileProvider(depsOf(world))(hourly, context);
    expect(logged()).toMatchObject([
      {
        level: 'INFO',
        event: 'provider_reconciled',
        provider: target.id,
        window: 'hour',
        unfinished: false,
        movements_listed: 1,
        entries_reconciled: 0,
        payments_reconciled: 0,
      },
    ]);
    expect(created).toEqual([]);
  });

  it('a run that finds a payment no webhook has reported warns, and logs the payment like any other', async () => {
    const ledgers = new Ledgers([collection]);
    const world = reconcileWorld([aMovement('t-1', ['INV-1'], { amount: collection.amount })], { ledgers });
    await reconcileProvider(depsOf(world))(hourly, context);
    expect(logged()).toMatchObject([
      { event: 'payment_received', collection: collection.id },
      { event: 'collection_completed', collection: collection.id },
      { level: 'WARN', event: 'provider_reconciled', payments_reconciled: 1, entries_reconciled: 1 },
    ]);
  });

  it('a provider that is busy is counted as a failed reconciliation', async () => {
    await reconcileProvider(depsOf(reconcileWorld([], { fails: () => 'busy' })))(hourly, context);
    expect(logged()).toMatchObject([
      { event: 'provider_reconciled' },
      { level: 'WARN', event: 'reconciliation_failed', provider: target.id, reason: 'busy', reconciliation_failed: 1 },
    ]);
  });

  it('a collection that could not be booked is an error in the log', async () => {
    const world = reconcileWorld([aMovement('t-1', ['INV-1'])], { ledgers: new Ledgers([collection]) });
    const deps = depsOf(world);
    const recordEntry = () => Promise.reject(new Error('spoilt'));
    await reconcileProvider({ ...deps, recordEntry })(hourly, context);
    expect(logged().at(-1)).toMatchObject({ level: 'ERROR', reason: 'not_booked', failed: 1 });
  });
});

describe('a provider that cannot be reconciled', () => {
  it.each<[string, string]>([
    [
      'of an unknown account',
      providerIdOf({
        ...account,
        providers: {
          sandbox: { ...account.providers['sandbox'], id: 'prv_zzzzzzzzzz0000000000000000000000000' } as never,
        },
      }),
    ],
    ['unknown to its account', `${target.id.slice(0, -1)}${target.id.endsWith('0') ? '1' : '0'}`],
    ['of an unknown kind', providerIdOf(account, 'cash-desk')],
    ['with a malformed id', 'prv_'],
  ])('a provider %s is passed over quietly', async (_what, provider) => {
    const world = reconcileWorld([]);
    await reconcileProvider(depsOf(world))({ provider, window: 'days' }, context);
    expect(logged()).toMatchObject([{ level: 'INFO', event: 'reconciliation_skipped', provider }]);
    expect(world.pages).toEqual([]);
  });

  it('a provider without credentials is passed over quietly', async () => {
    const answer: ListOutcome = { kind: 'unavailable', reason: 'no_credentials' };
    const deps = { ...depsOf(reconcileWorld([])), listMovements: async () => answer };
    await reconcileProvider(deps)(hourly, context);
    expect(logged()).toMatchObject([{ level: 'INFO', event: 'reconciliation_skipped', reason: 'no_credentials' }]);
  });

  it('an account that is gone is no failure', async () => {
    const deps = { ...depsOf(reconcileWorld([])), getAccount: async () => anAccount() };
    await expect(reconcileProvider(deps)(hourly, context)).resolves.toBeUndefined();
  });
});

describe('a list that is too long for one run', () => {
  const many = Array.from({ length: MAX_PAGES + 2 }, (_, index) => aMovement(`t-${index}`, [`ORDER-${index}`]));

  it('a run that did not reach the end goes on a minute later, by a one-time schedule of its own name', async () => {
    const world = reconcileWorld(many, { pageSize: 1 });
    await reconcileProvider(depsOf(world))(hourly, context);
    await reconcileProvider(depsOf(world))(hourly, context);
    const [first, again] = created;
    expect(first).toEqual(again);
    expect(first?.target).toBe(context.invokedFunctionArn);
    expect(first?.at).toEqual(new Date(world.ports.clock.now().getTime() + 60_000));
    expect(first?.name).toMatch(/^prv_[0-9a-z]{35}-[0-9a-f]{16}$/);
    expect(first?.input).toEqual({ ...hourly, part: 2, page: { ...world.pages[0], next: String(MAX_PAGES) } });
    await reconcileProvider(depsOf(world))(first?.input as ReconcileEvent, context);
    expect(logged().at(-1)).toMatchObject({ part: 2, unfinished: false, movements_listed: 2 });
    expect(created).toHaveLength(2);
  });

  it('a provider that wants to be asked later is asked then', async () => {
    const answer: ListOutcome = { kind: 'unavailable', reason: 'busy', retryAfterMs: 600_000 };
    const world = reconcileWorld([]);
    await reconcileProvider({ ...depsOf(world), listMovements: async () => answer })(hourly, context);
    expect(created[0]?.at).toEqual(new Date(world.ports.clock.now().getTime() + 600_000));
  });

  it('a list that never ends is given up after a hundred parts', async () => {
    await reconcileProvider(depsOf(reconcileWorld(many, { pageSize: 1 })))({ ...hourly, part: 100 }, context);
    expect(created).toEqual([]);
    expect(logged().at(-1)).toMatchObject({ level: 'WARN', event: 'reconciliation_failed', reason: 'too_long' });
  });
});

describe('a provider that cannot be read', () => {
  const bad = (reason = 'status_500') => reconcileWorld([], { fails: () => reason });
  const told = () => logged().filter(({ event }) => event === 'provider_unreadable');
  const run = (world: World, event = hourly) => reconcileProvider(depsOf(world))(event, context);

  it('is told of in its third hour, once, and anew after it could be read', async () => {
    const counts: number[] = [];
    for (const world of [bad(), bad(), bad(), bad(), reconcileWorld([]), bad(), bad(), bad()]) {
      await run(world);
      counts.push(told().length);
    }
    expect(counts).toEqual([0, 0, 1, 1, 1, 1, 1, 2]);
    expect(told()[0]).toMatchObject({ level: 'ERROR', provider: target.id, reason: 'status_500', hours: 3 });
  });

  it('is not one without credentials, nor one whose day was not read; what cannot be booked counts like what cannot be read', async () => {
    for (const world of [bad('no_credentials'), bad('no_credentials'), bad('no_credentials')]) await run(world);
    for (const world of [bad(), bad(), bad()]) await run(world, { ...hourly, window: 'days' });
    expect([unread, told()]).toEqual([0, []]);
    const ledgers = new Ledgers([collection]);
    const world = reconcileWorld([aMovement('t-1', ['INV-1'])], { ledgers });
    world.ports.recordEntry = async () => {
      throw new Error('the table is away');
    };
    await run(world);
    expect(unread).toBe(1);
  });
});
