/**
 * Judges a message that is due, by the rules for its person: it is sent by some of its channels, deferred or skipped. Answers
 * the person as they are once it is claimed, too.
 */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { OpeningHours } from '#lib/domain/follow-up/quiet-hours.ts';
import { judge } from './judge.ts';
import { countedAt, type Person, withoutLastSend, withSend } from './person.ts';
import type { PersonRules } from './policy.ts';

/** `hash` is the collection's. */
export type Judged = { person: Person; hash: string; rules: PersonRules; hours: OpeningHours };

/** Times are in milliseconds. */
export type DueMessage = {
  /** Of the slot, of its deferral, or of its failover. */
  dueAt: number;
  channels: readonly Channel[];
  /** The next slot's time, else the expiry. */
  until: number;
  /** The collection's last message surely did not arrive, and this one takes its place. */
  replacesLast?: boolean;
};

export type DueJudgement =
  | { kind: 'send'; channels: readonly Channel[]; person: Person }
  | Exclude<SlotJudgement, { kind: 'send' }>;

/** Judged at the time at which it counts. */
export function judgeDue(of: Judged, { dueAt, channels, until, replacesLast }: DueMessage, now: number): DueJudgement {
  const { hash, rules, hours } = of;
  const person = replacesLast ? withoutLastSend(of.person, hash) : of.person;
  const judgeAt = (at: number): DueJudgement => {
    const judgement = judgeSlot(person, rules, { at, channels, hours, until });
    if (judgement.kind !== 'send') return judgement;
    return { ...judgement, person: withSend(person, { at, channel: judgement.channels[0], hash }) };
  };
  const at = countedAt(dueAt, now);
  const judgement = judgeAt(at);
  return judgement.kind === 'defer' && judgement.until <= now && at < now ? judgeAt(now) : judgement;
}

/** Times are in milliseconds. */
type DueSlot = {
  /** When the message counts: see `countedAt`. */
  at: number;
  /** In the order in which they are tried. */
  channels: readonly Channel[];
  hours: OpeningHours;
  /** The next slot's time, else the expiry: a slot is not deferred that long. */
  until: number;
};

type SlotJudgement =
  /** The first channel counts. The others may be tried if it refuses the message, without a second look at the rules. */
  | { kind: 'send'; channels: readonly [Channel, ...Channel[]] }
  | { kind: 'defer'; until: number }
  | { kind: 'skip'; reason: 'contact_cap' };

export function judgeSlot(person: Pick<Person, 'sends'>, rules: PersonRules, slot: DueSlot): SlotJudgement {
  const { at, channels, hours, until } = slot;
  const instants = channels.map((channel) => {
    const judgement = judge(person, rules, { at, channel, hours });
    return judgement.kind === 'allowed' ? at : judgement.deferUntil;
  });
  const [first, ...others] = channels.filter((_, index) => instants[index] === at);
  if (first !== undefined) return { kind: 'send', channels: [first, ...others.filter(standsInFor(first, rules))] };
  const earliest = Math.min(...instants);
  return earliest < until ? { kind: 'defer', until: earliest } : { kind: 'skip', reason: 'contact_cap' };
}

/** A message that was counted for one channel may go by another only where no rule counts that one apart. */
const standsInFor =
  (counted: Channel, { caps, oneChannelDays }: PersonRules) =>
  (channel: Channel): boolean =>
    oneChannelDays === undefined &&
    caps.every(({ channels }) => !channels?.includes(channel) || channels.includes(counted));
