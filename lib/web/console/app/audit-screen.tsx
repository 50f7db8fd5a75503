/** Who signed in, who changed the team, and what was refused: newest first. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { type Problem, problemOf } from './load.ts';
import type { AuditRow } from './members.ts';
import { At, Loading, Trouble } from './parts.tsx';
import { words } from './state.ts';

type State = { rows: AuditRow[]; next?: string | undefined; isLoading: boolean; problem?: Problem };

export function AuditScreen() {
  const state = useSignal<State>({ rows: [], isLoading: true });
  const load = async (cursor?: string) => {
    const { rows } = state.peek();
    state.value = { rows, isLoading: true };
    try {
      const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
      const { data, meta } = await ask<AuditRow[]>('GET', `console/audit${query}`);
      state.value = { rows: [...rows, ...data], next: meta?.nextCursor ?? undefined, isLoading: false };
    } catch (error) {
      state.value = { rows, next: cursor, isLoading: false, problem: problemOf(error) };
    }
  };
  useEffect(() => {
    void load();
  }, []);
  const { rows, next, isLoading, problem } = state.value;
  const { audit, list } = words.value;
  return (
    <>
      <h1 tabIndex={-1}>{audit.title}</h1>
      <p class="intro">{audit.intro}</p>
      {rows.length > 0 && (
        <ul class="panel ledger audit">
          {rows.map((row, index) => (
            // Two rows can be equal, and none is ever put between others.
            <Row key={index} row={row} />
          ))}
        </ul>
      )}
      {isLoading && <Loading />}
      {problem !== undefined && <Trouble problem={problem} retry={() => void load(next)} />}
      {rows.length === 0 && !isLoading && problem === undefined && <Empty title={audit.empty} />}
      {next !== undefined && problem === undefined && <Button onClick={() => void load(next)}>{list.more}</Button>}
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
