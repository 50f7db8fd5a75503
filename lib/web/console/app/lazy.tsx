/** A screen that is seldom opened: its code comes when it is shown, and a reader who waits for it hears its name then. */
import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';

export const lazy =
  <Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> =>
  (props) => {
    const { data: Screen, problem, reload } = useLoad('screen', load);
    const isThere = Screen !== undefined;
    useLayoutEffect(() => {
      if (isThere && document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
    }, [isThere]);
    if (Screen !== undefined) return <Screen {...props} />;
    return problem === undefined ? <Loading /> : <Trouble problem={problem} retry={() => void reload()} />;
  };
