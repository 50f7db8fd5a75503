/** The webhook endpoints: added with a secret that is shown once, paused, tried, given a new secret, and deleted. */
import { useSignal } from '@preact/signals';
import type { PingResponse } from '#lib/contract/webhook-delivery.ts';
import type { WebhookEndpointResponse } from '#lib/contract/webhook-endpoint.ts';
import { Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { DevelopersWords } from '#lib/words/settings-words.ts';
import { Menu } from './actions.tsx';
import { ask, read } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { reasonOf } from './faults.ts';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { Once } from './shown-once.tsx';
import { said, words } from './state.ts';

type WithSecret = WebhookEndpointResponse & { secret: string };
type Asked = 'add' | { what: 'rotate' | 'remove'; endpoint: WebhookEndpointResponse };

const PATH = 'public/webhook-endpoints';

export function EndpointsPanel({ texts }: { texts: DevelopersWords }) {
  const { data, problem, reload } = useLoad('endpoints', () => read<WebhookEndpointResponse[]>(PATH));
  const asked = useSignal<Asked | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const close = () => {
    asked.value = undefined;
  };
  const show = async (made: WithSecret) => {
    secret.value = made.secret;
    await reload();
  };
  const open = asked.value;
  return (
    <Panel
      title={texts.endpoints}
      aside={
        <Button
          onClick={() => {
            asked.value = 'add';
          }}
        >
          {texts.addEndpoint}
        </Button>
      }
    >
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data?.length === 0 && <p>{texts.noEndpoints}</p>}
      <ul class="rules">
        {data?.map((endpoint) => (
          <EndpointRow
            key={endpoint.id}
            {...{ texts, endpoint, reload }}
            onAsk={(what) => {
              asked.value = { what, endpoint };
            }}
          />
        ))}
      </ul>
      {open === 'add' && <EndpointDialog texts={texts} onMade={show} onClose={close} />}
      {open !== undefined && open !== 'add' && open.what === 'rotate' && (
        <ActionDialog
          title={texts.rotate}
          intro={texts.rotateIntro}
          submit={texts.rotate}
          send={async () => {
            await show((await ask<WithSecret>('POST', `${PATH}/${open.endpoint.id}/rotate-secret`, { body: {} })).data);
          }}
          onRefused={() => void reload()}
          onClose={close}
        />
      )}
      {open !== undefined && open !== 'add' && open.what === 'remove' && (
        <ActionDialog
          title={`${texts.remove}: ${open.endpoint.url}`}
          intro={texts.removeIntro}
          submit={texts.remove}
          look="danger"
          send={async () => {
            await ask('DELETE', `${PATH}/${open.endpoint.id}`);
            said.value = texts.removed;
            await reload();
          }}
          onRefused={() => void reload()}
          onClose={close}
        />
      )}
      {secret.value !== undefined && (
        <Once
          title={texts.secretTitle}
          intro={texts.secretIntro}
          label={texts.secretLabel}
          copy={texts.copySecret}
          done={texts.done}
          secret={secret.value}
          onClose={() => {
            secret.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

type RowProps = {
  texts: DevelopersWords;
  endpoint: WebhookEndpointResponse;
  reload: () => Promise<void>;
  onAsk: (what: 'rotate' | 'remove') => void;
};

function EndpointRow({ texts, endpoint, reload, onAsk }: RowProps) {
  const { id, url, events, status, statusReason } = endpoint;
  const of = (action: string) => `${action}: ${url}`;
  const tell = (error: unknown) => {
    said.value = reasonOf(error);
  };
  const setStatus = async (wanted: 'enabled' | 'paused') => {
    await ask('PATCH', `${PATH}/${id}`, { body: { status: wanted } });
    said.value = texts.changed;
    await reload();
  };
  const ping = async () => {
    const { data } = await ask<PingResponse>('POST', `${PATH}/${id}/ping`);
    const why = data.httpStatus === undefined ? (data.error ?? texts.noAnswer) : String(data.httpStatus);
    said.value = data.passed ? texts.pinged(data.milliseconds) : texts.pingFailed(why.replaceAll('_', ' '));
    await reload();
  };
  return (
    <li class="row">
      <div>
        <span>
          <a href={linkTo('developers', id)}>
            <strong>{url}</strong>
          </a>{' '}
          <span class={`status ${status === 'enabled' ? 'completed' : 'expired'}`}>{texts.statuses[status]}</span>
        </span>
        <span class="small">
          {events.includes('*') ? texts.allEvents : events.join(', ')}
          {statusReason !== undefined && ` · ${texts.reasons[statusReason] ?? statusReason}`}
        </span>
      </div>
      <div class="buttons">
        <Button label={of(texts.ping)} onClick={() => void ping().catch(tell)}>
          {texts.ping}
        </Button>
        {status === 'enabled' ? (
          <Button label={of(texts.pause)} onClick={() => void setStatus('paused').catch(tell)}>
            {texts.pause}
          </Button>
        ) : (
          <Button label={of(texts.enable)} onClick={() => void setStatus('enabled').catch(tell)}>
            {texts.enable}
          </Button>
        )}
        <Menu
          title={words.value.dialog.more}
          of={url}
          items={(['rotate', 'remove'] as const).map((name) => ({ name, label: texts[name] }))}
          onChoose={onAsk}
        />
      </div>
    </li>
  );
}

type DialogProps = { texts: DevelopersWords; onMade: (made: WithSecret) => Promise<void>; onClose: () => void };

function EndpointDialog({ texts, onMade, onClose }: DialogProps) {
  const url = useSignal('');
  const events = useSignal('*');
  const send = async () => {
    const body = { url: url.value.trim(), events: events.value.split(/[\s,;]+/).filter(Boolean) };
    await onMade((await ask<WithSecret>('POST', PATH, { body })).data);
  };
  return (
    <ActionDialog
      title={texts.addEndpoint}
      submit={texts.addEndpoint}
      isReady={url.value.trim() !== ''}
      faultWords={texts.faults}
      {...{ send, onClose }}
      onRefused={() => {}}
    >
      {(faults) => (
        <>
          <Field
            name="endpoint-url"
            label={texts.url}
            hint={texts.urlHint}
            value={url.value}
            fault={faults['url']}
            onInput={(value) => {
              url.value = value;
            }}
          />
          <Field
            name="endpoint-events"
            label={texts.events}
            hint={texts.eventsHint}
            value={events.value}
            fault={Object.entries(faults).find(([path]) => path.startsWith('events'))?.[1]}
            onInput={(value) => {
              events.value = value;
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}
