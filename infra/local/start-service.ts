/** The service itself on a DynamoDB that runs: the functions, the relay and the local run's own calls. */
import { accountCalls } from './calls/account-calls.ts';
import { clockCalls } from './calls/clock-calls.ts';
import { localCall } from './calls/local-call.ts';
import { plainJson } from './calls/plain-json.ts';
import type { DataFiles } from './data-dir.ts';
import { DEMO, keepDemoAccount } from './demo-account.ts';
import type { DomainClock } from './domain-clock.ts';
import { answerRequest } from './gateway/answer-request.ts';
import { createInFlight } from './gateway/in-flight.ts';
import { loadHandlers } from './gateway/load-handlers.ts';
import type { Answer } from './gateway/server.ts';
import type { SandboxAccount } from './sandbox-account.ts';
import { openStreamRelay } from './stream/open-stream-relay.ts';
import type { StreamRelay } from './stream/stream-relay.ts';

type Service = { answer: Answer; relay: StreamRelay; demo: SandboxAccount; demoName: string };
type Parts = { dynamodbEndpoint: string; tableName: string; files: DataFiles; domainClock: DomainClock };

export async function startService({ dynamodbEndpoint, tableName, files, domainClock }: Parts): Promise<Service> {
  const handlers = await loadHandlers();
  const demo = await keepDemoAccount(files.demo);
  const relay = await openStreamRelay({ dynamodbEndpoint, tableName, files });
  const inFlight = createInFlight();
  const settled = async () => {
    await inFlight.settled();
    await relay.caughtUp();
  };
  const calls = {
    'GET /_local/health': () => plainJson(200, { status: 'ok' }),
    ...accountCalls,
    ...clockCalls({ clock: domainClock, settled }),
  };
  const answer = answerRequest({ handlers, localCall: localCall(calls), inFlight, afterWrite: relay.nudge });
  return { answer, relay, demo, demoName: DEMO.name };
}
