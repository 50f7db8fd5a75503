/** The answers that the contract allows to requests that revise a plan. */
import { MESSAGES, refuse, succeed } from '#test/simulation/model/answers.ts';
import type { Known } from '#test/simulation/model/collection.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { gotDuring } from '#test/simulation/model/person-claims.ts';
import { reviseBy } from '#test/simulation/model/revise.ts';
import { briefly } from '#test/simulation/model/service.ts';
import { during } from '#test/simulation/model/timeline.ts';
import type { Answer } from '#test/simulation/model/wire.ts';
import { revisionOf } from './follow-revisions.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { BASE_URL, closedTo, type Records } from './records.ts';

/** A request that revised shows what it left; one that changed nothing shows a moment at which nothing was to change. */
export function shownAfter(records: Records, question: Question, entry: Entry): Known[] {
  const own = entry.revisions.get(question.by);
  const unchanged = outcomes(records, question, entry).flatMap(({ known, outcome }) =>
    'known' in outcome && outcome.known === known ? [known] : [],
  );
  const versions = during(entry.versions, question.time);
  // What another of the same request made meanwhile looks like its own, and is shown as it has become.
  if (own === undefined)
    return [...unchanged, ...versions.slice(0, Math.max(0, versions.indexOf(unchanged[0] as Known)))];
  // The attempts were read before the revision, and only their results can have changed meanwhile.
  const revised = versions.flatMap(({ attempts }) =>
    attempts.length === own.attempts.length ? [{ ...own, attempts }] : [],
  );
  // If the answer to the write was lost, the request finds it made, and shows what the collection is by then.
  const since = versions.slice(0, versions.indexOf(own));
  return [...revised, ...since, ...unchanged];
}

function* revisionRefusals(records: Records, question: Question, entry: Entry): Iterable<Answer> {
  if (entry.revisions.has(question.by)) return;
  for (const { outcome } of outcomes(records, question, entry))
    if ('refusal' in outcome) yield refuse(outcome.refusal, outcome.more);
}

/** For those that answer the collection. */
export function* revisionAnswers(records: Records, question: Question, entry: Entry): Iterable<Answer> {
  yield* revisionRefusals(records, question, entry);
  const name = question.asked.operation as keyof typeof MESSAGES;
  for (const known of shownAfter(records, question, entry))
    for (const now of instantsFor(known, question)) yield succeed(MESSAGES[name], briefly(known, now, BASE_URL));
}

/** A preview is refused as its reminder would be. */
export const asIfSent = (question: Question): Question => ({
  ...question,
  asked: { ...question.asked, operation: 'send-follow-up' },
});

export function outcomes(records: Records, question: Question, entry: Entry) {
  const asked = revisionOf(question.asked);
  return findings(entry, question.time).flatMap((found) => {
    if (found === undefined) return [];
    const { known } = found;
    const given = known.terms ? known.terms.given : entry.made.body.followUp;
    return instantsFor(known, question).flatMap((now) =>
      closedTo(records, entry, known, question.time).flatMap((closed) =>
        gotDuring(question.ledger, known, question.time).map((got) => ({
          known,
          outcome: reviseBy(asked, { ...entry, known, given, closed, got }, now),
        })),
      ),
    );
  });
}
