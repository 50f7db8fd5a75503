/** What the rules for people will do to the slots of a plan that are still to come, as far as it is known today. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { judgeDue } from '#lib/domain/person/judge.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import type { ExplainedPlan } from './explain.ts';
import type { ExplainedSlot } from './explain-slot.ts';

export type Forecast =
  | { kind: 'send'; channel: Channel }
  | { kind: 'defer'; channel: Channel; until: string }
  | { kind: 'skip' };

type Known = { person?: Person | undefined; rules: PersonRules; now: Date };
type Planned = Pick<Collection, 'ref' | 'nextSlot' | 'expiresAt' | 'deferral'>;

/** By the slots' numbers. Each message that is expected counts for those after it. */
export function forecastOf(
  { ref, nextSlot, expiresAt, deferral }: Planned,
  { slots, hours }: Pick<ExplainedPlan, 'slots' | 'hours'>,
  { person: known = NEW_PERSON, rules, now }: Known,
): ReadonlyMap<number, Forecast> {
  const forecasts = new Map<number, Forecast>();
  let person = known;
  const judge = ({ channel, fallbacks, slot }: ExplainedSlot, dueAt: number) => {
    const until = Date.parse(slots[slot]?.dueAt ?? expiresAt);
    const due = { dueAt, channels: [channel, ...fallbacks], until };
    return judgeDue({ person, hash: ref.hash, rules, hours }, due, Math.max(dueAt, now.getTime()));
  };
  for (const each of slots.slice(nextSlot - 1)) {
    const dueAt = Date.parse(deferral?.slot === each.slot ? deferral.until : each.dueAt);
    const judged = judge(each, dueAt);
    const then = judged.kind === 'defer' ? judge(each, judged.until) : judged;
    if (then.kind !== 'send') {
      forecasts.set(each.slot, { kind: 'skip' });
      continue;
    }
    person = then.person;
    const [channel = each.channel] = then.channels;
    const at = new Date(judged.kind === 'defer' ? judged.until : dueAt).toISOString();
    forecasts.set(each.slot, at > each.dueAt ? { kind: 'defer', channel, until: at } : { kind: 'send', channel });
  }
  return forecasts;
}
