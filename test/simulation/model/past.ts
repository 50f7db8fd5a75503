/** What is learned of a person whose whole past is known, and the sentences that say so: docs/decisions/0028-rules-for-people.md. */
import { type Expected, termsOf } from './expected.ts';
import { offsetOf } from './hours.ts';
import { echoOf, minutesOf, type Strategy } from './strategy.ts';
import { type Channel, DAY, type FollowUpRequest, HOUR, MINUTE } from './wire.ts';

/** `minutesToPay`: from the creation. `sinceDelivery`: of the last reminder, which went by `channel`. */
export type Paid = {
  at: number;
  minutesToPay: number;
  reminded: boolean;
  by?: { channel: Channel; sinceDelivery: number } | undefined;
};

/** `unread`: how many WhatsApp messages in a row were delivered and not read, and when the last one was. */
export type Past = { paid: readonly Paid[]; unread?: { count: number; at: number } | undefined };

type Learned = { strategy: Strategy; sentences: string[] };

/** The plan that the strategy chooses with this past. What the caller gave stays. */
export function withPast(expected: Expected, given: FollowUpRequest | undefined, past: Past): Expected {
  const { strategy } = termsOf(expected);
  const { known } = expected;
  if (strategy === undefined) return expected;
  const isOwnRhythm = given?.startAfter !== undefined || given?.cadence !== undefined;
  const timed = isOwnRhythm ? { strategy, sentences: [] } : timedBy(past, strategy, expected);
  const { strategy: learned, sentences } =
    given?.channels === undefined ? orderedBy(past, timed, known.createdAt) : timed;
  // A plan is known again by its hours.
  const hours = { ...expected.hours };
  const followUp = echoOf(learned, known.expiresIn);
  return { ...expected, hours, strategy: learned, known: { ...known, followUp }, learned: sentences };
}

const MIN_WINS = 2;
const LEAD = 2;
const UNREAD = 3;
const UNREAD_DAYS = 30;

/** The channel that led to payments comes first; else WhatsApp comes last if nothing of it is read. */
function orderedBy({ paid, unread }: Past, { strategy, sentences }: Learned, now: number): Learned {
  const { channels } = strategy;
  const wins = (channel: Channel) => paid.filter(({ by }) => by?.channel === channel);
  const isAhead = (channel: Channel) =>
    wins(channel).length >= MIN_WINS &&
    ALL.every((other) => {
      const others = wins(other).length;
      return other === channel || others === 0 || wins(channel).length - others >= LEAD;
    });
  const winner = channels.find(isAhead);
  const order = (first: readonly Channel[], sentence: string): Learned => ({
    strategy: { ...strategy, channels: first },
    sentences: [...sentences, sentence],
  });
  if (winner === channels[0]) return { strategy, sentences };
  if (winner !== undefined) {
    const longest = Math.max(...wins(winner).map(({ by }) => by?.sinceDelivery ?? 0));
    const hours = Math.max(1, Math.ceil(longest / 60));
    const times = `${wins(winner).length} of the last ${paid.length} times`;
    const others = channels.filter((each) => each !== winner);
    return order(
      [winner, ...others],
      `paid within ${hours} ${hours === 1 ? 'hour' : 'hours'} of ${winner} ${times}: ${winner} first`,
    );
  }
  const isUnread = unread !== undefined && unread.count >= UNREAD && now - unread.at < UNREAD_DAYS * DAY;
  const [first, second] = channels;
  if (!isUnread || first !== 'whatsapp' || second === undefined) return { strategy, sentences };
  const sentence = `the last ${unread.count} whatsapp messages were delivered and not read: ${second} first`;
  return order([...channels.slice(1), 'whatsapp'], sentence);
}

const ALL: readonly Channel[] = ['whatsapp', 'sms', 'email'];

const MIN_UNASKED = 3;
const TO_MINUTES = 5;

/** Who pays without a reminder is reminded when most have paid; then at the hours in which the person pays. */
function timedBy(past: Past, strategy: Strategy, { known, hours }: Expected): Learned {
  const { paid } = past;
  const unasked = paid.filter(({ reminded }) => !reminded).map(({ minutesToPay }) => minutesToPay);
  const quartile = unasked.toSorted((a, b) => a - b)[Math.ceil(unasked.length * 0.75) - 1] ?? 0;
  const half = Math.floor(known.expiresIn / 2);
  const later = Math.min(Math.ceil(quartile / TO_MINUTES) * TO_MINUTES, half);
  const isLater = unasked.length >= MIN_UNASKED && later > strategy.startAfter;
  const start = isLater ? later : strategy.startAfter;
  const times = `${unasked.length} of the last ${paid.length} times`;
  const sentences = isLater ? [`paid without a reminder ${times}: first reminder after ${start} minutes`] : [];
  const shift = shiftOf(past, { zone: hours.zones[0] ?? 'UTC', firstAt: known.createdAt + start * MINUTE });
  const length = ((strategy.attempts ?? 1) - 1) * minutesOf(strategy.cadence);
  const isShifted = shift !== undefined && start + shift.minutes + length < known.expiresIn;
  const startAfter = isShifted ? start + shift.minutes : start;
  return { strategy: { ...strategy, startAfter }, sentences: [...sentences, ...(isShifted ? [shift.sentence] : [])] };
}

const SPAN = 3;
const MIN_IN_SPAN = 3;
const MAX_SHIFT = 4 * 60;

/** To the earliest of the fullest spans of three hours, at most four hours later. */
function shiftOf({ paid }: Past, { zone, firstAt }: { zone: string; firstAt: number }) {
  const localOf = (at: number) => ((at + offsetOf(at, zone) * MINUTE) % DAY) / HOUR;
  const counts = Array.from(
    { length: 24 },
    (_, from) => paid.filter(({ at }) => (Math.floor(localOf(at)) - from + 24) % 24 < SPAN).length,
  );
  const most = Math.max(...counts);
  const from = counts.indexOf(most);
  const ahead = (from - localOf(firstAt) + 24) % 24;
  const minutes = Math.ceil(ahead * 60);
  const isInside = ahead > 24 - SPAN;
  if (most < MIN_IN_SPAN || isInside || minutes === 0 || minutes > MAX_SHIFT) return undefined;
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  const span = `between ${clock(from)} and ${clock(from + SPAN)}`;
  return {
    minutes,
    sentence: `${most} of the last ${paid.length} payments ${span}: first reminder ${minutes} minutes later`,
  };
}
