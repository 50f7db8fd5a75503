/** Invariant 13: an endpoint is paused, probed, warned about, disabled and enabled again exactly as its failures ask for. */
import { isDeepStrictEqual } from 'node:util';
import { parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { healthKey } from '#lib/store/webhook-keys.ts';
import type { Told } from '#test/simulation/aws/receivers.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { RECOVERED, SCHEDULED } from '#test/simulation/model/bounds.ts';
import {
  failureFaults,
  type Health,
  noticeOf,
  probedAfter,
  stateOf,
  warningsBy,
} from '#test/simulation/model/endpoint-health.ts';
import { isAccepted, pauseOf } from '#test/simulation/model/receiver-answer.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { endpointsOf } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';

/** Between a look at the clock and the write that it leads to. */
const SOON = 30_000;
/** The clocks of two machines, and a run that may begin a little early. */
const CLOCKS = 15_000;

export const endpointsJudged: Invariant = {
  number: 13,
  name: 'an endpoint is paused, probed, disabled and enabled again as its failures ask for',
  watch(world, violate) {
    /** The health after the failure that an invocation has counted. */
    const counted = new Map<number, Health>();
    /** The notice that an invocation owes. */
    const noticed = new Map<number, Owed>();
    /** Those that have sent one while changes are watched. */
    const senders = new Set<number>();
    /** Since when each runs when it does. */
    const set = new Map<string, number>();
    return {
      posted: () => void senders.add(world.kernel.current()?.number ?? -1),
      changed({ key: { sk }, before, after }) {
        const by = world.asker;
        if (by === undefined || after === undefined) return;
        if (sk.startsWith('HEALTH#')) {
          const step = { before: before as Health | undefined, after: after as Health };
          if (((before as Health)?.warnings ?? 0) < (step.after.warnings ?? 0))
            noticed.set(by.number, {
              kind: 'failing',
              endpoint: sk.slice('HEALTH#'.length),
              since: step.after.failingSince,
            });
          const { nextRunAt: due } = step.before ?? {};
          const isRun = by.functionName === 'deliver' && !world.receivers.told.has(by.number);
          if (due !== undefined && isRun && isLate(world, due, set.get(sk)))
            violate(`${sk}: due at ${due}, and run only now, though nothing was broken`);
          if (due !== step.after.nextRunAt) set.set(sk, world.kernel.now());
          for (const what of healthFaults(world, by, step, counted)) violate(`${sk}: ${what}`);
        } else if (sk === 'WEBHOOKS') {
          for (const { id, statusReason } of changedIn(before, after)) {
            const since = statusReason === 'gone' ? undefined : healthOf(world, id).failingSince;
            if (DISABLED.includes(statusReason ?? ''))
              noticed.set(by.number, { kind: 'disabled', endpoint: id, since });
          }
          for (const what of statusFaults(world, by, { before, after })) violate(what);
        }
      },
      finished({ invocation }) {
        const { number, functionName, ended } = invocation;
        const told = world.receivers.told.get(number);
        if (functionName !== 'deliver' || told === undefined || ended !== 'returned' || !senders.has(number)) return;
        const about = { told, health: counted.get(number) };
        for (const what of [
          ...omissions(world, invocation, about),
          ...noticeFaults(world, number, noticed.get(number)),
        ])
          violate(`${told.url}: ${what}`);
        noticed.delete(number);
        counted.delete(number);
      },
    };
  },
};

const QUIET = 20 * 60_000;

/** What was set in quiet comes by its own message or schedule. */
function isLate({ kernel, faults, healedAt, isCalm }: World, due: string, set = Number.NEGATIVE_INFINITY): boolean {
  const isQuiet = set > Number.NEGATIVE_INFINITY && (isCalm || set > healedAt + QUIET);
  // Who is asked by a machine whose clock is ahead waits for the sweeper.
  const bound = faults.counts.has('skew') ? RECOVERED : SCHEDULED;
  return isQuiet && kernel.now() > Math.max(set, Date.parse(due)) + bound;
}

type Step = { before: Health | undefined; after: Health };

function healthFaults(
  world: World,
  { number, environment, functionName }: Invocation,
  { before = {}, after }: Step,
  counted: Map<number, Health>,
): string[] {
  const clock = world.kernel.now() + environment.skew;
  const told = world.receivers.told.get(number);
  if (functionName !== 'deliver' || told === undefined) return [];
  const isFine = isAccepted(told);
  if ((after.failures ?? 0) > (before.failures ?? 0)) {
    counted.set(number, after);
    return isFine ? ['a failure is counted, and it was accepted'] : failureFaults(before, after, clock);
  }
  if ((after.warnings ?? 0) > (before.warnings ?? 0))
    return after.warnings === warningsBy(after, clock) ? [] : [`warned ${after.warnings} times by now`];
  if (before.failingSince !== undefined && after.failingSince === undefined) {
    const isClear = !after.failures && !after.warnings && !after.probes;
    return [...(isFine ? [] : ['forgiven, and it was not accepted']), ...(isClear ? [] : ['forgiven in part'])];
  }
  if (after.nextRunAt === before.nextRunAt || after.nextRunAt === undefined) return [];
  const wait = Date.parse(after.nextRunAt) - clock;
  const asked = told.isPing ? undefined : pauseOf(told, told.at + environment.skew);
  const wanted = isFine
    ? [0]
    : [asked ?? probedAfter(before), ...(isFailing(before, clock) ? [probedAfter(before)] : [])];
  const probes = isFine ? 0 : (before.probes ?? 0) + (told.isPing ? 1 : 0);
  return [
    ...(wanted.some((each) => wait <= each && wait >= each - SOON)
      ? []
      : [`runs after ${wait} ms instead of ${wanted}`]),
    ...((after.probes ?? 0) === probes ? [] : [`${after.probes} probes instead of ${probes}`]),
    ...(isFine && (after.failures !== 0 || after.isCatchingUp !== true) ? ['healed, and not caught up'] : []),
  ];
}

const isFailing = (health: Health, clock: number): boolean => stateOf(health, clock) !== 'bearable';

const DISABLED = ['gone', 'failing_for_days'];

/** Of each endpoint whose status has changed. */
function statusFaults(
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

const changedIn = (before: Item | undefined, after: Item): WebhookEndpoint[] => {
  const [were, are] = [before, after].map((item) => (item?.['endpoints'] ?? []) as unknown as WebhookEndpoint[]);
  return (are ?? []).filter(({ id, status }) => were?.some((was) => was.id === id && was.status !== status));
};

type Owed = { kind: 'failing' | 'disabled'; endpoint: string; since: string | undefined };

const UNLEARNT = ['lost-reply', 'server-error', 'late-request', 'outage'] as const;

/** Each is offered to the channel once, in the approved words; an address without people has none. */
function noticeFaults(world: World, by: number, owed: Owed | undefined): string[] {
  const offered = world.downForDays.notices.filter((notice) => notice.by === by);
  const all = world.tenants.flatMap((tenant) => endpointsOf(world, tenant));
  const endpoint = all.find(({ id }) => id === owed?.endpoint);
  const isOwed = owed !== undefined && endpoint?.notifyEmail !== undefined;
  if (!isOwed) return offered.length === 0 ? [] : [`a notice of nothing: ${offered[0]?.subject}`];
  const { id, url, description, notifyEmail: to } = endpoint;
  const wanted = noticeOf(owed.kind, { id, url, since: owed.since, ...(description !== undefined && { description }) });
  const [notice] = offered;
  // It goes out once at most: a run that does not learn that the claim is its own says nothing.
  if (notice === undefined && UNLEARNT.some((fault) => world.faults.counts.has(fault))) return [];
  world.note(`notice: ${owed.kind}`);
  const { subject, text, html } = notice ?? {};
  return offered.length === 1 && isDeepStrictEqual({ to: notice?.to, subject, text, html }, { to, ...wanted })
    ? []
    : [`${offered.length} notices: ${JSON.stringify(notice)} instead of ${JSON.stringify(wanted)}`];
}

type Done = { told: Told; health: Health | undefined };

/** What a run should have done, and has not. What others did meanwhile is right, too. */
function omissions(world: World, { startedAt, environment }: Invocation, { told, health }: Done): string[] {
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

function healthOf({ table }: World, endpoint: string): Health {
  const ref = parseEndpointId(endpoint);
  return ((ref && table.items.get(healthKey(ref))) ?? {}) as Health;
}
