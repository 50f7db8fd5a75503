/** Corrects the contact: only what was changed is sent. */
import { useSignal } from '@preact/signals';
import type { ActionProps } from './actions.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { words } from './state.ts';

const PARTS = ['firstName', 'lastName', 'phone', 'email'] as const;
type Draft = Record<(typeof PARTS)[number], string>;

const TYPES = { firstName: 'text', lastName: 'text', phone: 'tel', email: 'email' } as const;

export function ContactDialog({ collection: { id, contact }, done, reload, onClose }: ActionProps) {
  const { firstName, lastName, phone, email } = contact;
  const draft = useSignal<Draft>({ firstName, lastName, phone, email });
  const changed = PARTS.filter((part) => draft.value[part].trim() !== contact[part]);
  const { contact: texts } = words.value;
  const send = async () => {
    const body = { contact: Object.fromEntries(changed.map((part) => [part, draft.value[part]])) };
    await ask('PATCH', `public/collections/${id}`, { body });
    await done(texts.done);
  };
  const { title, intro, submit } = texts;
  return (
    <ActionDialog {...{ title, intro, submit, isReady: changed.length > 0, send, onClose }} onRefused={reload}>
      {(faults) => (
        <>
          {PARTS.map((part) => (
            <Field
              key={part}
              name={part}
              label={texts[part]}
              type={TYPES[part]}
              value={draft.value[part]}
              fault={faults[`contact.${part}`]}
              onInput={(value) => {
                draft.value = { ...draft.value, [part]: value };
              }}
            />
          ))}
          {changed.length === 0 && <p class="small">{texts.unchanged}</p>}
        </>
      )}
    </ActionDialog>
  );
}
