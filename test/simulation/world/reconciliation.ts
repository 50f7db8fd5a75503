/** In some worlds the ledger is reconciled with the provider's lists, each hour and each day; then any webhook may be lost. */
import type { ReconcileWindow } from '#lib/domain/payment/reconcile-window.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const NAME = 'reconciled';
const SHARE = 0.07;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Of the webhooks, at any time: a receiver that was never entered at the provider gets none. */
const LOST = { on: 0.6, min: 0.05, max: 0.9 };
/** Of what goes back: after the last question about a collection that has ended, and in the list of eight days. */
const LATE = { share: 0.3, min: 4 * DAY, max: 6 * DAY };
const EVERY: Readonly<Record<ReconcileWindow, number>> = { hour: HOUR, days: DAY };

export type Reconciliation = {
  /** Money has moved at the provider. */
  moved: () => void;
  /** Whether a webhook is lost for good. */
  loses: () => boolean;
  /** By how many milliseconds money goes back later than usual. */
  delay: () => number;
  /** The schedules of each account's provider begin. */
  begin: () => void;
  /** Whether the provider has anything that no whole run of a day has seen. */
  isPending: () => boolean;
};

/** Undefined in a usual world. */
export function reconciliationIn(world: World): Reconciliation | undefined {
  const random = randomFrom(world.seed, NAME);
  if (!random.bool(SHARE)) return undefined;
  const { kernel, lambda } = world;
  const lost = !world.isCalm && random.bool(LOST.on) ? random.between(LOST.min * 100, LOST.max * 100) / 100 : 0;
  let movedAt = Number.NEGATIVE_INFINITY;
  const seenAt = new Map<Tenant, number>();

  function reconcile(tenant: Tenant, window: ReconcileWindow): void {
    const startedAt = kernel.now();
    kernel.after(EVERY[window], () => reconcile(tenant, window));
    lambda.invoke('reconcile-provider', { provider: tenant.sandboxId, window }, ({ kind }) => {
      if (kind !== 'died') world.note(`provider reconciled: ${window}`);
      // Before the faults have stopped, a run may have met one.
      if (window === 'days' && startedAt > world.healedAt) seenAt.set(tenant, startedAt);
    });
  }

  return {
    moved: () => {
      movedAt = kernel.now();
    },
    loses: () => random.bool(lost),
    delay: () => (random.bool(LATE.share) ? random.between(LATE.min, LATE.max) : 0),
    begin() {
      for (const tenant of world.tenants)
        for (const window of ['hour', 'days'] as const)
          kernel.after(random.between(0, EVERY[window]), () => reconcile(tenant, window));
    },
    isPending: () => world.tenants.some((tenant) => (seenAt.get(tenant) ?? Number.NEGATIVE_INFINITY) <= movedAt),
  };
}
