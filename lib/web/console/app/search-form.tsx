/** The box in which somebody types what they know: a name, a phone, an email, a reference. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button, Hidden } from '#lib/web/kit/parts.tsx';
import { words } from './state.ts';

type Props = { label: string; q: string; onFind: (q: string) => void };

export function SearchForm({ label, q, onFind }: Props) {
  const typed = useSignal(q);
  // The way back changes the address, and what is typed with it; before anything else can be typed.
  useLayoutEffect(() => {
    typed.value = q;
  }, [q]);
  const find = (event: Event) => {
    event.preventDefault();
    onFind(typed.value.trim());
  };
  return (
    <form class="search" onSubmit={find}>
      <label>
        <Hidden>{label}</Hidden>
        <input
          type="search"
          name="q"
          placeholder={label}
          maxLength={254}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <Button submit>{words.value.list.searchButton}</Button>
    </form>
  );
}
