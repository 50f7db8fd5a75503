/**
 * All that each function may do to the table, by family of keys: the one list, from which the policies are made. A test
 * compares it with the requests of all functions, so a line too few and a line too many fail alike.
 */

import type { KeyFamilyName } from '#lib/store/key-patterns.ts';
import { BACKGROUND_ACCESS } from './background-access.ts';
import {
  BATCH_GET,
  BOOK,
  CALL_PROVIDER,
  CALLER,
  CHANGE_ENDPOINTS,
  CHANGE_PLAN,
  CORRECT_CUSTOMERS,
  ENDPOINTS,
  GET,
  GET_PUT,
  GET_PUT_UPDATE,
  GET_UPDATE,
  GUARDED,
  MAIL,
  PAUSE_CUSTOMERS,
  PUT,
  PUT_DELETE,
  QUERY,
  REACH,
  SEE_CUSTOMERS,
  SEE_INSIGHTS,
  SEE_PLAN,
  type TableAccess,
  type TableUser,
  WRITE_TO_CUSTOMER,
} from './table-grants.ts';

/** All who owe something, with what they are sent. */
const FORECAST = {
  account: GET_PUT,
  byOwed: QUERY,
  customer: QUERY,
  collection: BATCH_GET,
  ...REACH,
} as const;

const GET_DELETE = ['GetItem', 'DeleteItem'] as const;
const BATCH_GET_UPDATE = ['BatchGetItem', 'UpdateItem'] as const;
const DELETE = ['DeleteItem'] as const;

/** What ended long ago is found, and erased. */
const ERASING: Readonly<Partial<Record<TableUser, TableAccess>>> = {
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

export type { BackgroundName, TableAccess, TableAction, TableUser } from './table-grants.ts';

const TABLE_ACCESS: Readonly<Record<TableUser, TableAccess>> = {
  'create-collection': {
    ...CALL_PROVIDER,
    ...GUARDED,
    account: GET,
    collection: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    // Its tags, where a rule asks for them.
    customer: GET,
    contactByPhone: GET_PUT,
    contactByEmail: GET_PUT,
    announcement: BATCH_GET,
    person: ['GetItem', 'BatchGetItem', 'UpdateItem'],
    list: ['Query', 'UpdateItem'],
  },
  'get-collection': { ...CALLER, collection: QUERY },
  'list-collections': {
    ...CALLER,
    collection: BATCH_GET,
    contactByPhone: GET,
    contactByEmail: GET,
    list: ['Query', 'BatchGetItem'],
    byContact: QUERY,
    byStatus: QUERY,
    byOwed: QUERY,
    search: QUERY,
  },
  'update-collection': CHANGE_PLAN,
  // The query: an expiry tells whether a message was sent.
  'update-collection-status': { ...CALLER, ...GUARDED, collection: [...GET_UPDATE, 'Query'] },
  'list-payments': { ...CALLER, collection: QUERY },
  'record-payment': { ...CALLER, ...GUARDED, collection: ['Query', 'PutItem', 'UpdateItem'] },
  'credit-collection': { ...CALLER, ...GUARDED, collection: ['Query', 'PutItem', 'UpdateItem'] },
  'move-payment': { ...CALLER, ...GUARDED, account: GET, collection: ['Query', 'PutItem', 'UpdateItem'] },
  'get-follow-ups': SEE_PLAN,
  'list-reminders': { ...SEE_PLAN, account: GET, collection: ['BatchGetItem', 'Query'] },
  'pause-follow-ups': CHANGE_PLAN,
  'resume-follow-ups': CHANGE_PLAN,
  'send-follow-up': CHANGE_PLAN,
  'preview-reminder': SEE_PLAN,
  'promise-payment': CHANGE_PLAN,
  'withdraw-promise': CHANGE_PLAN,
  'reopen-collection': CHANGE_PLAN,
  'send-message': WRITE_TO_CUSTOMER,
  'decide-claim': { ...CHANGE_PLAN, collection: ['Query', 'PutItem', 'UpdateItem'] },
  'resolve-dispute': CHANGE_PLAN,
  'list-attention': { ...CALLER, collection: BATCH_GET, dueAttention: QUERY },
  'update-attention': { ...CALLER, ...GUARDED, collection: GET_UPDATE },
  'preview-follow-ups': { ...CALLER, ...REACH, contactByPhone: GET, contactByEmail: GET, customer: GET },
  'list-customers': { ...SEE_CUSTOMERS, customer: ['Query', 'BatchGetItem'], byOwed: QUERY, search: QUERY },
  'get-customer': SEE_CUSTOMERS,
  'get-statement': { ...CALLER, account: GET, byContact: QUERY, collection: QUERY },
  'update-customer': CORRECT_CUSTOMERS,
  'pause-customer': PAUSE_CUSTOMERS,
  'resume-customer': PAUSE_CUSTOMERS,
  'create-provider': { ...GUARDED, account: GET_UPDATE },
  'update-provider': { ...GUARDED, account: GET_UPDATE },
  'get-provider': CALLER,
  'list-providers': CALLER,
  'create-webhook-endpoint': CHANGE_ENDPOINTS,
  'list-webhook-endpoints': ENDPOINTS,
  'get-webhook-endpoint': ENDPOINTS,
  'update-webhook-endpoint': { ...CALLER, ...GUARDED, webhooks: GET_PUT_UPDATE },
  'delete-webhook-endpoint': { ...CALLER, ...GUARDED, webhooks: ['GetItem', 'PutItem', 'DeleteItem'] },
  'rotate-webhook-secret': CHANGE_ENDPOINTS,
  'ping-webhook-endpoint': CHANGE_ENDPOINTS,
  'replay-deliveries': { ...CALLER, ...GUARDED, webhooks: GET_UPDATE, delivery: ['Query', 'UpdateItem'] },
  'list-deliveries': { ...ENDPOINTS, delivery: QUERY },
  'list-journal': { ...SEE_INSIGHTS, customer: BATCH_GET },
  'list-account-payments': { ...SEE_INSIGHTS, customer: BATCH_GET },
  'get-book': { ...SEE_INSIGHTS, byOwed: QUERY, byContact: QUERY, collection: QUERY },
  'get-flow': SEE_INSIGHTS,
  'get-recovery': SEE_INSIGHTS,
  'get-experiment': SEE_INSIGHTS,
  'set-experiment': { ...GUARDED, account: GET_UPDATE, insights: ['GetItem', 'Query'] },
  'get-account': { ...CALLER, account: GET },
  'update-account': { ...GUARDED, account: GET_UPDATE },
  'get-follow-up-policy': { ...CALLER, account: GET },
  'set-follow-up-policy': { ...GUARDED, account: GET_UPDATE },
  'rehearse-policy': { ...GUARDED, ...FORECAST },
  'get-rehearsal': { ...CALLER, account: GET },
  'get-agenda': { ...CALLER, ...FORECAST },
  'set-logo': { ...GUARDED, account: GET_UPDATE, logo: PUT },
  'list-texts': { ...CALLER, account: GET },
  'get-text': { ...CALLER, account: ['GetItem', 'Query'] },
  'set-text': { ...GUARDED, account: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
  'delete-text': { ...GUARDED, account: ['GetItem', 'Query', 'UpdateItem'] },
  'preview-text': { ...CALLER, account: GET, collection: QUERY },
  'list-events': { ...CALLER, feed: QUERY },
  'console-session': { account: GET_PUT, audit: PUT },
  'console-sign-in': { account: GET_PUT, audit: PUT, memberEmail: QUERY },
  'console-members': {
    account: ['GetItem', 'Query', 'PutItem'],
    audit: PUT,
    memberEmail: PUT,
    insights: ['UpdateItem'],
  },
  'console-member': {
    account: ['GetItem', 'Query', 'PutItem'],
    audit: PUT,
    memberEmail: PUT_DELETE,
    insights: ['UpdateItem'],
  },
  'console-passkeys': { account: GET_PUT, audit: PUT },
  'console-directory': {
    ...CALL_PROVIDER,
    account: ['GetItem', 'Query', 'PutItem'],
    audit: PUT,
    memberEmail: ['Query', 'PutItem'],
  },
  'console-keys': { account: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], audit: PUT },
  'console-trial': { ...GUARDED, account: GET_PUT },
  'console-audit': { ...CALLER, audit: ['Query', 'PutItem'] },
  'get-openapi': {},
  'not-found': {},
  'console-page': {},
  'show-logo': { logo: GET },
  'payment-page': {
    ...REACH,
    ...BOOK,
    collection: [...BOOK.collection, 'BatchGetItem'],
    openByAddress: QUERY,
    byContact: QUERY,
    person: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  },
  'receive-payment': { ...BOOK, openReturn: PUT, announcement: PUT },
  unsubscribe: {
    account: GET,
    collection: ['Query', 'BatchGetItem', 'PutItem'],
    openByAddress: QUERY,
    optOut: PUT_DELETE,
    listedOptOut: PUT_DELETE,
  },
  'notify-address': { ...MAIL, webhooks: GET_PUT_UPDATE, optOut: ['BatchGetItem', 'PutItem'], listedOptOut: PUT },
  ...BACKGROUND_ACCESS,
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
