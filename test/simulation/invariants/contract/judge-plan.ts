/** Judges an answered plan: its slots with their times, channels, tones, statuses and texts. */
import { isDeepStrictEqual } from 'node:util';
import { fewest } from '#test/simulation/model/compare.ts';
import type { Expected } from '#test/simulation/model/expected.ts';
import { fixedPart, planAt, type ShownPlan, wordFaults } from '#test/simulation/model/shown-plan.ts';
import type { Channel } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { optOutsDuring, type Records } from './records.ts';

export function judgePlan(records: Records, question: Question, { body }: Answer): string[] {
  const { ledger, time, asked } = question;
  const entry = ledger.entries.get(asked.call.id ?? '');
  if (entry === undefined) return ['200 for what is not on record'];
  const moments = findings(entry, time).flatMap((found) =>
    found ? [{ ...entry, known: found.known, optedOut: optOutsDuring(records, entry, time) }] : [],
  );
  return fewest(differences(body, moments, question)) ?? ['200 for what is not on record'];
}

type Body = { status: string; message: string; data: ShownPlan };
type Moment = Expected & { optedOut: readonly (readonly Channel[])[] };

function* differences({ data }: Body, moments: readonly Moment[], question: Question): Iterable<string[]> {
  for (const { optedOut, ...expected } of moments)
    for (const now of instantsFor(expected.known, question))
      for (const channels of optedOut) {
        const wanted = planAt(expected, { known: expected.known, optedOut: channels, now });
        yield [...partFaults(fixedPart(data), wanted), ...wordFaults(data, expected, expected.known)];
      }
}

const partFaults = (found: object, wanted: object): string[] =>
  isDeepStrictEqual(found, wanted) ? [] : [`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
