/** The status of a webhook endpoint: each change of it has a reason, and what a run must do is done. */
import { parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { healthKey } from '#lib/store/webhook/keys.ts';
import type { Told } from '#test/simulation/aws/receivers.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { type Health, stateOf, warningsBy } from '#test/simulation/model/endpoint-health.ts';
import { isAccepted, pauseOf } from '#test/simulation/model/receiver-answer.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { endpointsOf } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';

/** Between a look at the clock and the write that it leads to. */
const SOON = 30_000;
/** The clocks of two machines, and a run that may begin a little early. */
const CLOCKS = 15_000;

export const isFailing = (health: Health, clock: number): boolean => stateOf(health, clock) !== 'bearable';

export const DISABLED = ['gone', 'failing_for_days'];

/** Of each endpoint whose status has changed. */
export function statusFaults(
  world: World,
  by: Invocation,
  { before, after }: Record<'before' | 'after', Item | undefined>,
): string[] {
  const [were, are] = [before, after].map((item) => (item?.['endpoints'] ?? []) as unknown as WebhookEndpoint[]);
  const clock = world.kernel.now() + by.environment.skew;
  return (are ?? []).flatMap((endpoint) => {
    const was = were?.find(({ id }) => id === endpoint.id);
    if (was === undefined || (was.status === endpoint.status && was.statusReason === endpoint.statusReason)) return [];
    const { id, status, statusReason, statusSince } = endpoint;
    world.note(`endpoint: ${was.statusReason ?? was.status}, and then ${statusReason ?? status}`);
    const usual = statusReason === undefined ? 'enabled' : DISABLED.includes(statusReason) ? 'disabled' : 'paused';
    const isDated = Math.abs(Date.parse(statusSince) - clock) <= SOON;
    return [
      ...(status === usual ? [] : [`${id}: it is ${status} because of ${statusReason}`]),
      ...(isDated ? [] : [`${id}: it is ${status} since ${statusSince}`]),
      ...(mayBecome(world, by, { was, endpoint, clock }) ? [] : [`${id}: ${statusReason ?? status} without a reason`]),
    ];
  });
}

type Becoming = { was: WebhookEndpoint; endpoint: WebhookEndpoint; clock: number };

function mayBecome(world: World, by: Invocation, { was, endpoint, clock }: Becoming): boolean {
  const { id, statusReason } = endpoint;
  if (by.functionName !== 'deliver') return statusReason === undefined || statusReason === 'merchant';
  const told = world.receivers.told.get(by.number);
  const health = healthOf(world, id);
  switch (statusReason) {
    case 'retry_after':
      return told !== undefined && pauseOf(told, told.at + by.environment.skew) !== undefined;
    case 'gone':
      return told?.status === 410;
    case 'failing':
      return isFailing(health, clock);
    case 'failing_for_days':
      return stateOf(health, clock) === 'failing_for_days';
    default:
      return was.statusReason === 'retry_after' || (told?.isPing === true && isAccepted(told));
  }
}

type Done = { told: Told; health: Health | undefined };

/** What a run should have done, and has not. What others did meanwhile is right, too. */
export function omissions(world: World, { startedAt, environment }: Invocation, { told, health }: Done): string[] {
  const endpoint = world.tenants.flatMap((tenant) => endpointsOf(world, tenant)).find(({ url }) => url === told.url);
  if (endpoint === undefined) return [];
  const since = startedAt - CLOCKS;
  const clock = told.at + environment.skew;
  const stored = healthOf(world, endpoint.id);
  const isUntouched = Date.parse(endpoint.statusSince) < since;
  const isPaused = isUntouched && endpoint.statusReason === 'failing';
  if (isAccepted(told)) {
    if (told.isPing) return isPaused ? ['it has passed its probe, and is still paused'] : [];
    const isHeldAgainst = Date.parse(stored.failingSince ?? '') < since;
    return isHeldAgainst ? ['it has accepted a webhook, and its failures still count'] : [];
  }
  if (told.status === 410) return [];
  if (told.isPing)
    return isPaused && stateOf(stored, clock) === 'failing_for_days' ? ['five days of failures, and not disabled'] : [];
  if (health === undefined) return ['its failure is not counted'];
  const due = warningsBy(health, clock);
  const isLeft = isUntouched && endpoint.status === 'enabled';
  return [
    ...(isLeft && isFailing(health, clock) ? [`it is enabled, and ${stateOf(health, clock)}`] : []),
    ...(endpoint.notifyEmail !== undefined &&
    stateOf(health, clock) !== 'failing_for_days' &&
    (stored.warnings ?? 0) < due &&
    Date.parse(stored.failingSince ?? '') < since
      ? [`${stored.warnings ?? 0} warnings of ${due}`]
      : []),
  ];
}

export function healthOf({ table }: World, endpoint: string): Health {
  const ref = parseEndpointId(endpoint);
  return ((ref && table.items.get(healthKey(ref))) ?? {}) as Health;
}
