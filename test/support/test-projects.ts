/** Which project of vitest.config.ts runs which test file; what neither names is in `integration`. */

/** Files that need nothing outside their own process and restore everything they change in it. */
export const UNIT = [
  'test/{web,contract,domain,http,pages,payment,use-cases}/**/*.test.ts',
  'test/client/transport.test.ts',
  'test/functions/open-endpoints.test.ts',
  'test/infra/docs/*.test.ts',
  'test/infra/local/{events/deliver-event,gateway/*,scheduler/{domain-clock,feed-runs},workbench/words}.test.ts',
  'test/infra/local/stream/{as-lambda-gets,deliver,stream-reader}.test.ts',
  'test/infra/sandbox/{api,money,session-ends,webhooks}.test.ts',
  'test/infra/{cli/{accounting/*,read-secrets},local/fakes/message-line}.test.ts',
  'test/channels/{html-text,senders,whatsapp-replies}.test.ts',
  'test/store/{collection-stream,keys,requests,shared-reads,terms}.test.ts',
  'test/slips/*.test.ts',
  'test/*.test.ts',
];

export const UNIT_PROJECT = { name: 'unit', include: UNIT, isolate: false };

/**
 * Files that call functions and the store in their own process, on a table of their own. Not `table.test.ts`, whose client has
 * the time limits of a deployment.
 */
export const TABLE = [
  'test/{functions,restore,schedule,upgrade}/**/*.test.ts',
  'test/store/**/!(table).test.ts',
  'test/infra/cli/{collections,directory,members,table,contacts/*}.test.ts',
];

export const TABLE_PROJECT = {
  name: 'table',
  include: TABLE,
  exclude: UNIT,
  isolate: false,
  setupFiles: ['test/support/fresh-parts.ts'],
  globalSetup: 'test/support/start-dynamodb.ts',
};

/** Parts of the console, drawn into a document without a browser. */
export const SCREEN_PROJECT = {
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
  test: {
    name: 'screen',
    include: ['test/web/screens/**/*.test.tsx'],
    isolate: false,
    environment: 'happy-dom',
    // One document for many files: a link of what is saved as a file would leave its address to those that come after it.
    environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
  },
};
