/** Judges what a filter finds: each entry shows some moment and matches, once, newest first; and nothing that matched is missing. */
import { isDeepStrictEqual } from 'node:util';
import { dataFaults, fewest, type Shown } from '#test/simulation/model/compare.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { type Filter, isAskedBy } from '#test/simulation/model/list.ts';
import { briefly } from '#test/simulation/model/service.ts';
import { during } from '#test/simulation/model/timeline.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { BASE_URL } from './records.ts';

/** An index may show a collection as it was so long ago. */
const INDEX_LAG_MS = 10 * 60_000;

type Body = { data: Shown[]; meta: { nextCursor: string | null } };

export function judgeFound(question: Question, filter: Filter, { data, meta }: Body): string[] {
  const { nextCursor } = meta;
  const about = JSON.stringify(filter);
  const ids = data.map(({ id }) => id);
  const isByContact = filter.contact !== undefined || filter.status !== undefined;
  const isNewestFirst = isByContact
    ? data.every(({ createdAt }, index) => createdAt >= (data[index + 1]?.createdAt ?? ''))
    : isInOrder(ids, question);
  const missing = nextCursor === null ? expectedIds(question, filter).filter((id) => !ids.includes(id)) : [];
  return [
    ...(isDeepStrictEqual(meta, { count: null, next: null, prev: null, nextCursor })
      ? []
      : ['not the meta of a filter']),
    ...(new Set(ids).size === ids.length ? [] : [`${about} shows one twice: ${ids.join()}`]),
    ...(isNewestFirst ? [] : [`${about}: not newest first`]),
    ...data.filter((shown) => !isAskedBy(filter, shown)).map(({ id }) => `${id} does not match ${about}`),
    ...missing.map((id) => `${id} matches ${about}, and is missing`),
    ...data.flatMap((shown) => entryFaults(question, shown)),
  ];
}

/** For dates alone the order is that of recording: docs/decisions/0004-list-is-a-log.md. */
function isInOrder(ids: readonly string[], { ledger, time }: Question): boolean {
  const isOf = (recorded: readonly string[]): boolean => {
    const places = ids.map((id) => recorded.indexOf(id));
    return places.every((place, index) => index === 0 || place < (places[index - 1] ?? 0));
  };
  return during(ledger.recorded, time).some(isOf);
}

/** Those that match at every moment that an index may show. */
function expectedIds(question: Question, filter: Filter): string[] {
  const { entries } = question.ledger;
  const time = { from: question.time.from - INDEX_LAG_MS, to: question.time.to };
  const always = (entry: Entry): boolean =>
    findings(entry, time).every((found) => found !== undefined && shownOf(found.known, question).every(matches));
  const matches = (shown: Shown): boolean => isAskedBy(filter, shown);
  return [...entries].filter(([, entry]) => always(entry)).map(([id]) => id);
}

const shownOf = (known: Parameters<typeof briefly>[0], question: Question): Shown[] =>
  instantsFor(known, question).map((now) => briefly(known, now, BASE_URL));

export function entryFaults(question: Question, shown: Shown): string[] {
  const entry = question.ledger.entries.get(shown.id);
  return fewest(differencesFrom(entry, question, shown)) ?? [`${shown.id}: was never recorded`];
}

function* differencesFrom(entry: Entry | undefined, question: Question, shown: Shown): Iterable<string[]> {
  for (const found of findings(entry, question.time)) {
    if (found === undefined) continue;
    for (const each of shownOf(found.known, question)) yield dataFaults(shown, each);
  }
}
