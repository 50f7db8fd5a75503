/** One of the merchant's people: the role, the devices, and what an admin can do. */
import { useSignal } from '@preact/signals';
import { awayIn, dateIn, instantIn } from '#lib/web/console/format.ts';
import { Button, Hidden } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { Refused } from './dialog.tsx';
import { EmailDialog, RaiseDialog, RemoveDialog } from './member-dialogs.tsx';
import type { MadeLink, MadeMember, Member } from './members.ts';
import { language, may, now, ROLES, type Role, said, member as self, words } from './state.ts';

type Props = { member: Member; reload: () => Promise<void>; onLink: (made: MadeMember) => void };

export function MemberRow({ member, reload, onLink }: Props) {
  const { people, roles, roleHints } = words.value;
  const { name, role } = member;
  const isSelf = self.value?.id === member.id;
  return (
    <li class="panel member">
      <div class="row">
        <h2>
          {name} {isSelf && name.toLowerCase() !== people.you.toLowerCase() && <span class="status">{people.you}</span>}
        </h2>
        <span class="role">
          {roles[role]} <span class="small">{roleHints[role]}</span>
        </span>
      </div>
      {member.email !== undefined && (
        <p class="small">
          {member.email}
          {member.weeklyEmail && ` · ${people.weekly}`}
        </p>
      )}
      {may('admin') && <Sessions member={member} />}
      {(may('admin') || isSelf) && <Doing {...{ member, reload, onLink, isSelf }} />}
    </li>
  );
}

function Sessions({ member: { sessions = [], link } }: { member: Member }) {
  const { people } = words.value;
  if (sessions.length === 0) {
    const at = link === undefined ? undefined : instantIn(language.value)(Date.parse(link.expiresAt));
    return <p class="small">{at === undefined ? people.never : people.waiting(at)}</p>;
  }
  return (
    <details class="fold">
      <summary>{people.sessions(sessions.length)}</summary>
      <ul>
        {sessions.map(({ id, startedAt, seenAt, current }) => (
          <li key={id}>
            {[
              people.since(dateIn(language.value)(Date.parse(startedAt))),
              current ? people.current : people.seen(awayIn(language.value, Date.parse(seenAt), now.value)),
            ].join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Doing({ member, reload, onLink, isSelf }: Props & { isSelf: boolean }) {
  const { people, roles } = words.value;
  const { id, name, role, sessions = [] } = member;
  const problem = useSignal<unknown>(undefined);
  const isRemoving = useSignal(false);
  const isRaising = useSignal(false);
  const isSettingEmail = useSignal(false);
  const act = async (work: () => Promise<unknown>) => {
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      problem.value = error;
    }
    await reload();
  };
  const path = `console/members/${id}`;
  const saveRole = async (chosen: Role) => {
    await ask('PATCH', path, { body: { role: chosen } });
    said.value = people.changed(name, roles[chosen]);
  };
  const changeRole = (chosen: Role) => {
    isRaising.value = chosen === 'admin';
    if (chosen !== 'admin') void act(() => saveRole(chosen));
  };
  const makeLink = () => act(async () => onLink({ name, ...(await ask<MadeLink>('POST', `${path}/link`)).data }));
  const endSessions = () =>
    act(async () => {
      await ask('DELETE', `${path}/sessions`);
      said.value = people.ended;
    });
  const others = sessions.filter(({ current }) => !current);
  return (
    <div class="buttons">
      {may('admin') && (
        <>
          <RoleChoice member={member} role={role} onChange={changeRole} />
          <Button onClick={() => void makeLink()}>
            {people.newLink}
            <Hidden>{people.of(name)}</Hidden>
          </Button>
          <Button
            onClick={() => {
              isSettingEmail.value = true;
            }}
          >
            {people.setEmail}
            <Hidden>{people.of(name)}</Hidden>
          </Button>
        </>
      )}
      {(isSelf ? !may('admin') || others.length > 0 : others.length > 0) && (
        <Button onClick={() => void endSessions()}>
          {isSelf ? people.endOthers : people.endSessions}
          <Hidden>{people.of(name)}</Hidden>
        </Button>
      )}
      {may('admin') && (
        <Button
          look="quiet"
          onClick={() => {
            isRemoving.value = true;
          }}
        >
          {people.remove}
          <Hidden>{people.of(name)}</Hidden>
        </Button>
      )}
      {problem.value !== undefined && <Refused problem={problem.value} />}
      {isSettingEmail.value && (
        <EmailDialog
          member={member}
          reload={reload}
          onClose={() => {
            isSettingEmail.value = false;
          }}
        />
      )}
      {isRaising.value && (
        <RaiseDialog
          name={name}
          raise={async () => {
            await saveRole('admin');
            await reload();
          }}
          onClose={() => {
            isRaising.value = false;
          }}
        />
      )}
      {isRemoving.value && (
        <RemoveDialog
          member={member}
          reload={() => void reload()}
          onClose={() => {
            isRemoving.value = false;
          }}
        />
      )}
    </div>
  );
}

type RoleProps = { member: Member; role: Role; onChange: (role: Role) => void };

/** After a refusal the choice shows the role that the member still has. */
const RoleChoice = ({ member: { name }, role, onChange }: RoleProps) => (
  <select
    class="button plain"
    aria-label={words.value.people.changeRole(name)}
    value={role}
    onChange={({ currentTarget }) => {
      const chosen = currentTarget.value as Role;
      currentTarget.value = role;
      onChange(chosen);
    }}
  >
    {ROLES.map((one) => (
      <option key={one} value={one} selected={one === role}>
        {words.value.roles[one]}
      </option>
    ))}
  </select>
);
