/** What each function may do to the table in a stage: what it may in all of them, and what a retention period adds. */
import type { KeyFamilyName } from '#lib/store/key-patterns.ts';
import { TABLE_ACCESS, type TableAccess, type TableUser } from './table-access.ts';

const QUERY = ['Query'] as const;
const GET_DELETE = ['GetItem', 'DeleteItem'] as const;
const BATCH_GET_UPDATE = ['BatchGetItem', 'UpdateItem'] as const;
const DELETE = ['DeleteItem'] as const;

/** What ended long ago is found, and erased. */
const ERASING: Readonly<Partial<Record<TableUser, TableAccess>>> = {
  sweep: { dueErasure: QUERY },
  'follow-up': {
    collection: ['GetItem', 'BatchGetItem'],
    byContact: QUERY,
    contactByPhone: GET_DELETE,
    contactByEmail: GET_DELETE,
    person: DELETE,
    message: DELETE,
    lastMessage: DELETE,
    told: QUERY,
    feed: BATCH_GET_UPDATE,
    webhooks: ['GetItem'],
    delivery: BATCH_GET_UPDATE,
  },
};

export const TABLE_USERS = Object.keys(TABLE_ACCESS) as TableUser[];

/** `erases`: the stage has a retention period. */
export function tableAccess(name: TableUser, { erases }: { erases: boolean }): TableAccess {
  const also = (erases && ERASING[name]) || {};
  const families = Object.keys({ ...TABLE_ACCESS[name], ...also }) as KeyFamilyName[];
  return Object.fromEntries(
    families.map((family) => [family, [...new Set([...(TABLE_ACCESS[name][family] ?? []), ...(also[family] ?? [])])]]),
  );
}
