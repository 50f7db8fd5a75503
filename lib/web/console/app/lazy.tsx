/** A screen that is seldom opened: its code comes with its first showing, and whoever waits for it hears its name then. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Loading, Trouble } from './parts.tsx';

export function lazy<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  const loaded = signal<{ Screen: FunctionComponent<Props> } | undefined>(undefined);
  const isAway = signal(false);
  const begin = () => {
    isAway.value = false;
    load().then(
      (Screen) => {
        loaded.value = { Screen };
      },
      () => {
        isAway.value = true;
      },
    );
  };
  const Late: FunctionComponent<Props> = (props) => {
    const { Screen } = loaded.value ?? {};
    const isWaiting = Screen === undefined;
    useEffect(() => {
      if (isWaiting) begin();
    }, []);
    useLayoutEffect(() => {
      if (!isWaiting && document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus();
    }, [isWaiting]);
    if (isAway.value) return <Trouble problem="unreachable" retry={begin} />;
    return Screen === undefined ? <Loading /> : <Screen {...props} />;
  };
  return Late;
}
