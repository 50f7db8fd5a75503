/** Judges a message that is due at the time at which it counts, and answers the person as they are once it is claimed. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { OpeningHours } from '#lib/domain/follow-up/quiet-hours.ts';
import { judgeSlot, type SlotJudgement } from './judge-slot.ts';
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
