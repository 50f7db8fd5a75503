/** Who of the merchant's people can sign in, and what they may do; and who signed in, who changed the team, and what was refused. */
import { useSignal } from '@preact/signals';
import { Button } from '#lib/web/kit/parts.tsx';
import { read } from './api.ts';
import { useLoad } from './load.ts';
import { AddDialog, LinkDialog } from './member-dialogs.tsx';
import { MemberRow } from './member-row.tsx';
import type { AuditRow, MadeMember, Member } from './members.ts';
import { readPage, usePages } from './paging.ts';
import { At, Loading, Pages, Trouble } from './parts.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { may, words } from './state.ts';

/** `email`: where the link was mailed, too. */
export function MembersScreen() {
  const { data, problem, reload } = useLoad('members', () => read<Member[]>('console/members'));
  const isAdding = useSignal(false);
  const made = useSignal<MadeMember | undefined>(undefined);
  const { people } = words.value;
  const show = (link: MadeMember) => {
    made.value = link;
    void reload();
  };
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{people.title}</h1>
        {may('admin') && (
          <Button
            look="main"
            onClick={() => {
              isAdding.value = true;
            }}
          >
            {people.add}
          </Button>
        )}
      </div>
      <p class="intro">{people.intro}</p>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      <ul class="members">
        {data?.map((member) => (
          <MemberRow key={member.id} member={member} reload={reload} onLink={show} />
        ))}
      </ul>
      <PasskeysPanel />
      {isAdding.value && (
        <AddDialog
          onLink={show}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
      {made.value !== undefined && (
        <LinkDialog
          made={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </>
  );
}

export function AuditScreen() {
  const pages = usePages((cursor) => readPage<AuditRow>('console/audit', {}, cursor));
  const { audit } = words.value;
  return (
    <>
      <h1 tabIndex={-1}>{audit.title}</h1>
      <p class="intro">{audit.intro}</p>
      {pages.rows.length > 0 && (
        <ul class="panel ledger audit">
          {pages.rows.map((row, index) => (
            // Two rows can be equal, and none is ever put between others.
            <Row key={index} row={row} />
          ))}
        </ul>
      )}
      <Pages pages={pages} empty={audit.empty} />
    </>
  );
}

function Row({ row: { at, what, member, by, detail } }: { row: AuditRow }) {
  const { audit } = words.value;
  return (
    <li class="row">
      <span>
        <strong>{member.name}</strong> {audit.what[what] ?? what}
        {by !== undefined && ` ${audit.by(by.name)}`}
        {detail !== undefined && <span class="small"> {detail}</span>}
      </span>
      <span class="when">
        <At at={Date.parse(at)} />
      </span>
    </li>
  );
}
