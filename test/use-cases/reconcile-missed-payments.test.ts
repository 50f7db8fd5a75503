/** What is asked and applied before a follow-up, and what is written where it was not sent. */
import { expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type PaidPorts, reconcileMissedPayments, skipAlreadyPaid } from '#lib/use-cases/reconcile-missed-payments.ts';
import { runContext } from '#lib/use-cases/run-context.ts';
import { aCollection, inContext, minutesLater } from '#test/support/a-collection.ts';
import { aPaidAccount, aPayment, aSession } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const collection = aCollection({ account: account.id, sessions: [aSession()] });
const DUE = minutesLater(60);

/** Ports that say which references were asked about, and to which collections was written. */
function recording() {
  const asked: string[] = [];
  const written: CollectionRef[] = [];
  const skips: Attempt[] = [];
  const ports: PaidPorts = {
    clock: { now: () => DUE, sleep: async () => {} },
    random: { fraction: () => 0.5, nonce: () => 'this invocation' },
    findPayments: async (_target, { reference }) => {
      asked.push(reference);
      return { kind: 'found', payments: [] };
    },
    getLedger: async () => ({ collection, payments: [] }),
    recordPayment: async (ref) => {
      written.push(ref);
      return 'recorded';
    },
    keepForLater: async () => {},
    recordSkips: async (ref, attempts) => {
      written.push(ref);
      skips.push(...attempts);
    },
  };
  return { ports, asked, written, skips };
}

const loaded = { ...inContext(collection, account), payments: [aPayment()], optedOut: [] };

it('a payment that waits is applied to its collection, and no provider is asked where that is not wanted', async () => {
  const { ports, asked, written } = recording();
  expect(await reconcileMissedPayments(ports, loaded, false)).toMatchObject([{ waited: true }]);
  expect([asked, written]).toEqual([[], [collection.ref]]);
});

it('the providers are asked where that is wanted', async () => {
  const { ports, asked } = recording();
  await reconcileMissedPayments(ports, { ...loaded, payments: [] }, true);
  expect(asked).toHaveLength(1);
});

it('a slot that is skipped because of a payment bears the nonce of its invocation', async () => {
  const { ports, written, skips } = recording();
  await skipAlreadyPaid(ports, runContext(loaded, ['whatsapp', 'sms', 'email'], DUE));
  expect(skips).toMatchObject([{ slot: 1, status: 'skipped', reason: 'already_paid', token: 'this invocation' }]);
  expect(written).toEqual([collection.ref]);
});
