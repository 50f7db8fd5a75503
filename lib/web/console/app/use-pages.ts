/** Reads a list page by page, as its reader asks for more. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from './api.ts';
import { type Problem, problemOf } from './load.ts';

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
