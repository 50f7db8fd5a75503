/** Which messages a person gets if nothing happens: the slots of all their debts, under the rules for people, with one message for what is due together. */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { isLeftOut } from '#lib/domain/follow-up/decide.ts';
import { wholeMinute } from '#lib/domain/follow-up/place-slots.ts';
import { channelsOf, type FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { judge, judgeDue, openInWeek } from '#lib/domain/person/judge.ts';
import type { Person } from '#lib/domain/person/person.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import { channelsAt } from '#lib/domain/time/local-time.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';

export type ForecastDebt = { collection: Collection; plan: FollowUpPlan; rules: PersonRules };

/** `at`: in milliseconds. `names`: the hashes of all debts that it names, its own first. */
export type ForecastMessage = { at: number; channel: Channel; slot: number; names: readonly string[] };

export type PersonForecast = {
  messages: ForecastMessage[];
  /** A cap put a message off, or left it out. */
  isAtCap: boolean;
  /** How many slots are later than the plan would have them, because nothing may be sent then. */
  movedByHours: number;
};

/** In milliseconds, up to `until`. `isDigest`: one message speaks for all debts that are due within a day. */
type Given = { person: Person; isDigest: boolean; now: number; until: number };

/** The slot that comes next, and from when on it may. */
type Next = { slot: number; from: number };

export function forecastPerson(debts: readonly ForecastDebt[], given: Given): PersonForecast {
  const { isDigest, now, until } = given;
  const messages: ForecastMessage[] = [];
  let { person } = given;
  let isAtCap = false;
  const next = new Map<ForecastDebt, Next>(
    debts.map((debt) => [debt, { slot: debt.collection.nextSlot, from: deferralOf(debt) }]),
  );
  const go = (debt: ForecastDebt, { slot, from }: Next) => next.set(debt, { slot, from });
  for (let due = earliest(next, now); due !== undefined && due.at <= until; due = earliest(next, now)) {
    const { debt, slot, at } = due;
    const { collection, plan, rules } = debt;
    const { hash } = collection.ref;
    const channels = channelsAt(plan.hours, channelsOf(plan, slot), at);
    const end = Math.min(plan.slots[slot]?.dueAt ?? Number.POSITIVE_INFINITY, Date.parse(collection.expiresAt));
    const judged =
      channels.length === 0 || isSkipped(debt, slot)
        ? undefined
        : judgeDue({ person, hash, rules, hours: plan.hours }, { dueAt: at, channels, until: end }, at);
    if (judged?.kind === 'defer' && judged.until > at) {
      isAtCap ||= judged.until > openInWeek(rules, plan.hours, at);
      go(debt, { slot, from: judged.until });
      continue;
    }
    go(debt, { slot: slot + 1, from: 0 });
    if (judged?.kind !== 'send') {
      isAtCap ||= judged !== undefined;
      continue;
    }
    const [channel = CHANNELS[0]] = judged.channels;
    const beside = isDigest && !plan.slots[slot - 1]?.asked ? namedBeside(next, { debt, at, channel, person }) : [];
    person = judged.person;
    for (const other of beside) go(other, { slot: afterSoon(other, next.get(other) as Next, at), from: 0 });
    messages.push({ at, channel, slot, names: [debt, ...beside].map((each) => each.collection.ref.hash) });
  }
  return { messages, isAtCap, movedByHours: debts.reduce((sum, debt) => sum + movedOf(debt), 0) };
}

const deferralOf = ({ collection: { deferral, nextSlot } }: ForecastDebt): number =>
  deferral?.slot === nextSlot ? Date.parse(deferral.until) : 0;

const isSkipped = ({ collection: { skippedSlot, nextSlot }, plan }: ForecastDebt, slot: number): boolean =>
  isLeftOut({ plan, skippedSlot, isMentioned: nextSlot > 1 }, slot);

type Due = { debt: ForecastDebt; slot: number; at: number };

/** What is late is sent now. Ends with the last slot, and where the collection expires. */
function earliest(next: ReadonlyMap<ForecastDebt, Next>, now: number): Due | undefined {
  let first: Due | undefined;
  for (const [debt, { slot, from }] of next) {
    const placed = debt.plan.slots[slot - 1];
    if (placed === undefined) continue;
    const at = Math.max(placed.dueAt, from, now);
    if (at >= Date.parse(debt.collection.expiresAt)) continue;
    if (first === undefined || at < first.at) first = { debt, slot, at };
  }
  return first;
}

type Beside = { debt: ForecastDebt; at: number; channel: Channel; person: Person };

/** The other debts whose rules allow the message, too. */
const namedBeside = (next: ReadonlyMap<ForecastDebt, Next>, { debt, at, channel, person }: Beside): ForecastDebt[] =>
  [...next.keys()].filter(
    (other) =>
      other !== debt &&
      other.plan.slots.length > 0 &&
      Date.parse(other.collection.expiresAt) > at &&
      judge(person, other.rules, { at, channel, hours: other.plan.hours }).kind === 'allowed',
  );

/** The first slot that is not due within a day. */
function afterSoon({ plan }: ForecastDebt, { slot, from }: Next, at: number): number {
  let first = slot;
  for (let placed = plan.slots[first - 1]; placed !== undefined; placed = plan.slots[first - 1]) {
    if (placed.asked || Math.max(placed.dueAt, first === slot ? from : 0) > at + DAY_MS) break;
    first += 1;
  }
  return first;
}

const movedOf = ({ plan, collection }: ForecastDebt): number =>
  plan.slots.slice(collection.nextSlot - 1).filter(({ dueAt, nominalAt }) => dueAt > wholeMinute(nominalAt)).length;
