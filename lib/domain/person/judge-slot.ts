/** What becomes of a due slot by the rules for its person: it is sent by some of its channels, deferred or skipped. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { OpeningHours } from '#lib/domain/follow-up/quiet-hours.ts';
import { judge } from './judge.ts';
import type { Person } from './person.ts';
import type { PersonRules } from './policy.ts';

/** Times are in milliseconds. */
export type DueSlot = {
  /** When the message counts: see `countedAt`. */
  at: number;
  /** In the order in which they are tried. */
  channels: readonly Channel[];
  hours: OpeningHours;
  /** The next slot's time, else the expiry: a slot is not deferred that long. */
  until: number;
};

export type SlotJudgement =
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
