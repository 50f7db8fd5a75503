/** Starts one local run that end-to-end tests share, when the first of them requests it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { databaseForLocalRun, type LocalRun, startLocalRun } from './local-run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A URL that answers with the base URL of the shared service. */
    sharedService: string;
  }
}

const startWhenAsked = async (project: TestProject): Promise<() => Promise<void>> => {
  const { localRunsPort } = project.getProvidedContext();
  let run: Promise<LocalRun> | undefined;
  const server = createServer((_request, response) => {
    run ??= databaseForLocalRun(localRunsPort).then(startLocalRun);
    run.then(
      ({ baseUrl }) => response.end(baseUrl),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedService', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await run?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
};

export default startWhenAsked;
