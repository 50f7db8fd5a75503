/** Judges a page of the list: its ids and its meta are those of one moment, and each entry shows some moment. */
import { isDeepStrictEqual } from 'node:util';
import { dataFaults, fewest, type Shown } from '#test/simulation/model/compare.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { pageOf, pageRequestOf } from '#test/simulation/model/list.ts';
import { briefly } from '#test/simulation/model/service.ts';
import { during } from '#test/simulation/model/timeline.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { BASE_URL, type Records } from './records.ts';

export function judgeList(_records: Records, question: Question, { body }: Answer): string[] {
  const { asked, ledger, time } = question;
  const request = pageRequestOf((asked.call.query ?? {}) as Record<string, string>);
  if (request === undefined) return ['200 for a query that is not one'];
  const shown: Shown[] = body.data;
  const ids = shown.map(({ id }) => id);
  const pages = during(ledger.recorded, time).map((recorded) => pageOf(recorded, request));
  const page = pages.find((each) => isDeepStrictEqual(each, { ids, meta: body.meta }));
  if (page === undefined)
    return [`${ids.join()} ${JSON.stringify(body.meta)} instead of ${JSON.stringify(pages.at(0))}`];
  const isNamed = body.message === 'Collections retrieved successfully' && body.status === 'success';
  return [...(isNamed ? [] : ['not the message of a list']), ...shown.flatMap((each) => entryFaults(question, each))];
}

function entryFaults(question: Question, shown: Shown): string[] {
  const entry = question.ledger.entries.get(shown.id);
  return fewest(differencesFrom(entry, question, shown)) ?? [`${shown.id}: was never recorded`];
}

function* differencesFrom(entry: Entry | undefined, question: Question, shown: Shown): Iterable<string[]> {
  for (const found of findings(entry, question.time)) {
    if (found === undefined) continue;
    for (const now of instantsFor(found.known, question)) yield dataFaults(shown, briefly(found.known, now, BASE_URL));
  }
}
