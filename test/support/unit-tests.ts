/** The unit test files: `npm test` runs them without a database, and `npm run mutate` runs them against mutants. */

/** Files that need nothing outside their own process and restore everything they change in it. */
export const UNIT = [
  'test/{web,contract,domain,http,pages,payment,use-cases}/**/*.test.ts',
  'test/functions/open-endpoints.test.ts',
  'test/infra/local/docs/*.test.ts',
  'test/infra/local/{events/deliver-event,gateway/*,scheduler/{domain-clock,feed-runs},workbench/words}.test.ts',
  'test/infra/local/stream/{deliver,pass-shards,stream-reader}.test.ts',
  'test/infra/sandbox/{api,money,session-ends,webhooks}.test.ts',
  'test/infra/{cli/read-secrets,local/fakes/message-line,setup/lock-file}.test.ts',
  'test/channels/senders.test.ts',
  'test/mutation/{mutants,fixture}/*.test.ts',
  'test/mutation/{report,run-mutants,survivors}.test.ts',
  'test/scale/*.test.ts',
  'test/simulation/model/*.test.ts',
  'test/soak/replay-by-model.test.ts',
  'test/permissions/evaluate.test.ts',
  'test/store/{collection-stream,key-patterns,keys,requests}.test.ts',
  'test/*.test.ts',
];
