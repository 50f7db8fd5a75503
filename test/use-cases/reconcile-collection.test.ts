/** What is asked and booked before a follow-up, and what is written where it was not sent. */
import { expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { keyOf } from '#lib/domain/payment/book-movement.ts';
import { random } from '#lib/random.ts';
import {
  bookAnnounced,
  type PaidPorts,
  reconcileCollection,
  skipAlreadyPaid,
} from '#lib/use-cases/reconcile-collection.ts';
import { runContext } from '#lib/use-cases/run-context.ts';
import { aCollection, inContext, minutesLater } from '#test/support/a-collection.ts';
import { aPaidAccount, aReported, aSession } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const collection = aCollection({ account: account.id, sessions: [aSession()] });
const DUE = minutesLater(60);

/** Ports that say which references were asked about, and to which collections was written. */
function recording() {
  const asked: (string | undefined)[] = [];
  const written: CollectionRef[] = [];
  const skips: Attempt[] = [];
  const ports: PaidPorts = {
    clock: { now: () => DUE, sleep: async () => {} },
    random: { ...random, fraction: () => 0.5, nonce: () => 'this invocation' },
    findMovements: async (_target, { reference }) => {
      asked.push(reference);
      return { kind: 'found', movements: [], progress: 'ended' };
    },
    getLedger: async () => ({ collection, entries: [], waiting: [] }),
    recordEntry: async (ref) => {
      written.push(ref);
      return 'recorded';
    },
    keepForLater: async () => {},
    changePerson: async () => true,
    recordSkips: async (ref, attempts) => {
      written.push(ref);
      skips.push(...attempts);
    },
  };
  return { ports, asked, written, skips };
}

const reported = aReported();
const waiting = [{ key: keyOf(reported), reported, recordedAt: DUE.toISOString() }];
const loaded = { ...inContext(collection, account), entries: [], waiting, attempts: [], optedOut: [] };

it('what waits is booked for its collection, and no provider is asked where that is not wanted', async () => {
  const { ports, asked, written } = recording();
  expect(await reconcileCollection(ports, loaded)).toMatchObject({
    bookings: [{ entry: { transaction: 'trx-1' } }],
    answers: undefined,
  });
  expect([asked, written]).toEqual([[], [collection.ref]]);
});

it('the providers are asked where that is wanted, and what they answer is handed on', async () => {
  const { ports, asked } = recording();
  const { answers } = await reconcileCollection(ports, { ...loaded, waiting: [] }, 'all');
  expect(asked).toHaveLength(1);
  expect(answers).toMatchObject({ ended: [1] });
});

it('a slot that is skipped because of a payment bears the nonce of its invocation', async () => {
  const { ports, written, skips } = recording();
  await skipAlreadyPaid(ports, runContext(loaded, ['whatsapp', 'sms', 'email'], DUE));
  expect(skips).toMatchObject([{ slot: 1, status: 'skipped', reason: 'already_paid', token: 'this invocation' }]);
  expect(written).toEqual([collection.ref]);
});

it('a create answers the collection as it is once what was paid before is booked, and reads it for nothing else', async () => {
  const { ports, written } = recording();
  const paid = { ...collection, status: 'completed' as const };
  let reads = 0;
  const create = (ledger: typeof waiting) =>
    bookAnnounced(
      {
        ...ports,
        getLedger: async () => ({ collection, entries: [], waiting: ledger }),
        getCollection: async () => {
          reads += 1;
          return paid;
        },
      },
      { collection, account },
    );
  expect(await create([])).toEqual({ collection, bookings: [] });
  expect([reads, written]).toEqual([0, []]);
  expect(await create(waiting)).toMatchObject({ collection: paid, bookings: [{ entry: { transaction: 'trx-1' } }] });
  expect([reads, written]).toEqual([1, [collection.ref]]);
});
