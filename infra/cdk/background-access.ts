/** What each function that no request of a client calls may do to the table. */
import {
  BATCH_GET,
  type BackgroundName,
  BOOK,
  GET,
  GET_PUT,
  GET_UPDATE,
  KEEP_CUSTOMERS,
  MAIL,
  PUT,
  PUT_DELETE,
  QUERY,
  REACH,
  type TableAccess,
} from './table-grants.ts';

/** To find whose reply it is, to keep it, and to obey it. */
const TAKE_REPLIES = {
  ...REACH,
  account: GET,
  collection: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
  openByAddress: QUERY,
  optOut: ['BatchGetItem', 'PutItem', 'DeleteItem'],
  optOutSecret: GET,
  listedOptOut: PUT_DELETE,
} as const;

export const BACKGROUND_ACCESS: Readonly<Record<BackgroundName, TableAccess>> = {
  'receive-email': { ...TAKE_REPLIES, collection: [...TAKE_REPLIES.collection, 'BatchGetItem'] },
  'receive-reply': { ...TAKE_REPLIES, message: GET_PUT, lastMessage: GET, help: PUT_DELETE },
  'record-receipt': {
    collection: GET_UPDATE,
    person: GET_UPDATE,
    message: GET_PUT,
    unreachable: [...GET_PUT, 'DeleteItem'],
  },
  'follow-up': {
    ...REACH,
    ...BOOK,
    collection: [...BOOK.collection, 'BatchGetItem'],
    list: GET_UPDATE,
    person: ['GetItem', 'BatchGetItem', 'UpdateItem'],
    message: PUT,
    lastMessage: PUT,
    openByAddress: QUERY,
    optOut: ['BatchGetItem', 'PutItem'],
    listedOptOut: PUT,
  },
  rehearse: { account: [...GET_PUT, 'DeleteItem'], credentials: PUT_DELETE, collection: GET },
  sweep: { dueRun: QUERY },
  'reconcile-provider': { ...BOOK, openReturn: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  relay: {
    collection: [...BOOK.collection, 'GetItem', 'BatchGetItem'],
    list: GET_UPDATE,
    openByAddress: PUT_DELETE,
    ...KEEP_CUSTOMERS,
  },
  'publish-events': {
    webhooks: GET,
    collection: ['Query', 'UpdateItem', 'DeleteItem'],
    told: ['Query', 'PutItem'],
    insights: ['UpdateItem'],
    feed: PUT,
    delivery: PUT,
  },
  deliver: {
    ...MAIL,
    webhooks: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    delivery: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    feed: PUT,
    heldWebhook: QUERY,
  },
  'sweep-webhooks': { dueWebhook: QUERY },
  'count-insights': {
    account: GET,
    feed: QUERY,
    told: ['Query', 'UpdateItem'],
    insights: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
    // Sums of an earlier version are made anew from the collections.
    list: QUERY,
    collection: QUERY,
    bySum: QUERY,
    customer: ['BatchGetItem', 'PutItem', 'DeleteItem'],
    dueInsights: QUERY,
  },
  'mail-summaries': {
    account: ['GetItem', 'Query'],
    insights: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    collection: BATCH_GET,
    byStatus: QUERY,
    dueSummary: QUERY,
  },
};
