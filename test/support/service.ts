/**
 * The running service that an end-to-end test calls. The variables `COLLECTIONS_BASE_URL`,
 * `COLLECTIONS_API_KEY` and `COLLECTIONS_OTHER_API_KEY` name a deployed service. Without them it is a local run:
 * a shared one, or one for the test file alone.
 */
import { afterAll, beforeAll, inject } from 'vitest';
import { type Client, createClient } from './http-client.ts';
import { databaseForLocalRun, startLocalRun } from './local-run.ts';

export type Service = {
  baseUrl: string;
  /** The maximum number of concurrent requests; lower for an emulator that starts a process for each. */
  crowd: number;
  /** Keys of two accounts. In a deployment the tests of other files use the same accounts. */
  keys: { owner: string; other: string };
  owner: Client;
  other: Client;
  /** A client without a key. */
  anonymous: Client;
};

type Start = () => Promise<{ baseUrl: string; stop: () => Promise<void> }>;

/** The service that test files share. Call it at the top level of a test file; its fields are set when hooks and tests run. */
export const useService = (): Service => useServiceOf(findShared);

/** A service for one test file alone, for tests that move its clock or inject faults. */
export const useOwnService = (): Service =>
  useServiceOf(async () => startLocalRun(await databaseForLocalRun(inject('localRunsPort'))));

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

/** Opens another account of a local run; returns its key. */
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
