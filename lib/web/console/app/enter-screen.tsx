/** The way in: a link is spent by a click, never by loading the page. */
import { useSignal } from '@preact/signals';
import { Button } from '#lib/web/kit/parts.tsx';
import { Refusal } from './api.ts';
import { Refused } from './dialog.tsx';
import { enter } from './session.ts';
import { words } from './state.ts';

type State = 'asked' | 'busy' | 'used' | { failed: unknown };

export function EnterScreen({ token }: { token: string | undefined }) {
  const state = useSignal<State>('asked');
  const { title, text, button } = words.value.enter;
  if (token === undefined) return <SignedOut />;
  if (state.value === 'used') return <Used />;
  const go = async (event: Event) => {
    event.preventDefault();
    if (state.value === 'busy') return;
    state.value = 'busy';
    try {
      await enter(token);
    } catch (error) {
      state.value = error instanceof Refusal && error.status < 500 ? 'used' : { failed: error };
    }
  };
  return (
    <form class="panel door" onSubmit={(event) => void go(event)}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {typeof state.value === 'object' && <Refused problem={state.value.failed} />}
      <Button submit look="main" disabled={state.value === 'busy'}>
        {button}
      </Button>
    </form>
  );
}

function SignedOut() {
  const { signedOut, signedOutText, stays } = words.value.enter;
  return (
    <div class="panel door">
      <h1 tabIndex={-1}>{signedOut}</h1>
      <p>{signedOutText}</p>
      <HowTo />
      <p class="small">{stays}</p>
    </div>
  );
}

function Used() {
  const { used, usedText } = words.value.enter;
  return (
    <div class="panel door" role="alert">
      <h1 tabIndex={-1}>{used}</h1>
      <p>{usedText}</p>
      <HowTo />
    </div>
  );
}

function HowTo() {
  const { howTo, askAdmin, byCli } = words.value.enter;
  return (
    <section>
      <h2>{howTo}</h2>
      <p>{askAdmin}</p>
      <p>{byCli}</p>
      <pre>npm run cli -- members link --account … --member …</pre>
    </section>
  );
}
