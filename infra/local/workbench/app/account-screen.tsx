/** The demo account and its key, ready to be used elsewhere; and other accounts. */
import { useSignal } from '@preact/signals';
import { Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { Copyable, Curl } from './parts.tsx';
import { sampleCollection } from './sample.ts';
import { demo, said } from './state.ts';

type OpenedAccount = { account: string; apiKey: string; name: string };

export function AccountScreen() {
  const { baseUrl = '', apiKey = '', account = '', name = '' } = demo.value ?? {};
  return (
    <div class="columns even">
      <Panel title={name}>
        <dl class="facts">
          <dt>Address</dt>
          <dd>
            <Copyable text={baseUrl} label="Address" />
          </dd>
          <dt>API key</dt>
          <dd>
            <Copyable text={apiKey} label="API key" />
          </dd>
          <dt>Account</dt>
          <dd>
            <Copyable text={account} label="Account" />
          </dd>
        </dl>
        <Curl title="List its collections" url={`${baseUrl}/public/collections`} apiKey={apiKey} />
        <Curl
          title="Create a collection"
          method="POST"
          url={`${baseUrl}/public/collections`}
          apiKey={apiKey}
          body={sampleCollection('order-1001')}
        />
      </Panel>
      <OtherAccounts />
    </div>
  );
}

function OtherAccounts() {
  const name = useSignal('');
  const opened = useSignal<OpenedAccount[]>([]);
  const open = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const made = await local<Omit<OpenedAccount, 'name'>>('POST', 'accounts', { name: name.value });
      opened.value = [{ ...made, name: name.value }, ...opened.value];
      said.value = `The account ${name.value} was opened.`;
      name.value = '';
    });
  };
  return (
    <Panel title="Another account">
      <p class="small">With a key and a sandbox provider of its own. The key is shown once.</p>
      <form class="inline" onSubmit={open}>
        <Field
          name="name"
          label="Name"
          required
          maxLength={100}
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <Button submit>Open it</Button>
      </form>
      {opened.value.map((each) => (
        <dl class="facts" key={each.account}>
          <dt>{each.name}</dt>
          <dd>
            <Copyable text={each.apiKey} label={`API key of ${each.name}`} />
          </dd>
        </dl>
      ))}
    </Panel>
  );
}
