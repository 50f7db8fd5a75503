/** Judges a list. Of a page, its ids and its meta are those of one moment, and each entry shows some moment. */
import { isDeepStrictEqual } from 'node:util';
import type { Shown } from '#test/simulation/model/compare.ts';
import { filterOf, pageOf, pageRequestOf, withContactId } from '#test/simulation/model/list.ts';
import { during, latest } from '#test/simulation/model/timeline.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { entryFaults, judgeFound } from './judge-found.ts';
import type { Question } from './question.ts';
import type { Records } from './records.ts';

export function judgeList(_records: Records, question: Question, { body }: Answer): string[] {
  const { asked, ledger, time } = question;
  const query = (asked.call.query ?? {}) as Record<string, string>;
  const filter = filterOf(query);
  if (filter) return judgeFound(question, withContactId(filter, latest(ledger.book), ledger.account.country), body);
  const request = pageRequestOf(query);
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
