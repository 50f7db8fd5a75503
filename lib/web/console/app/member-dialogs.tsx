/** Adds one of the merchant's people, shows a link once, and removes. */
import { useSignal } from '@preact/signals';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { ActionDialog, Dialog } from './dialog.tsx';
import type { MadeLink, Member } from './members.ts';
import type { Made } from './members-screen.tsx';
import { Copy } from './parts.tsx';
import { ROLES, said, words } from './state.ts';

export function AddDialog({ onLink, onClose }: { onLink: (made: Made) => void; onClose: () => void }) {
  const name = useSignal('');
  const role = useSignal('agent');
  const { people, roles, roleHints } = words.value;
  const send = async () => {
    const body = { name: name.value.trim(), role: role.value };
    const { link, linkExpiresAt } = (await ask<MadeLink>('POST', 'console/members', { body })).data;
    onLink({ name: body.name, link, linkExpiresAt });
  };
  const options = Object.fromEntries(ROLES.map((one) => [one, `${roles[one]}: ${roleHints[one]}`]));
  const { add: title, submit } = people;
  return (
    <ActionDialog {...{ title, submit, isReady: name.value.trim() !== '', send, onClose }} onRefused={() => {}}>
      {(faults) => (
        <>
          <Field
            name="name"
            label={people.name}
            maxLength={100}
            value={name.value}
            fault={faults['name']}
            onInput={(value) => {
              name.value = value;
            }}
          />
          <Choice
            name="role"
            label={people.role}
            options={options}
            value={role.value}
            fault={faults['role']}
            onInput={(value) => {
              role.value = value;
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function LinkDialog({ made: { name, link }, onClose }: { made: Made; onClose: () => void }) {
  const { people } = words.value;
  return (
    <Dialog title={people.linkTitle(name)} onClose={onClose}>
      <p class="intro">{people.linkIntro}</p>
      <input class="link" aria-label={people.linkLabel} readOnly value={link} />
      <div class="buttons">
        <Copy text={link} label={people.copyLink} />
        <Button look="quiet" onClick={onClose}>
          {people.done}
        </Button>
      </div>
    </Dialog>
  );
}

type RaiseProps = { name: string; raise: () => Promise<void>; onClose: () => void };

/** An admin can do everything, so that one choice in a list is not enough. */
export function RaiseDialog({ name, raise: send, onClose }: RaiseProps) {
  const { raiseTitle, raiseIntro: intro, raise: submit } = words.value.people;
  return <ActionDialog {...{ intro, submit, send, onClose }} title={raiseTitle(name)} onRefused={() => {}} />;
}

type RemoveProps = { member: Member; reload: () => void; onClose: () => void };

export function RemoveDialog({ member: { id, name }, reload, onClose }: RemoveProps) {
  const { people } = words.value;
  const send = async () => {
    await ask('DELETE', `console/members/${id}`);
    said.value = people.removed(name);
    reload();
  };
  const title = people.removeTitle(name);
  const { removeIntro: intro, remove: submit } = people;
  return <ActionDialog {...{ title, intro, submit, look: 'danger', send, onClose }} onRefused={reload} />;
}
