/**
 * The running service that an end-to-end test calls: the deployed one that `COLLECTIONS_BASE_URL`,
 * `COLLECTIONS_API_KEY` and `COLLECTIONS_OTHER_API_KEY` name, else a local run: shared, or the file's own.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Client, createClient } from './http-client.ts';
import { startLocalRun } from './local-run.ts';

export type Service = {
  baseUrl: string;
  /** How many requests at once are a crowd: an emulator starts a process for each. */
  crowd: number;
  /** Keys of two accounts. Where the service is deployed, the tests of other files have used them too. */
  keys: { owner: string; other: string };
  owner: Client;
  other: Client;
  /** Without a key. */
  anonymous: Client;
};

type Start = () => Promise<{ baseUrl: string; stop: () => Promise<void> }>;

/** One that the test files share. To call at the top level of a test file; what it returns is filled when hooks and tests run. */
export const useService = (): Service => useServiceOf(findShared);

/** One of the file's own, for tests that move its clock or break something in it. */
export const useOwnService = (): Service =>
  useServiceOf(() => startLocalRun({ DYNAMODB_ENDPOINT: inject('localRunsEndpoint'), TABLE_NAME: randomUUID() }));

function useServiceOf(start: Start): Service {
  const service = {} as Service;
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    const baseUrl = process.env['COLLECTIONS_BASE_URL'];
    if (baseUrl) {
      const owner = given('COLLECTIONS_API_KEY');
      Object.assign(service, serviceAt(baseUrl, { owner, other: given('COLLECTIONS_OTHER_API_KEY') }, 8));
      return;
    }
    const run = await start();
    stop = run.stop;
    const keys = { owner: await openLocalAccount(run.baseUrl), other: await openLocalAccount(run.baseUrl) };
    Object.assign(service, serviceAt(run.baseUrl, keys, 100));
  });
  afterAll(() => stop());
  return service;
}

const findShared: Start = async () => {
  const answer = await fetch(inject('sharedService'));
  if (!answer.ok) throw new Error(await answer.text());
  return { baseUrl: await answer.text(), stop: async () => {} };
};

/** A further account of a local run: its key. */
export async function openLocalAccount(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/_local/accounts`, { method: 'POST', body: '{"name":"End to end"}' });
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

const serviceAt = (baseUrl: string, keys: Service['keys'], crowd: number): Service => ({
  baseUrl,
  crowd,
  keys,
  owner: createClient(baseUrl, keys.owner),
  other: createClient(baseUrl, keys.other),
  anonymous: createClient(baseUrl),
});

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`COLLECTIONS_BASE_URL is set, but ${name} is not`);
  return value;
}
