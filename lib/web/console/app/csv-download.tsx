/** All that the filter finds as a file, with the progress while it is read. */
import { useSignal } from '@preact/signals';
import { collectionLine, HEAD } from '#lib/web/console/collections-csv.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import type { Filter } from './filter.ts';
import { findAll } from './paging.ts';
import { now, words } from './state.ts';

type State = { kind: 'ready' } | { kind: 'reading' | 'done'; count: number } | { kind: 'failed' };

export function CsvDownload({ filter }: { filter: Filter }) {
  const state = useSignal<State>({ kind: 'ready' });
  const { list, retry, unreachable } = words.value;
  const stop = () => {
    state.value = { kind: 'ready' };
  };
  const start = async () => {
    state.value = { kind: 'reading', count: 0 };
    const goesOn = (count: number) => {
      if (state.peek().kind !== 'reading') return false;
      state.value = { kind: 'reading', count };
      return true;
    };
    try {
      const all = await findAll(filter, goesOn);
      if (all === undefined) return;
      save(`${HEAD}${all.map(collectionLine).join('')}`);
      state.value = { kind: 'done', count: all.length };
    } catch {
      state.value = { kind: 'failed' };
    }
  };
  const at = state.value;
  if (at.kind === 'reading') {
    return (
      <div class="progress">
        <p role="status">{list.csvProgress(at.count)}</p>
        <Button look="quiet" onClick={stop}>
          {list.stop}
        </Button>
      </div>
    );
  }
  return (
    <div class="progress">
      {at.kind === 'done' && <p role="status">{list.csvDone(at.count)}</p>}
      {at.kind === 'failed' && <p role="alert">{unreachable}</p>}
      <Button onClick={() => void start()}>{at.kind === 'failed' ? retry : list.csv}</Button>
    </div>
  );
}

/** Spreadsheets take a file without this mark for one of their old alphabets. */
const UTF8_MARK = '\ufeff';

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([UTF8_MARK, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `collections-${new Date(now.value).toISOString().slice(0, 'yyyy-mm-dd'.length)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
