/** What a member can do for all collections of a customer at once: stop, resume, correct. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import type { Customer } from './customers.ts';
import { ActionDialog } from './dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { said, words } from './state.ts';
import { CorrectionDialog } from './until-dialogs.tsx';

type Props = { customer: Customer; collections: readonly CollectionResponse[]; reload: () => Promise<void> };

type Action = 'pay' | 'pause' | 'resume' | 'contact' | 'tags';

export function CustomerActions({ customer, collections, reload }: Props) {
  const open = useSignal<Action | undefined>(undefined);
  const { customers } = words.value;
  const { id, owed, pausedSince } = customer;
  const currencies = owed.map(({ amount }) => amount.currency);
  const actions: Action[] = [
    ...(owed.length > 0 ? (['pay'] as const) : []),
    pausedSince === undefined ? 'pause' : 'resume',
    'contact',
    'tags',
  ];
  const done = async (text: string) => {
    said.value = text;
    await reload();
  };
  const onClose = () => {
    open.value = undefined;
  };
  const onRefused = () => void reload();
  const follow = (what: 'pause' | 'resume') => async () => {
    await ask('POST', `public/customers/${id}/follow-ups/${what}`);
    await done(customers[what].done);
  };
  return (
    <div class="actions">
      {actions.map((name) => (
        <Button
          key={name}
          onClick={() => {
            open.value = name;
          }}
        >
          {name === 'pay' ? words.value.payment.title : customers[name].action}
        </Button>
      ))}
      {open.value === 'pay' && <ShareDialog {...{ collections, currencies, reload, onClose }} />}
      {(open.value === 'pause' || open.value === 'resume') && (
        <ActionDialog
          title={customers[open.value].action}
          intro={customers[open.value].intro}
          submit={customers[open.value].action}
          send={follow(open.value)}
          onRefused={onRefused}
          onClose={onClose}
        />
      )}
      {open.value === 'tags' && (
        <TagsDialog
          tags={customer.tags}
          save={async (tags) => {
            await ask('PATCH', `public/customers/${id}`, { body: { tags } });
            await done(customers.tags.done);
          }}
          {...{ onRefused, onClose }}
        />
      )}
      {open.value === 'contact' && (
        <CorrectionDialog
          contact={customer}
          amount={{ value: 1, currency: currencies[0] ?? 'USD' }}
          intro={customers.contact.intro}
          save={async (changes) => {
            await ask('PATCH', `public/customers/${id}`, { body: changes });
            await done(words.value.contact.done);
          }}
          onRefused={onRefused}
          onClose={onClose}
        />
      )}
    </div>
  );
}

type TagsProps = {
  tags: readonly string[];
  save: (tags: readonly string[]) => Promise<void>;
  onRefused: () => void;
  onClose: () => void;
};

function TagsDialog({ tags, save, onRefused, onClose }: TagsProps) {
  const typed = useSignal(tags.join(', '));
  const { action, intro } = words.value.customers.tags;
  const send = () =>
    save(
      typed.value
        .split(/[,;]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    );
  return (
    <ActionDialog title={action} submit={words.value.contact.submit} {...{ send, onRefused, onClose }}>
      {(faults) => (
        <Field
          name="tags"
          label={action}
          hint={intro}
          value={typed.value}
          fault={Object.entries(faults).find(([path]) => path.startsWith('tags'))?.[1]}
          onInput={(value) => {
            typed.value = value;
          }}
        />
      )}
    </ActionDialog>
  );
}
