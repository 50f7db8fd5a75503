/** Invariant 13: an endpoint is paused, probed, warned about, disabled and enabled again exactly as its failures ask for. */
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { RECOVERED, SCHEDULED } from '#test/simulation/model/bounds.ts';
import { failureFaults, type Health, probedAfter, warningsBy } from '#test/simulation/model/endpoint-health.ts';
import { isAccepted, pauseOf } from '#test/simulation/model/receiver-answer.ts';
import type { World } from '#test/simulation/world/world.ts';
import { DISABLED, healthOf, isFailing, omissions, statusFaults } from './endpoint-status.ts';
import type { Invariant } from './invariant.ts';
import { changedIn, noticeFaults, type Owed } from './notices-owed.ts';

/** Between a look at the clock and the write that it leads to. */
const SOON = 30_000;

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
