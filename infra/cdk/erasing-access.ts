/** What functions may do to the table besides, where a stage has a retention period. */
import type { TableAccess, TableUser } from './table-grants.ts';

const QUERY = ['Query'] as const;
const GET_DELETE = ['GetItem', 'DeleteItem'] as const;
const BATCH_GET_UPDATE = ['BatchGetItem', 'UpdateItem'] as const;
const DELETE = ['DeleteItem'] as const;

/** What ended long ago is found, and erased. */
export const ERASING: Readonly<Partial<Record<TableUser, TableAccess>>> = {
  sweep: { dueErasure: QUERY },
  'follow-up': {
    collection: ['GetItem', 'BatchGetItem'],
    byContact: QUERY,
    customer: ['Query', 'PutItem', 'DeleteItem'],
    search: ['PutItem', 'DeleteItem'],
    contactByPhone: GET_DELETE,
    contactByEmail: GET_DELETE,
    person: DELETE,
    message: DELETE,
    lastMessage: DELETE,
    openByAddress: DELETE,
    told: QUERY,
    feed: BATCH_GET_UPDATE,
    webhooks: ['GetItem'],
    delivery: BATCH_GET_UPDATE,
  },
};
