/** Remind now: the exact text and the recipient are shown before anything is sent. */
import { useSignal } from '@preact/signals';
import type { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask, Refusal } from './api.ts';
import type { ActionProps } from './detail.ts';
import { ActionDialog, Dialog, Refused } from './dialog.tsx';
import { useLoad } from './load.ts';
import { Loading } from './parts.tsx';
import { teller, words } from './state.ts';

type PreviewResult = { preview: ReminderPreviewResponse } | { refused: unknown };

export function RemindDialog({ collection: { id }, done, reload, onClose }: ActionProps) {
  const channel = useSignal('');
  const tone = useSignal('');
  const path = `public/collections/${id}/follow-ups/send`;
  const body = { ...(channel.value && { channel: channel.value }), ...(tone.value && { tone: tone.value }) };
  const { data, reload: again } = useLoad<PreviewResult>(JSON.stringify(body), async () => {
    try {
      return { preview: (await ask<ReminderPreviewResponse>('POST', `${path}/preview`, { body })).data };
    } catch (error) {
      return { refused: error };
    }
  });
  const { remind, dialog } = words.value;
  if (data !== undefined && 'refused' in data && channel.value === '') {
    return (
      <Dialog title={remind.title} onClose={onClose}>
        <Refused problem={data.refused} />
        <div class="buttons">
          {!(data.refused instanceof Refusal) && (
            <Button look="main" onClick={() => void again()}>
              {dialog.again}
            </Button>
          )}
          <Button onClick={onClose}>{dialog.back}</Button>
        </div>
      </Dialog>
    );
  }
  const shown = data !== undefined && 'preview' in data ? data.preview : undefined;
  const send = async () => {
    // What is sent is what was shown, though the plan may have moved on in the meantime.
    await ask('POST', path, { body: { channel: shown?.channel, tone: shown?.tone } });
    await done(remind.done);
  };
  const isReady = shown !== undefined;
  const { title, intro, submit } = remind;
  return (
    <ActionDialog {...{ title, intro, submit, isReady, send, onClose }} onRefused={reload}>
      {() => (
        <>
          <Choices channel={channel} tone={tone} />
          {shown !== undefined && <Preview preview={shown} />}
          {data === undefined && <Loading />}
          {data !== undefined && 'refused' in data && <Refused problem={data.refused} />}
        </>
      )}
    </ActionDialog>
  );
}

function Choices({ channel, tone }: { channel: { value: string }; tone: { value: string } }) {
  const { remind } = words.value;
  const { channels, tones } = teller.value.words;
  const choose = (signal: { value: string }) => (value: string) => {
    signal.value = value;
  };
  return (
    <div class="pair">
      <Choice
        name="channel"
        label={remind.channel}
        options={{ '': remind.asPlanned, ...channels }}
        value={channel.value}
        onInput={choose(channel)}
      />
      <Choice
        name="tone"
        label={remind.tone}
        options={{ '': remind.asPlanned, ...tones }}
        value={tone.value}
        onInput={choose(tone)}
      />
    </div>
  );
}

function Preview({ preview: { channel, to, text } }: { preview: ReminderPreviewResponse }) {
  const name = teller.value.words.channels[channel];
  return (
    <figure class="preview">
      <figcaption>{words.value.remind.to(name, to)}</figcaption>
      <p class="bubble">{text}</p>
    </figure>
  );
}
