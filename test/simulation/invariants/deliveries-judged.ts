/** Invariant 13: each step of a delivery is the one that its guide says, and its log shows what the receiver answered. */
import { parseEndpointId } from '#lib/domain/ids.ts';
import { webhookOfKey } from '#lib/store/webhook/keys.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { SCHEDULED } from '#test/simulation/model/bounds.ts';
import {
  claimFaults,
  type Delivery,
  movedFaults,
  outcomeFaults,
  replayFaults,
} from '#test/simulation/model/delivery.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { endpointsOf } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';

const MINUTE = 60_000;
const QUIET = 20 * MINUTE;
/** A run reads the endpoint, and writes a while later. */
const READ_BEFORE = MINUTE;

export const deliveriesJudged: Invariant = {
  number: 13,
  name: 'each step of a delivery is the one that the guide says',
  watch(world, violate) {
    /** Since when each is due when it is. */
    const set = new Map<string, { due: string; at: number }>();
    return {
      changed({ key, before, after }) {
        const by = world.asker;
        if (!key.sk.startsWith('DELIVERY#') || after === undefined || by === undefined) return;
        if (by.functionName === 'operator') return;
        const name = `${key.pk} ${key.sk}`;
        const known = set.get(name);
        const due = String(after['nextRunAt']);
        if (known?.due !== due) set.set(name, { due, at: world.kernel.now() });
        if (after['status'] === 'sending' && known !== undefined && isLate(world, known, before as unknown as Delivery))
          violate(`${name}: due at ${known.due}, and claimed only now, though nothing was broken`);
        for (const what of faultsOf(world, by, { key, before, after })) violate(`${key.pk} ${key.sk}: ${what}`);
      },
    };
  },
};

/** Set in quiet, it comes by its own message or schedule; who lost one waits for the sweeper. */
function isLate(
  { kernel, healedAt, isCalm }: World,
  { due, at }: { due: string; at: number },
  { status, claimed }: Delivery,
): boolean {
  const isQuiet = isCalm || at > healedAt + QUIET;
  const since = status === 'waiting' && claimed === 0 ? at : Math.max(at, Date.parse(due));
  return isQuiet && status === 'waiting' && kernel.now() > since + SCHEDULED;
}

type Step = { key: Change['key']; before: Item | undefined; after: Item };

function faultsOf(world: World, by: Invocation, { key, before: read, after: written }: Step): string[] {
  const after = written as unknown as Delivery;
  const clock = world.kernel.now() + by.environment.skew;
  const endpoint = endpointIn(world, key);
  if (read === undefined) return newFaults(after, written, clock);
  const before = read as unknown as Delivery;
  if (by.functionName === 'replay-deliveries') return replayFaults(before, after);
  if (by.functionName !== 'deliver') return [`changed by ${by.functionName}`];
  if (after.status === 'sending') return claimFaults(before, after, clock);
  const told = world.receivers.told.get(by.number);
  if (told !== undefined && told.event === read['event'] && before.status === 'sending') {
    world.note(`delivery: an attempt made it ${after.status}`);
    return outcomeFaults(before, after, { ...told, clock: told.at + by.environment.skew });
  }
  world.note(`delivery: ${before.status}, and then ${after.status}`);
  const isSettled = endpoint !== undefined && Date.parse(endpoint.statusSince) < clock - READ_BEFORE;
  const isEnabled = endpoint?.status === 'enabled';
  return [
    ...movedFaults(before, after),
    ...(isSettled && isEnabled && after.status === 'held' ? ['held, though its endpoint is enabled'] : []),
    ...(isSettled && !isEnabled && after.status === 'waiting'
      ? [`released, though its endpoint is ${endpoint.status}`]
      : []),
  ];
}

/** The first attempt is asked for at once; the sweeper makes good for a message that was lost. */
function newFaults(
  { status, claimed, round, attempts, nextRunAt }: Delivery,
  { createdAt }: Item,
  clock: number,
): string[] {
  const since = Date.parse(String(createdAt));
  const wait = Date.parse(nextRunAt ?? '') - since;
  const isTimed = status === 'held' || (wait > 0 && wait <= 2 * MINUTE);
  return [
    ...(['waiting', 'held'].includes(status) && isTimed ? [] : [`begins as ${status}, due after ${wait} ms`]),
    ...(claimed === 0 && round === 0 && attempts.length === 0 ? [] : ['begins with attempts']),
    ...(Math.abs(since - clock) <= MINUTE ? [] : [`begins at ${String(createdAt)}`]),
  ];
}

function endpointIn(world: World, key: Change['key']) {
  const { endpoint = '' } = webhookOfKey(key) ?? {};
  const owner = world.tenants.find(({ account }) => account.id === parseEndpointId(endpoint)?.account);
  return owner && endpointsOf(world, owner).find(({ id }) => id === endpoint);
}
