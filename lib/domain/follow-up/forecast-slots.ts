/** What is expected of the slots to come: the rules for people send them, put them off, or leave them out. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { judgeDue, openInWeek } from '#lib/domain/person/judge.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';

export type Forecast =
  | { kind: 'send'; channel: Channel }
  /** `isForHours`: no other message is in the way, but it would be sent outside the hours of the week. */
  | { kind: 'defer'; channel: Channel; until: string; isForHours: boolean }
  | { kind: 'skip' };

/** `dueAt` in ISO 8601; `fallbacks` in the order in which they are tried after `channel`. */
export type ExpectedSlot = { slot: number; dueAt: string; channel: Channel; fallbacks: readonly Channel[] };

type RulesNow = { person?: Person | undefined; rules: PersonRules; now: Date };
type NextSlots = Pick<Collection, 'ref' | 'nextSlot' | 'expiresAt' | 'deferral'>;

/** In order, of the slots to come. Each message that is expected counts for those after it. */
export function* forecastsOf<T extends ExpectedSlot>(
  { ref, nextSlot, expiresAt, deferral }: NextSlots,
  { slots, hours }: { slots: readonly T[]; hours: OpeningHours },
  { person: known = NEW_PERSON, rules, now }: RulesNow,
): Generator<[slot: T, forecast: Forecast]> {
  let person = known;
  const isMentioned = () => nextSlot > 1 || person !== known;
  const judge = ({ channel, fallbacks, slot }: ExpectedSlot, dueAt: number) => {
    const until = Date.parse((isMentioned() ? slots[slot]?.dueAt : undefined) ?? expiresAt);
    const due = { dueAt, channels: [channel, ...fallbacks], until };
    return judgeDue({ person, hash: ref.hash, rules, hours }, due, Math.max(dueAt, now.getTime()));
  };
  for (const each of slots.slice(nextSlot - 1)) {
    const dueAt = Date.parse(deferral?.slot === each.slot ? deferral.until : each.dueAt);
    const judged = judge(each, dueAt);
    const then = judged.kind === 'defer' ? judge(each, judged.until) : judged;
    if (then.kind !== 'send') {
      yield [each, { kind: 'skip' }];
      continue;
    }
    person = then.person;
    const [channel = each.channel] = then.channels;
    const at = new Date(judged.kind === 'defer' ? judged.until : dueAt).toISOString();
    const isForHours = Date.parse(at) === openInWeek(rules, hours, Date.parse(each.dueAt));
    yield [each, at > each.dueAt ? { kind: 'defer', channel, until: at, isForHours } : { kind: 'send', channel }];
  }
}
