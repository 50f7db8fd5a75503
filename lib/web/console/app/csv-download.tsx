/** A button that reads all of a list, says how far it is, and gives the reader the file. */
import { useSignal } from '@preact/signals';
import { Button } from '#lib/web/kit/parts.tsx';
import { saveCsv } from './save-csv.ts';
import { words } from './state.ts';

type State = { kind: 'ready' } | { kind: 'reading' | 'done'; count: number } | { kind: 'failed' };

type Props = {
  /** Of the file. */
  name: string;
  progress: (count: number) => string;
  done: (count: number) => string;
  /** Undefined once `goesOn`, which is told how much is read, has said no. */
  read: (goesOn: (count: number) => boolean) => Promise<{ text: string; count: number } | undefined>;
};

export function CsvDownload({ name, progress, done, read }: Props) {
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
      const all = await read(goesOn);
      if (all === undefined) return;
      saveCsv(name, all.text);
      state.value = { kind: 'done', count: all.count };
    } catch {
      state.value = { kind: 'failed' };
    }
  };
  const at = state.value;
  if (at.kind === 'reading') {
    return (
      <div class="progress">
        <p role="status">{progress(at.count)}</p>
        <Button look="quiet" onClick={stop}>
          {list.stop}
        </Button>
      </div>
    );
  }
  return (
    <div class="progress">
      {at.kind === 'done' && <p role="status">{done(at.count)}</p>}
      {at.kind === 'failed' && <p role="alert">{unreachable}</p>}
      <Button onClick={() => void start()}>{at.kind === 'failed' ? retry : list.csv}</Button>
    </div>
  );
}
