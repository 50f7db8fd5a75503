/** What several functions may do to the table, by what they do: the parts of which `table-access.ts` is made. */
import type { KeyFamilyName } from '#lib/store/key-patterns.ts';
import type { FunctionName } from './functions.ts';

export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

export type TableAccess = Partial<Record<KeyFamilyName, readonly TableAction[]>>;

/** The functions that no request of a client calls. */
export type BackgroundName =
  | 'count-insights'
  | 'deliver'
  | 'follow-up'
  | 'mail-summaries'
  | 'publish-events'
  | 'receive-email'
  | 'receive-reply'
  | 'reconcile-provider'
  | 'record-receipt'
  | 'rehearse'
  | 'rehearse-runs'
  | 'relay'
  | 'sweep'
  | 'sweep-webhooks';

export type TableUser = FunctionName | BackgroundName;

export const GET = ['GetItem'] as const;
export const BATCH_GET = ['BatchGetItem'] as const;
export const QUERY = ['Query'] as const;
export const PUT = ['PutItem'] as const;
export const PUT_DELETE = ['PutItem', 'DeleteItem'] as const;
export const GET_PUT = ['GetItem', 'PutItem'] as const;
export const GET_PUT_UPDATE = ['GetItem', 'PutItem', 'UpdateItem'] as const;
export const GET_UPDATE = ['GetItem', 'UpdateItem'] as const;

/** Of each function that knows its caller: the account shares a partition with its API keys and its members. */
export const CALLER = { account: GET } as const;

/** Of what not every member may do: a refusal is recorded. */
export const GUARDED = { audit: PUT } as const;

/** Who the customer is, and by which channels nothing may be sent: read together. */
export const REACH = { person: BATCH_GET, optOut: BATCH_GET, unreachable: BATCH_GET } as const;

/** To email an address for notices: whose account it is, and whether it wants email. */
export const MAIL = { account: GET, optOut: BATCH_GET, unreachable: BATCH_GET } as const;

export const SEE_PLAN = { ...CALLER, ...REACH, collection: QUERY } as const;
export const CHANGE_PLAN = { ...GUARDED, ...SEE_PLAN, collection: ['Query', 'UpdateItem'] } as const;

/** To call a payment provider. What is read is ciphertext. */
export const CALL_PROVIDER = { credentials: GET } as const;

/** What is paid goes to the collection's ledger, and to what is remembered of the person. */
export const BOOK = {
  ...CALL_PROVIDER,
  account: GET,
  collection: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  person: GET_UPDATE,
} as const;

/** To send what a person writes to a customer, or to learn that nobody may. */
export const WRITE_TO_CUSTOMER = {
  ...SEE_PLAN,
  ...GUARDED,
  collection: ['Query', 'PutItem', 'DeleteItem'],
  person: ['BatchGetItem', 'GetItem', 'PutItem'],
  message: PUT,
  lastMessage: PUT,
  openByAddress: QUERY,
  optOut: ['BatchGetItem', 'PutItem'],
  listedOptOut: PUT,
} as const;

export const ENDPOINTS = { ...CALLER, webhooks: GET } as const;
export const CHANGE_ENDPOINTS = { ...CALLER, ...GUARDED, webhooks: GET_PUT } as const;

export const SEE_CUSTOMERS = { ...CALLER, ...REACH, customer: QUERY, collection: BATCH_GET, byContact: QUERY } as const;
/** The relay, and whoever changes a customer. */
export const KEEP_CUSTOMERS = {
  byContact: QUERY,
  person: GET_UPDATE,
  customer: ['Query', 'PutItem', 'DeleteItem'],
  search: PUT_DELETE,
} as const;
/** To pause the reminders to a customer. */
export const PAUSE_CUSTOMERS = {
  ...GUARDED,
  ...SEE_CUSTOMERS,
  person: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  customer: ['Query', 'PutItem'],
} as const;
export const CORRECT_CUSTOMERS = {
  ...PAUSE_CUSTOMERS,
  ...KEEP_CUSTOMERS,
  person: PAUSE_CUSTOMERS.person,
  collection: ['BatchGetItem', 'Query', 'UpdateItem'],
  contactByPhone: ['PutItem', 'UpdateItem'],
  contactByEmail: PUT_DELETE,
} as const;
export const SEE_INSIGHTS = { ...CALLER, insights: ['GetItem', 'Query'] } as const;
