/** Reads what a part of the page shows, and reads it again when it is asked to. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refusal } from './api.ts';

export type Problem = 'missing' | 'forbidden' | 'unreachable';

type LoadState<Data> = { data?: Data; problem?: Problem; isLoading: boolean };

export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof Refusal)) return 'unreachable';
  return error.status === 403 && error.code === 'forbidden' ? 'forbidden' : 'missing';
};

/** What another `key` has shown goes away at once; a reading that fails leaves what is there. */
export function useLoad<Data>(key: string, load: () => Promise<Data>) {
  const state: Signal<LoadState<Data> & { key: string }> = useSignal({ key, isLoading: true });
  const reload = async (): Promise<void> => {
    const before = state.peek().key === key ? state.peek() : { key };
    state.value = { ...before, isLoading: true };
    try {
      const data = await load();
      // Another one may have been chosen in the meantime.
      if (state.peek().key === key) state.value = { key, data, isLoading: false };
    } catch (error) {
      if (state.peek().key === key) state.value = { ...before, isLoading: false, problem: problemOf(error) };
    }
  };
  useEffect(() => {
    void reload();
  }, [key]);
  const shown: LoadState<Data> = state.value.key === key ? state.value : { isLoading: true };
  return { ...shown, reload };
}
