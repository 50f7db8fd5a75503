/** Judges an answered plan: its slots with their times, channels, tones, statuses and texts. */
import { isDeepStrictEqual } from 'node:util';
import { MESSAGES } from '#test/simulation/model/answers.ts';
import { type Known, statusAt } from '#test/simulation/model/collection.ts';
import { fewest } from '#test/simulation/model/compare.ts';
import { type Closed, type Expected, expectCreate } from '#test/simulation/model/expected.ts';
import { forecastFaults } from '#test/simulation/model/forecast.ts';
import { learnable } from '#test/simulation/model/learned.ts';
import { contactsFound, type Entry } from '#test/simulation/model/ledger.ts';
import { withPast } from '#test/simulation/model/past.ts';
import { gotDuring, personOf } from '#test/simulation/model/person-claims.ts';
import {
  fixedPart,
  planAt,
  type ShownPlan,
  slotsOf,
  withFixedChannels,
  wordFaults,
} from '#test/simulation/model/shown-plan.ts';
import { during } from '#test/simulation/model/timeline.ts';
import { type CreateBody, type FollowUpRequest, MINUTE } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { refusedPreviews } from './expected-answers.ts';
import { shownAfter } from './expected-revisions.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { closedDuring, closedTo, type Records } from './records.ts';

export function judgePlan(records: Records, question: Question, { body }: Answer): string[] {
  const { ledger, time, asked } = question;
  const entry = ledger.entries.get(asked.call.id ?? '');
  if (entry === undefined) return ['200 for what is not on record'];
  const moments = findings(entry, time).flatMap((found) =>
    found ? [{ ...momentOf(entry, found.known), closed: closedTo(records, entry, found.known, time) }] : [],
  );
  return fewest(differences(body, moments, question)) ?? ['200 for what is not on record'];
}

/** The plan as a request has left it. */
export function judgeRevised(records: Records, question: Question, { body }: Answer): string[] {
  const entry = question.ledger.entries.get(question.asked.call.id ?? '');
  if (entry === undefined) return ['200 for what is not on record'];
  const moments = shownAfter(records, question, entry).map((known) => ({
    ...momentOf(entry, known),
    closed: closedTo(records, entry, known, question.time),
  }));
  return fewest(differences(body, moments, question)) ?? ['200 for what should have changed something, or be refused'];
}

/** A preview is the plan of a collection that is created during the request; nothing of it is recorded. */
export function judgePreview(records: Records, question: Question, { body }: Answer): string[] {
  const { ledger, time, asked, skew } = question;
  const given = { reference: 'preview', ...(asked.call.body as object) } as CreateBody;
  const moments = during(ledger.providers, time).length;
  if ([...refusedPreviews(question)].length === moments) return ['200 for what this account cannot serve'];
  const contacts = [...contactsFound(ledger, given.contact, { from: time.from, at: time.to }), undefined];
  const { slots, removed } = (body as Body).data;
  const firstDue = Math.min(...[...slots, ...removed].map(({ dueAt }) => Date.parse(dueAt)));
  const previews = contacts.flatMap((contact) =>
    [time.from + skew, time.to + skew].flatMap((now) => {
      const expected = expectCreate(given, ledger.account, now, contact);
      const past = records.pasts.get(`${ledger.account.id} ${personOf(expected.known)}`);
      const learned = past
        ? [withPast(expected, given.followUp, past)]
        : learnable(ledger, expected, given.followUp, Math.floor((firstDue - now) / MINUTE));
      return learned.map((each) => ({ ...each, given: given.followUp, closed: closedDuring(records, each, time) }));
    }),
  );
  return fewest(differences(body, previews, question)) ?? [];
}

type Body = { status: string; message: string; data: ShownPlan };
type Moment = Expected & { given: FollowUpRequest | undefined; closed: readonly Closed[] };

const momentOf = (entry: Entry, known: Known) => ({
  ...entry,
  known,
  given: known.terms ? known.terms.given : entry.made.body.followUp,
});

function* differences(
  { status, message, data }: Body,
  moments: readonly Moment[],
  question: Question,
): Iterable<string[]> {
  for (const { closed, given, ...expected } of moments) {
    const allGot = gotDuring(question.ledger, expected.known, question.time);
    for (const now of instantsFor(expected.known, question))
      for (const channels of closed) {
        const wanted = planAt(expected, { known: expected.known, closed: channels, now });
        const foreseen = {
          slots: slotsOf(expected, expected.known, channels),
          status: statusAt(expected.known, now),
          now,
        };
        const isNamed = status === 'success' && message === MESSAGES[question.asked.operation as keyof typeof MESSAGES];
        yield [
          ...(isNamed ? [] : [`${status}: ${message}`]),
          ...partFaults(withFixedChannels(fixedPart(data), expected.known), withFixedChannels(wanted, expected.known)),
          ...wordFaults(data, expected, { given, closed: channels, slots: foreseen.slots }),
          ...(fewest(allGot.map((got) => forecastFaults({ expected, given, got }, data, foreseen))) ?? []),
        ];
      }
  }
}

const partFaults = (found: object, wanted: object): string[] =>
  isDeepStrictEqual(found, wanted) ? [] : [`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
