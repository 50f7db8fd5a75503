/** Who signed in, who changed the team, and what was refused: newest first. */
import type { AuditRow } from './members.ts';
import { At, Pages } from './parts.tsx';
import { words } from './state.ts';
import { readPage, usePages } from './use-pages.ts';

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
