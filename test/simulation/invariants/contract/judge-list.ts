/** Judges a page of the list: its ids and its meta are those of one moment, and each entry shows some moment. */
import { isDeepStrictEqual } from 'node:util';
import { dataFaults, type Shown } from '#test/simulation/model/compare.ts';
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
  const faults: string[][] = [];
  for (const found of findings(entry, question.time))
    for (const now of found ? instantsFor(found.known, question) : []) {
      const differing = found ? dataFaults(shown, briefly(found.known, now, BASE_URL)) : [];
      if (differing.length === 0) return [];
      faults.push(differing);
    }
  return faults.toSorted((a, b) => a.length - b.length).at(0) ?? [`${shown.id}: nobody has recorded it`];
}
