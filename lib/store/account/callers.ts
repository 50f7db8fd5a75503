/** How the middleware finds out who calls an operation that every member may ask for. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import type { Table } from '#lib/store/table/table.ts';
import { getApiKey } from './accounts.ts';

/** What only a session needs is loaded with the first one. */
export const getMember = async (table: Table, ref: CollectionRef): Promise<Member | undefined> =>
  (await import('#lib/store/member/members.ts')).getMember(table, ref);

export const callers = (table: Table) => storeOf(table, { getApiKey, getMember });
