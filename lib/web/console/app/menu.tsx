/** What is needed seldom, behind one button: it closes when something is chosen, by Escape, and by a click elsewhere. */
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '#lib/web/kit/parts.tsx';
import { words } from './state.ts';

type Props<Name extends string> = {
  items: readonly { name: Name; label: string }[];
  onChoose: (name: Name) => void;
};

export function Menu<Name extends string>({ items, onChoose }: Props<Name>) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!details.current?.contains(target as Node)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details class="more" ref={details}>
      <summary class="button plain">{words.value.dialog.more}</summary>
      <div class="more-list">
        {items.map(({ name, label }) => (
          <Button
            key={name}
            look="quiet"
            onClick={() => {
              // The dialog gives the focus back to what opened it: to this, because the menu is closed then.
              details.current?.querySelector('summary')?.focus();
              close();
              onChoose(name);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </details>
  );
}
