/** Runs one seed: a world from its first request until nothing is left to do, with all invariants checked. */
import { forgetSecrets } from './aws/secrets.ts';
import { followStream } from './aws/stream.ts';
import { storedCollections } from './invariants/stored.ts';
import { randomFrom } from './kernel/random.ts';
import type { Act } from './world/acts.ts';
import type { Script } from './world/call-faults.ts';
import { planConsole } from './world/console-shown.ts';
import { fillCountryCache } from './world/country-cache.ts';
import { eraseEverything, erasesIn, setRetention } from './world/erasure.ts';
import { everywhereIn } from './world/everywhere.ts';
import { install } from './world/install.ts';
import { keepBooks } from './world/kept-books.ts';
import { lookAtEverything } from './world/last-look.ts';
import { writeLetters } from './world/letters.ts';
import { listMany } from './world/listed.ts';
import { loadEverything } from './world/loaded-late.ts';
import { listLong } from './world/long-list.ts';
import { openMembers } from './world/made-by-members.ts';
import { manageEndpoints } from './world/managed-endpoints.ts';
import { planMembersActs } from './world/member-acts.ts';
import { planMembers } from './world/members.ts';
import { isDelivering, openEndpoints, repairEndpoints } from './world/merchants.ts';
import { planOddRequests } from './world/odd-requests.ts';
import { operate, operatesIn } from './world/operator.ts';
import { payElsewhere } from './world/other-providers.ts';
import { payByPage } from './world/paid-by-page.ts';
import { partTables } from './world/parted.ts';
import { phonesIn } from './world/people.ts';
import { prefill } from './world/prefill.ts';
import { readLists } from './world/read-lists.ts';
import { openRegulars } from './world/regulars.ts';
import { restoreTable } from './world/restore.ts';
import { comeAgain } from './world/returning.ts';
import type { Seams } from './world/seams.ts';
import { changeSettings } from './world/settings.ts';
import { spoilItems } from './world/spoilt.ts';
import { planStrangers } from './world/strangers.ts';
import { keepSweeping } from './world/sweeps.ts';
import { openTenants } from './world/tenants.ts';
import { unwatched } from './world/unwatched.ts';
import { planWorkload } from './world/workload.ts';
import { createWorld, type Violation, type World } from './world/world.ts';

export type RunOptions = {
  seed: number;
  /** Keeps the history as readable lines. */
  verbose?: boolean;
  /** Faults and acts to leave out. */
  without?: ReadonlySet<string>;
  seams?: Partial<Seams>;
  script?: Script;
  /** Invariants: the world stops as soon as one of them is violated. */
  stopsAt?: readonly number[];
  /** A world with more events than this never ends, which is a violation. */
  maxSteps?: number;
  /** Called when everything is in place, before the world begins. */
  installed?: (world: World) => void;
};

export type Run = {
  seed: number;
  hash: string;
  steps: number;
  violations: readonly Violation[];
  /** Whether the fault of the script was injected. */
  struck: boolean;
  /** How often each fault and each situation occurred. */
  counts: ReadonlyMap<string, number>;
  history: readonly string[];
  /** The names of all acts, whether or not they were left out. */
  acts: readonly string[];
};

const START = Date.parse('2026-03-02T06:00:00.000Z');
const MINUTE = 60_000;
/** The size of a list segment. Appends near the end of one must continue in the next. */
const SEGMENT_SIZE = 50;
const HOUR = 60 * MINUTE;
/** After this time everything that was due at the end is done, and the sweeper has run. */
const REST = 40 * MINUTE;

export async function runSeed(options: RunOptions): Promise<Run> {
  const { stackTraceLimit } = Error;
  // Most errors are injected, and their stack traces cost more time than anything else about them.
  Error.stackTraceLimit = 0;
  try {
    return await run(options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function run({ installed, ...options }: RunOptions): Promise<Run> {
  const { seed, without = new Set() } = options;
  await fillCountryCache();
  await loadEverything();
  const plan = randomFrom(seed, 'plan');
  const everywhere = everywhereIn(seed, without);
  const start = START + (everywhere?.later ?? 0) + plan.between(0, 7 * 24 * 60) * MINUTE;
  const world = createWorld({ ...options, without, start });
  install(world);
  const erases = erasesIn(seed, without);
  setRetention(erases);
  installed?.(world);
  const isWarm = plan.bool(0.5);
  const phones = everywhere?.phones ?? phonesIn(seed, without, world.variety?.phones);
  world.tenants = await openTenants(isWarm, phones, { variety: world.variety, everywhere });
  world.regulars = await openRegulars(seed, world.tenants, { start, without });
  await openEndpoints(world);
  await planMembers(world, without);
  world.members = await openMembers(world, without);
  forgetSecrets(world);
  const [first] = world.tenants;
  const full = plan.bool(0.8) ? 0 : plan.pick([1, 1, 1, 2]);
  if (first && full > 0)
    world.prefilled = await prefill(first, full * SEGMENT_SIZE - plan.between(0, 4), new Date(start));
  world.table.watchers.push(world.oracle.changed);
  followStream(world, without);
  const acts = [...planWorkload(seed, world.tenants, start), ...planMembersActs(world)];
  for (const act of acts) if (!without.has(act.name)) world.kernel.after(act.after, () => begin(world, act));
  const untilHealed = plan.between(10, 30 * 60) * MINUTE;
  // A world that came to rest before was healed then.
  world.kernel.after(untilHealed, () => Number.isFinite(world.healedAt) || heal(world));
  keepSweeping(world);
  world.reconciliation?.begin();
  planStrangers(world, without);
  planConsole(world, without);
  world.oddRequests = planOddRequests(world, without);
  world.endpointLives.begin();
  await restoreTable(world, start + untilHealed, without);
  await untilRest(world, start + Math.max(...acts.map(({ after }) => after)) + HOUR);
  if (!world.kernel.isStopped()) {
    lookAtEverything(world);
    await world.kernel.runUntil(world.kernel.now() + MINUTE);
    world.oracle.ended();
    await unwatched(world, () => changeSettings(world, without));
    await spoilItems(world, without);
    // Their collections go on to the end of the world, which the model is not told of either.
    const isLast = !erases && !operatesIn(seed, without);
    if (isLast)
      await unwatched(world, async () => {
        await listMany(world, without);
        await listLong(world, without);
        await payByPage(world, without);
        await manageEndpoints(world, without);
        await payElsewhere(world, without);
        await keepBooks(world, without);
        await readLists(world, without);
        await writeLetters(world, without);
        await comeAgain(world, without);
      });
    if (erases) await eraseEverything(world);
    // A placeholder for a phone is one only where no country has such numbers.
    else if (everywhere === undefined && operatesIn(seed, without)) await operate(world, () => heal(world));
    await partTables(world, without);
  }
  return {
    seed,
    hash: world.kernel.trace.hash(),
    steps: world.kernel.steps(),
    struck: world.notes.has('scripted fault'),
    violations: world.violations,
    counts: new Map<string, number>([...world.faults.counts, ...world.notes]),
    history: world.kernel.trace.lines,
    acts: acts.map(({ name }) => name),
  };
}

function begin({ callers, sandbox }: World, act: Act): void {
  if ('asked' in act) callers.ask(act.asked);
  else sandbox.pay(act.paid.by, act.paid.reference, { minor: act.paid.minor, currency: 'NGN' });
}

/** Stops all faults; the service must then recover by itself. */
function heal(world: World): void {
  world.healedAt = world.kernel.now();
  world.faults.heal();
  world.kernel.trace.say('all is well from now on');
  repairEndpoints(world);
}

/** Runs until every collection has ended, every payment was delivered, and nothing is left to do. */
async function untilRest(world: World, earliest: number): Promise<void> {
  let end = earliest;
  for (let reached = 0; reached < end; ) {
    reached = end;
    await world.kernel.runUntil(reached);
    // What has ended is checked for some days.
    end = Math.max(
      reached,
      ...storedCollections(world).map(({ expiresAt, nextRunAt = expiresAt }) => Date.parse(nextRunAt) + REST),
      ...storedCollections(world).map(({ expiresAt }) => Date.parse(expiresAt) + REST),
    );
  }
  if (!Number.isFinite(world.healedAt)) {
    heal(world);
    await world.kernel.runUntil(world.kernel.now() + REST);
  }
  const isBusy = () =>
    world.sandbox.pending() > 0 ||
    storedCollections(world).some(({ nextRunAt }) => nextRunAt) ||
    isDelivering(world) ||
    world.reconciliation?.isPending() === true;
  const { isEndless, isStopped, runUntil, now } = world.kernel;
  while (isBusy() && !isEndless() && !isStopped()) await runUntil(now() + HOUR);
  if (isEndless()) world.violate(4, 'this world never ends');
}
