/** The requests that revise a plan: each gives the collection as it is afterwards, by the rules of its operation. */
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from './answers.ts';
import { type Known, statusAt } from './collection.ts';
import { type Expected, termsFor, termsOf } from './expected.ts';
import { hoursFor, isBarred, isOpen } from './hours.ts';
import { planWithout } from './ledger-runs.ts';
import { tierOf, toMinor } from './money.ts';
import { contactOf } from './people.ts';
import { type Course, courseFrom, type Pause, pauseAt, waitingSlot } from './revisions.ts';
import { isPayable } from './states.ts';
import { echoOf, ladderTone } from './strategy.ts';
import { CHANNELS, type Channel, DAY, type FollowUpRequest, MINUTE, type Person, type Tone } from './wire.ts';

type Patch = { contact?: Partial<Person>; expiresIn?: number; followUp?: FollowUpRequest; metadata?: object };

export type Revising =
  | { operation: 'update-collection'; body: Patch }
  | { operation: 'pause-follow-ups'; body: { until?: string } }
  | { operation: 'resume-follow-ups'; body: object }
  | { operation: 'promise-payment'; body: { payBy: string } }
  | { operation: 'send-follow-up'; body: { channel?: Channel; tone?: Tone } };

export type Moment = Expected & { given: FollowUpRequest | undefined; optedOut: readonly Channel[] };

/** `known` is the same object where nothing changes. */
export type Revised = { known: Known } | { refusal: Refusal };

export function reviseBy(asked: Revising, moment: Moment, now: number): Revised {
  if (!isPayable(statusAt(moment.known, now))) return { refusal: 'invalid_transition' };
  switch (asked.operation) {
    case 'update-collection':
      return update(asked.body, moment, now);
    case 'pause-follow-ups':
      return pause(asked.body, moment, now);
    case 'resume-follow-ups':
      return resume(moment, now);
    case 'promise-payment':
      return promise(asked.body, moment, now);
    case 'send-follow-up':
      return send(asked.body, moment, now);
  }
}

/** A waiting retry is left out by a pause, like the slots to come. */
export function revised(known: Known, to: Partial<Known>, { now, type }: { now: number; type?: string }): Known {
  const at = Math.max(now, known.updatedAt);
  const next = { ...known, ...to, updatedAt: at };
  return {
    ...next,
    retry: pauseAt(next, now) === undefined ? known.retry : undefined,
    events: type === undefined ? known.events : [...known.events, { type, at }],
  };
}

function pause({ until }: { until?: string }, { known }: Moment, now: number): Revised {
  const end = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  if (end <= now) return { refusal: 'validation_failed' };
  const before = pauseAt(known, now);
  if (before?.reason === 'merchant' && before.until === end) return { known };
  const course = courseFrom(known, { from: now, pause: { since: now, until: end, reason: 'merchant' } });
  return { known: revised(known, { course }, { now, type: 'followup.paused' }) };
}

function resume(moment: Moment, now: number): Revised {
  const { known } = moment;
  if (pauseAt(known, now) === undefined) return { known };
  const course = courseFrom(known, { ...keepingDue(moment, now), pause: undefined });
  return { known: revised(known, { course }, { now, type: 'followup.resumed' }) };
}

/** What was due before the change and is not claimed yet stays in the plan, and so does a reminder that was asked for. */
function keepingDue({ optedOut, ...moment }: Moment, now: number): { from: number; asked: Course['asked'] } {
  const { nextSlot, course } = moment.known;
  const due = planWithout(moment, optedOut).slots.filter(
    ({ slot, dueAt }) => slot >= nextSlot && dueAt <= now && slot !== course?.asked?.slot,
  );
  return { from: due.at(-1)?.dueAt ?? now, asked: waitingSlot(moment.known) };
}

const MAX_EXPIRES_IN = 525_600;

/** The collection lives for at least a day after the promise. */
function promise({ payBy }: { payBy: string }, { known }: Moment, now: number): Revised {
  const until = Date.parse(payBy);
  if (until <= now) return { refusal: 'validation_failed' };
  if (known.promise?.payBy === until && known.promise.brokenAt === undefined) return { known };
  const needed = Math.ceil((until + DAY - known.createdAt) / MINUTE);
  if (needed > MAX_EXPIRES_IN) return { refusal: 'validation_failed' };
  const held: Pause = { since: now, until, reason: 'promise' };
  const to = {
    ...lifeOf(known, Math.max(known.expiresIn, needed)),
    promise: { payBy: until, madeAt: now },
    course: courseFrom(known, { from: now, pause: held }),
  };
  return { known: revised(known, to, { now, type: 'promise.made' }) };
}

const lifeOf = ({ createdAt }: Known, expiresIn: number) => ({ expiresIn, expiresAt: createdAt + expiresIn * MINUTE });

/** A run that finds the promised day passed: the plan goes on from there, a step firmer. */
export function breakPromise(moment: Moment, now: number): Known {
  const { known } = moment;
  const { promise: made, course: was } = known;
  if (made === undefined) return known;
  const { payBy } = made;
  const { asked } = keepingDue(moment, now);
  const course = courseFrom(known, { from: payBy, restartsAt: payBy, firmer: (was?.firmer ?? 0) + 1, asked });
  return revised(known, { course, promise: { ...made, brokenAt: now } }, { now, type: 'promise.broken' });
}

function update(patch: Patch, moment: Moment, now: number): Revised {
  const { known } = moment;
  const contact = contactOf({ ...known.contact, ...patch.contact }, known.account, known.contact.id);
  const life = lifeOf(known, patch.expiresIn ?? known.expiresIn);
  if (life.expiresAt <= now) return { refusal: 'validation_failed' };
  const isSame = life.expiresAt === known.expiresAt && contact.phone === known.contact.phone;
  const before = termsOf(moment);
  const kept = known.followUp.enabled ? moment.given : { enabled: false };
  const given = patch.followUp ?? kept;
  const fresh = termsFor({ contact, account: known.account, expiresIn: life.expiresIn, amount: known.amount, given });
  const isKept = isSame && patch.followUp === undefined;
  const terms = isKept ? { ...before, given } : { ...fresh, given };
  const followUp = isKept ? known.followUp : echoOf(fresh.strategy, life.expiresIn);
  const metadata = patch.metadata ?? known.metadata;
  const rewritten = !isKept && !isDeepStrictEqual([before.strategy, partsOf(kept)], [terms.strategy, partsOf(given)]);
  const isOther = rewritten && (before.strategy !== undefined || terms.strategy !== undefined);
  const isPlanned =
    isOther || !isSame || contact.email !== known.contact.email || !isDeepStrictEqual(followUp, known.followUp);
  const isChanged =
    isPlanned ||
    !isDeepStrictEqual(contact, known.contact) ||
    JSON.stringify(metadata) !== JSON.stringify(known.metadata);
  if (!isChanged) return { known };
  const course = isPlanned
    ? courseFrom(known, { ...keepingDue(moment, now), isAnew: patch.followUp !== undefined })
    : known.course;
  const to = { contact, ...life, followUp, metadata, terms, course };
  return { known: revised(known, to, { now, type: 'collection.updated' }) };
}

const partsOf = (given: FollowUpRequest | undefined): string[] =>
  Object.keys(given ?? {})
    .filter((part) => part !== 'enabled')
    .toSorted();

const MAX_IN_ALL = 60;
const MAX_IN_A_DAY = 12;

/** One reminder more: opt-outs, quiet hours and caps hold, a pause does not. */
function send({ channel, tone }: { channel?: Channel; tone?: Tone }, moment: Moment, now: number): Revised {
  const { known, optedOut } = moment;
  if (waitingSlot(known) !== undefined) return { known };
  const terms = termsOf(moment);
  const can = (each: Channel) => terms.reachable.includes(each) && !optedOut.includes(each);
  const planned = (terms.strategy?.channels ?? []).filter(can);
  const inTurn = planned.map((_, n) => planned[(known.nextSlot - 1 + n) % planned.length] as Channel);
  const wanted = channel === undefined ? [...inTurn, ...CHANNELS.filter((each) => !inTurn.includes(each))] : [channel];
  const usable = wanted.filter(can);
  const hours = hoursFor(terms.hours, usable);
  const dueAt = Math.ceil(now / MINUTE) * MINUTE;
  const sent = known.attempts.filter(({ slot, at }) => slot.slot < known.nextSlot && at.sending !== undefined);
  const recent = sent.filter(({ slot }) => slot.dueAt > dueAt - DAY);
  const channels = usable.filter((each) => !isBarred(each, dueAt, hours));
  const isCapped = sent.length >= MAX_IN_ALL || recent.length >= MAX_IN_A_DAY;
  if (channels.length === 0 || dueAt >= known.expiresAt || isCapped || !isOpen(dueAt, hours))
    return { refusal: 'not_now' };
  const firmest = Math.max(0, ...sent.map(({ slot }) => FIRMNESS.indexOf(slot.tone)));
  const asked = { dueAt: now, channels, tone: tone ?? toneNow(moment, firmest, now) };
  const course = courseFrom(known, { ...keepingDue(moment, now), asked });
  return { known: revised(known, { course }, { now }) };
}

const FIRMNESS: readonly Tone[] = ['gentle', 'professional', 'urgent'];

function toneNow(moment: Moment, firmest: number, now: number): Tone {
  const { known } = moment;
  const { strategy } = termsOf(moment);
  const after = Math.floor((now - known.createdAt) / MINUTE);
  const tier = { tier: tierOf(toMinor(known.amount), known.amount.currency) };
  const ladder = ladderTone(tier, { after, window: known.expiresIn, isLast: false });
  const raised = FIRMNESS.indexOf(strategy?.tone ?? ladder) + (known.course?.firmer ?? 0);
  const least = strategy?.tone === undefined ? firmest : 0;
  return FIRMNESS[Math.min(Math.max(raised, least), FIRMNESS.length - 1)] as Tone;
}
