/** What a member writes to a customer, and what members note for each other about a thing that needs somebody. */
import { useSignal } from '@preact/signals';
import { Choice, TextArea } from '#lib/web/kit/field.tsx';
import { ask } from './api.ts';
import { ATTENTION, type Item } from './attention.ts';
import type { ActionProps } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import { teller, words } from './state.ts';

const MAX_TEXT = 1_000;

/** By the channel by which the customer wrote last, if the reader chooses no other. */
export function WriteDialog({ collection, done, reload, onClose }: ActionProps) {
  const { id, events, contact } = collection;
  const heard = events.findLast(({ type }) => type === 'contact.replied');
  const { channels } = teller.value.words;
  const channel = useSignal<string>(heard?.data?.channel ?? Object.keys(channels).at(-1) ?? '');
  const text = useSignal('');
  const { write } = words.value;
  const send = async () => {
    await ask('POST', `public/collections/${id}/messages`, { body: { channel: channel.value, text: text.value } });
    await done(write.done);
  };
  const { intro, submit } = write;
  const isReady = text.value.trim() !== '';
  return (
    <ActionDialog
      title={write.title(contact.firstName)}
      {...{ intro, submit, isReady, send, onClose }}
      onRefused={reload}
    >
      {(faults) => (
        <>
          {heard?.data?.text !== undefined && <p class="bubble">{heard.data.text}</p>}
          <Choice
            name="channel"
            label={words.value.remind.channel}
            options={channels}
            value={channel.value}
            fault={faults['channel']}
            onInput={(value) => {
              channel.value = value;
            }}
          />
          <TextArea
            name="text"
            label={write.text}
            value={text.value}
            maxLength={MAX_TEXT}
            fault={faults['text']}
            onInput={(value) => {
              text.value = value;
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}

const MAX_NOTE = 1_000;

type NoteProps = { item: Item; done: (text: string) => Promise<void>; onClose: () => void };

export function NoteDialog({ item, done, onClose }: NoteProps) {
  const note = useSignal(item.note ?? '');
  const { noteDialog } = words.value;
  const { title, intro, submit } = noteDialog;
  const send = async () => {
    await ask('PATCH', `${ATTENTION}/${item.id}`, { body: { note: note.value.trim() } });
    await done(noteDialog.done);
  };
  return (
    <ActionDialog {...{ title, intro, submit, send, onClose }} onRefused={() => {}}>
      {(faults) => (
        <TextArea
          name="note"
          label={noteDialog.text}
          value={note.value}
          maxLength={MAX_NOTE}
          fault={faults['note']}
          onInput={(value) => {
            note.value = value;
          }}
        />
      )}
    </ActionDialog>
  );
}
