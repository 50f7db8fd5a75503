/** The way in: a link is spent by a click, never by loading the page. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask, Refusal } from './api.ts';
import { companyAddress, finishAtCompany, goToCompany, knownCompany } from './company.ts';
import { Refused } from './dialog.tsx';
import { faultsOf } from './faults.ts';
import { enter } from './session.ts';
import { language, words } from './state.ts';

type State = 'asked' | 'busy' | 'used' | { failed: unknown };

type Props = { token: string | undefined; company?: string | undefined };

/** `company`: the account whose directory signs its members in. */
export function EnterScreen({ token, company }: Props) {
  return company === undefined ? <ByLink token={token} /> : <ByCompany account={company} />;
}

function ByCompany({ account }: { account: string }) {
  const state = useSignal<'asked' | 'busy' | 'refused' | { failed: unknown }>('busy');
  const { byCompany, companyText, companyRefused, toCompany } = words.value.enter;
  const run = async (work: () => Promise<boolean>) => {
    state.value = 'busy';
    try {
      if (!(await work())) state.value = 'asked';
    } catch (error) {
      const isRefused = error instanceof Refusal || (error instanceof Error && error.message === 'refused');
      state.value = isRefused ? 'refused' : { failed: error };
    }
  };
  useEffect(() => {
    void run(finishAtCompany);
  }, []);
  const go = () => goToCompany(account).then(() => true);
  return (
    <div class="panel door">
      <h1 tabIndex={-1}>{byCompany}</h1>
      <p>{companyText}</p>
      <div role="status">{state.value === 'refused' && <p class="notice wait">{companyRefused}</p>}</div>
      {typeof state.value === 'object' && <Refused problem={state.value.failed} />}
      <Button look="main" disabled={state.value === 'busy'} onClick={() => void run(go)}>
        {toCompany}
      </Button>
      <ByMail />
    </div>
  );
}

function ByLink({ token }: { token: string | undefined }) {
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
      state.value = error instanceof Refusal ? 'used' : { failed: error };
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
  const company = knownCompany();
  return (
    <div class="panel door">
      <h1 tabIndex={-1}>{signedOut}</h1>
      <p>{signedOutText}</p>
      {company !== null && (
        <a class="button main" href={companyAddress(company)}>
          {words.value.enter.toCompany}
        </a>
      )}
      <ByPasskey />
      <ByMail />
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
      <ByMail />
      <HowTo />
    </div>
  );
}

/** Where the browser has any. */
function ByPasskey() {
  const state = useSignal<'asked' | 'busy' | 'none' | { failed: unknown }>('asked');
  const { byPasskey, noPasskey } = words.value.enter;
  if (!('PublicKeyCredential' in window)) return null;
  const go = async () => {
    state.value = 'busy';
    try {
      await (await import('./passkeys.ts')).signInByPasskey();
    } catch (error) {
      // What the browser says has a name of its own; that of a call without an answer is not known here.
      const isNone = error instanceof Refusal || (error instanceof Error && error.name !== 'Error');
      state.value = isNone ? 'none' : { failed: error };
    }
  };
  return (
    <div class="by-passkey">
      <Button disabled={state.value === 'busy'} onClick={() => void go()}>
        {byPasskey}
      </Button>
      <div role="status">{state.value === 'none' && <p class="notice wait">{noPasskey}</p>}</div>
      {typeof state.value === 'object' && <Refused problem={state.value.failed} />}
    </div>
  );
}

/** The answer is the same whether the address is known or not. */
function ByMail() {
  const email = useSignal('');
  const state = useSignal<'asked' | 'busy' | 'sent' | { failed: unknown }>('asked');
  const { byMail, email: label, send, sent } = words.value.enter;
  const go = async (event: Event) => {
    event.preventDefault();
    if (state.value === 'busy') return;
    state.value = 'busy';
    try {
      await ask('POST', 'console/sign-in-links', { body: { email: email.value.trim(), language: language.value } });
      state.value = 'sent';
    } catch (error) {
      state.value = { failed: error };
    }
  };
  const failed = typeof state.value === 'object' ? state.value.failed : undefined;
  const faults = failed instanceof Refusal ? faultsOf(failed) : {};
  return (
    <form class="by-mail" onSubmit={(event) => void go(event)} noValidate aria-label={byMail}>
      <Field
        name="sign-in-address"
        type="email"
        label={label}
        value={email.value}
        fault={faults['email']}
        onInput={(value) => {
          email.value = value;
        }}
      />
      {failed !== undefined && faults['email'] === undefined && <Refused problem={failed} />}
      <Button submit look="main" disabled={state.value === 'busy' || email.value.trim() === ''}>
        {send}
      </Button>
      <p role="status">{state.value === 'sent' && sent}</p>
    </form>
  );
}

function HowTo() {
  const { other, askAdmin, byCli } = words.value.enter;
  return (
    <details class="fold">
      <summary>{other}</summary>
      <p>{askAdmin}</p>
      <p>{byCli}</p>
      <pre>npm run cli -- members link --account … --member …</pre>
    </details>
  );
}
