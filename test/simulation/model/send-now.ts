/** One reminder more, because the merchant asks for it. */
import { termsOf } from './expected.ts';
import { hoursFor, isBarred, isOpen, nextOpening } from './hours.ts';
import { tierOf, toMinor } from './money.ts';
import { mayWrite } from './person-claims.ts';
import { keepingDue, type Moment, type Revised, revised, withOneLate } from './revised.ts';
import { courseFrom, waitingSlot } from './revisions.ts';
import { ladderTone } from './strategy.ts';
import { CHANNELS, type Channel, DAY, iso, MINUTE, type Tone } from './wire.ts';

const MAX_IN_ALL = 60;
const MAX_IN_A_DAY = 12;

/** One reminder more: opt-outs, quiet hours and caps hold, a pause does not. */
export function send({ channel, tone }: { channel?: Channel; tone?: Tone }, moment: Moment, now: number): Revised {
  const { known, closed, given } = moment;
  if (waitingSlot(known) !== undefined) return { known };
  const terms = termsOf(moment);
  const isClosed = (each: Channel) => closed.optedOut.includes(each) || closed.unreachable.includes(each);
  const can = (each: Channel) => terms.reachable.includes(each) && !isClosed(each);
  const planned = (terms.strategy?.channels ?? []).filter(can);
  const inTurn = planned.map((_, n) => planned[(known.nextSlot - 1 + n) % planned.length] as Channel);
  const wanted = channel === undefined ? [...inTurn, ...CHANNELS.filter((each) => !inTurn.includes(each))] : [channel];
  const usable = wanted.filter(can);
  const hours = hoursFor(terms.hours, usable);
  const dueAt = Math.ceil(now / MINUTE) * MINUTE;
  const sent = known.attempts.filter(({ slot, at }) => slot.slot < known.nextSlot && at.sending !== undefined);
  const recent = sent.map(({ slot }) => slot.dueAt).filter((each) => each > dueAt - DAY);
  const channels = usable.filter((each) => !isBarred(each, dueAt, hours));
  const isOut = wanted.some((each) => terms.reachable.includes(each) && closed.optedOut.includes(each));
  if (usable.length === 0) return notNow(isOut ? 'opted_out' : 'no_channel');
  if (dueAt >= known.expiresAt) return notNow('expires_first');
  if (sent.length >= MAX_IN_ALL) return notNow('cap_collection');
  const twelfth = recent.toSorted((a, b) => a - b).at(-MAX_IN_A_DAY);
  if (twelfth !== undefined) return notNow('cap_24h', nextOpening(twelfth + DAY, hours));
  if (!isOpen(dueAt, hours)) return notNow('quiet_hours', nextOpening(dueAt, hours));
  // Until when depends on what the person will have got.
  if (!mayWrite({ expected: moment, given, got: moment.got }, channels, dueAt)) return { refusal: 'not_now' };
  const firmest = Math.max(0, ...sent.map(({ slot }) => FIRMNESS.indexOf(slot.tone)));
  const asked = { dueAt: now, channels, tone: tone ?? toneNow(moment, firmest, now) };
  const course = courseFrom(known, { ...keepingDue(moment, now), asked });
  return { known: withOneLate(moment, revised(known, { course }, { now }), now) };
}

/** `firstAt`: the first instant at which one can be sent. */
function notNow(reason: string, firstAt?: number): Revised {
  const message = firstAt === undefined ? reason : `${reason} until ${iso(firstAt)}`;
  const fault = { path: '', message, reason, ...(firstAt !== undefined && { firstAt: iso(firstAt) }) };
  return { refusal: 'not_now', more: { errors: [fault] } };
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
