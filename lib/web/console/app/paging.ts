/** Reads what a filter finds, page by page, over all the questions that it asks. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { ask, Refusal } from './api.ts';
import { type Filter, matches, questionsOf } from './filter.ts';
import { type Problem, problemOf } from './load.ts';
import { now } from './state.ts';
import { dayOf } from './typed-values.ts';

/** The most that the API answers at once. */
const MAX_PAGE = 100;

/** Where the next page begins: a question, and the cursor in its answers. */
type Place = { question: number; cursor?: string };

export type CollectionPage = { collections: CollectionResponse[]; next?: Place };

/** So many are read for one page: where few match, the reader is shown those, and may go on. */
const MAX_READS = 10;

/** Goes on to the next question while the page has room. */
export async function findPage(filter: Filter, limit: number, from: Place = { question: 0 }): Promise<CollectionPage> {
  const questions = questionsOf(filter);
  const collections: CollectionResponse[] = [];
  const isWanted = matches(filter, dayOf(now.peek()));
  const isNarrowed = filter.currency !== '' || filter.age !== '';
  let place: Place | undefined = from;
  for (let reads = 0; place !== undefined && collections.length < limit && reads < MAX_READS; reads += 1) {
    const left = isNarrowed ? MAX_PAGE : Math.min(MAX_PAGE, limit - collections.length);
    const page = await answerTo(questions[place.question] ?? {}, left, place.cursor);
    const isNew = ({ id }: CollectionResponse) => !collections.some((known) => known.id === id);
    // Two questions may find the same one.
    collections.push(...page.collections.filter((found) => isWanted(found) && isNew(found)));
    place = nextPlace(place, page.nextCursor, questions.length);
  }
  return { collections, ...(place && { next: place }) };
}

function nextPlace({ question }: Place, cursor: string | null | undefined, count: number): Place | undefined {
  if (cursor) return { question, cursor };
  return question + 1 < count ? { question: question + 1 } : undefined;
}

async function answerTo(question: Record<string, string>, limit: number, cursor?: string) {
  const query = new URLSearchParams({ ...question, limit: String(limit), ...(cursor !== undefined && { cursor }) });
  try {
    const { data, meta } = await ask<CollectionResponse[]>('GET', `public/collections?${query}`);
    return { collections: data, nextCursor: meta?.nextCursor };
  } catch (error) {
    // What somebody types need not be a phone, an email or a reference.
    if (error instanceof Refusal && error.status === 400 && cursor === undefined) return { collections: [] };
    throw error;
  }
}

/** All that the filter finds, each once. */
export async function findAll(
  filter: Filter,
  onPage: (count: number) => boolean,
): Promise<CollectionResponse[] | undefined> {
  const all = new Map<string, CollectionResponse>();
  let next: Place | undefined = { question: 0 };
  while (next !== undefined) {
    const found: CollectionPage = await findPage(filter, MAX_PAGE, next);
    for (const collection of found.collections) all.set(collection.id, collection);
    if (!onPage(all.size)) return undefined;
    next = found.next;
  }
  return [...all.values()];
}

export type Page<Row> = { rows: Row[]; next?: string | undefined };

type State<Row> = Page<Row> & { isLoading: boolean; problem?: Problem };

/** A page of what the service answers with a cursor. */
export async function readPage<Row>(path: string, query: Record<string, string>, cursor?: string): Promise<Page<Row>> {
  const asked = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) });
  const { data, meta } = await ask<Row[]>('GET', `${path}?${asked}`);
  return { rows: data, next: meta?.nextCursor ?? undefined };
}

/** Of one question: who asks another one gives its component another key. */
export function usePages<Row>(read: (cursor?: string) => Promise<Page<Row>>) {
  const state = useSignal<State<Row>>({ rows: [], isLoading: true });
  const load = async (before: Row[], cursor?: string): Promise<void> => {
    // What is shown stays until it is known anew: somebody may be at work in it.
    state.value = { rows: state.peek().rows, isLoading: true };
    try {
      const { rows, next } = await read(cursor);
      state.value = { rows: [...before, ...rows], next, isLoading: false };
    } catch (error) {
      state.value = { ...state.peek(), next: cursor, isLoading: false, problem: problemOf(error) };
    }
  };
  useEffect(() => {
    void load([]);
  }, []);
  const { rows, next } = state.value;
  return { ...state.value, more: () => void load(rows, next), reload: () => load([]) };
}
