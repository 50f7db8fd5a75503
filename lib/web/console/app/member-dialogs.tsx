/** Adds one of the merchant's people, shows a link once, and removes. */

import { type Signal, useSignal } from '@preact/signals';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import type { MadeLink, MadeMember, Member } from './members.ts';
import { Once } from './shown-once.tsx';
import { now, ROLES, said, words } from './state.ts';

export function AddDialog({ onLink, onClose }: { onLink: (made: MadeMember) => void; onClose: () => void }) {
  const name = useSignal('');
  const role = useSignal('agent');
  const email = useSignal('');
  const { people, roles, roleHints } = words.value;
  const send = async () => {
    const address = email.value;
    const body = { name: name.value.trim(), role: role.value, ...(address !== '' && { email: address }) };
    const { link, linkExpiresAt, mailed } = (await ask<MadeLink>('POST', 'console/members', { body })).data;
    onLink({ name: body.name, link, linkExpiresAt, ...(mailed && { email: address }) });
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
          <EmailField email={email} fault={faults['email']} />
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

export function LinkDialog({ made, onClose }: { made: MadeMember; onClose: () => void }) {
  const { name, link, linkExpiresAt, email } = made;
  const { people } = words.value;
  const isLong = Date.parse(linkExpiresAt) - now.value > DAY_MS;
  return (
    <Once
      title={people.linkTitle(name)}
      intro={isLong ? people.linkIntro : people.linkIntroShort}
      label={people.linkLabel}
      copy={people.copyLink}
      done={people.done}
      secret={link}
      onClose={onClose}
    >
      {email !== undefined && <p>{people.mailed(email)}</p>}
    </Once>
  );
}

type EmailProps = { member: Member; reload: () => Promise<void>; onClose: () => void };

export function EmailDialog({ member: { id, name, email = '', weeklyEmail = false }, reload, onClose }: EmailProps) {
  const typed = useSignal(email);
  const weekly = useSignal(weeklyEmail);
  const address = typed.value;
  const isWeekly = weekly.value && address !== '';
  const { people } = words.value;
  const send = async () => {
    await ask('PATCH', `console/members/${id}`, { body: { email: address || null, weeklyEmail: isWeekly } });
    said.value = people.setDone;
    await reload();
  };
  const isReady = address !== email || isWeekly !== weeklyEmail;
  const title = `${people.setEmail}${people.of(name)}`;
  return (
    <ActionDialog {...{ title, isReady, send, onClose }} submit={people.setSubmit} onRefused={() => void reload()}>
      {(faults) => (
        <>
          <EmailField email={typed} fault={faults['email']} />
          <label class="check">
            <input
              type="checkbox"
              checked={isWeekly}
              disabled={address === ''}
              onChange={({ currentTarget }) => {
                weekly.value = currentTarget.checked;
              }}
            />
            <span>
              {people.weekly} <span class="small">{people.weeklyHint}</span>
            </span>
          </label>
        </>
      )}
    </ActionDialog>
  );
}

type EmailFieldProps = { email: Signal<string>; fault: string | undefined };

/** The browser gives what is typed here without the spaces around it. */
const EmailField = ({ email, fault }: EmailFieldProps) => (
  <Field
    name="email"
    type="email"
    label={words.value.people.email}
    hint={words.value.people.emailHint}
    value={email.value}
    fault={fault}
    onInput={(value) => {
      email.value = value;
    }}
  />
);

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
