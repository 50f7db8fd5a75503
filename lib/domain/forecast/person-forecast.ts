/** Which messages a person gets if nothing happens: the runs of all their debts, decided as the clock decides them, with one message for what is due together. */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { decide, nextRun, type RunDecision, type RunState } from '#lib/domain/follow-up/decide.ts';
import { isReminded } from '#lib/domain/follow-up/digest.ts';
import { wholeMinute } from '#lib/domain/follow-up/place-slots.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { judge, judgeDue, openInWeek } from '#lib/domain/person/judge.ts';
import type { Person } from '#lib/domain/person/person.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';

/** `plan` and `rules`: of the collection as it is then. `broken`: as it is once its promise is broken. */
export type ForecastDebt = {
  collection: Collection;
  plan: (of: Collection) => FollowUpPlan;
  rules: (of: Collection) => PersonRules;
  broken: (of: Collection, at: Date) => Collection;
  /** One message speaks for it and for all such debts that are due within a day. */
  isDigested: boolean;
};

/** `at`: in milliseconds. `names`: the hashes of all debts that it names, its own first. */
export type ForecastMessage = { at: number; channel: Channel; slot: number; names: readonly string[] };

export type PersonForecast = {
  messages: ForecastMessage[];
  /** A cap put a message off, or left it out. */
  isAtCap: boolean;
  /** How many slots are later than the plan would have them, because nothing may be sent then. */
  movedByHours: number;
};

/** In milliseconds, up to `until`. */
type Given = { person: Person; now: number; until: number };

/** A debt on its way: `runsAt` is when its next run is due; never after the last. */
type Run = { debt: ForecastDebt; collection: Collection; plan: FollowUpPlan; isMentioned: boolean; runsAt: number };

const NEVER = Number.POSITIVE_INFINITY;
/** A debt has far fewer runs. */
const MAX_RUNS = 5_000;

export function forecastPerson(debts: readonly ForecastDebt[], given: Given): PersonForecast {
  const { until } = given;
  const messages: ForecastMessage[] = [];
  let { person } = given;
  let isAtCap = false;
  let at = given.now;
  // Of what is due at the same moment the older debt is run first; in truth nobody knows.
  const runs = debts
    .map(began)
    .toSorted((one, other) => (one.collection.createdAt < other.collection.createdAt ? -1 : 1));
  const movedByHours = runs.reduce((sum, run) => sum + movedOf(run), 0);
  for (let count = 0; count < MAX_RUNS; count += 1) {
    const run = earliest(runs);
    if (run === undefined || run.runsAt > until) break;
    // What is late is run now: time never goes back.
    at = Math.max(at, run.runsAt);
    const rules = run.debt.rules(run.collection);
    const decision = decide(stateOf(run, { person, rules, at }), new Date(at));
    if (decision.kind === 'defer')
      isAtCap ||= Date.parse(decision.deferral.until) > openInWeek(rules, run.plan.hours, at);
    if (decision.kind === 'skip') isAtCap ||= decision.reason === 'contact_cap';
    if (decision.kind === 'send') {
      const [channel = CHANNELS[0]] = decision.channels;
      const isAsked = run.plan.slots[decision.slot - 1]?.asked !== undefined;
      const beside = run.debt.isDigested && !isAsked ? namedBeside(runs, { run, at, channel, person }) : [];
      person = decision.person ?? person;
      for (const other of beside) coverSoon(other, at);
      const names = [run, ...beside].map((each) => each.collection.ref.hash);
      messages.push({ at, channel, slot: decision.slot, names });
    }
    goOn(run, decision, at);
  }
  return { messages, isAtCap, movedByHours };
}

function began(debt: ForecastDebt): Run {
  // What a channel could not take is offered again within the hour: nobody knows what it answers.
  const { retry: _again, ...collection } = debt.collection;
  const run = { debt, collection, plan: debt.plan(collection), isMentioned: collection.nextSlot > 1, runsAt: NEVER };
  return { ...run, runsAt: nextOf(run) };
}

const nextOf = ({ collection, plan }: Pick<Run, 'collection' | 'plan'>): number =>
  timeOf(nextRun({ ...collection, plan }).nextRunAt);

const timeOf = (instant: string | undefined): number => (instant === undefined ? NEVER : Date.parse(instant));

type Judging = { person: Person; rules: PersonRules; at: number };

function stateOf({ collection, plan, isMentioned }: Run, { person, rules, at }: Judging): RunState {
  const judged = { person, hash: collection.ref.hash, rules, hours: plan.hours };
  const isPaused = person.pausedSince !== undefined;
  return { ...collection, plan, isMentioned, isPaused, judge: (due) => judgeDue(judged, due, at) };
}

function earliest(runs: readonly Run[]): Run | undefined {
  let first: Run | undefined;
  for (const run of runs) if (first === undefined || run.runsAt < first.runsAt) first = run;
  return first;
}

/** The collection as the decision leaves it. `run` is changed. */
function goOn(run: Run, decision: RunDecision, at: number): void {
  const { deferral: _over, ...collection } = run.collection;
  switch (decision.kind) {
    case 'send':
    case 'skip':
      run.collection = { ...collection, nextSlot: decision.slot + 1 };
      run.isMentioned ||= decision.kind === 'send';
      break;
    case 'defer':
      run.collection = { ...collection, deferral: decision.deferral };
      break;
    case 'mark_overdue':
      run.collection = { ...run.collection, status: 'overdue' };
      break;
    case 'break_promise':
      run.collection = run.debt.broken(run.collection, new Date(at));
      run.plan = run.debt.plan(run.collection);
      run.runsAt = nextOf(run);
      return;
    case 'expire':
      run.runsAt = NEVER;
      return;
    default:
  }
  const next = timeOf(decision.nextRunAt);
  // Whatever has nothing to do now, and nothing later, is at its end.
  run.runsAt = decision.kind === 'nothing' && next <= at ? NEVER : next;
}

type Beside = { run: Run; at: number; channel: Channel; person: Person };

/** The other debts whose customer is reminded then, and whose rules allow the message, too. */
const namedBeside = (runs: readonly Run[], { run, at, channel, person }: Beside): Run[] =>
  runs.filter(
    (other) =>
      other !== run &&
      other.debt.isDigested &&
      isReminded(other.collection, new Date(at)) &&
      judge(person, other.debt.rules(other.collection), { at, channel, hours: other.plan.hours }).kind === 'allowed',
  );

/** The message speaks for the slots that are due within a day. */
function coverSoon(run: Run, at: number): void {
  const { plan, collection } = run;
  let slot = collection.nextSlot;
  for (let placed = plan.slots[slot - 1]; placed !== undefined; placed = plan.slots[slot - 1]) {
    const deferred = collection.deferral?.slot === slot ? timeOf(collection.deferral.until) : 0;
    if (placed.asked || Math.max(placed.dueAt, deferred) > at + DAY_MS) break;
    slot += 1;
  }
  run.isMentioned = true;
  if (slot === collection.nextSlot) return;
  const { deferral: _over, ...rest } = collection;
  run.collection = { ...rest, nextSlot: slot };
  run.runsAt = nextOf(run);
}

const movedOf = ({ plan, collection }: Run): number =>
  plan.slots.slice(collection.nextSlot - 1).filter(({ dueAt, nominalAt }) => dueAt > wholeMinute(nominalAt)).length;
