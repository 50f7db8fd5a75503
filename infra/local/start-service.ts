/** The service itself on a DynamoDB and an AWS that run: the functions, the relay, time, and the local run's own calls. */
import type { AwsStandIns } from './aws/start-aws-stand-ins.ts';
import { accountCalls } from './calls/account-calls.ts';
import { clockCalls } from './calls/clock-calls.ts';
import { faultCalls } from './calls/fault-calls.ts';
import { localCall } from './calls/local-call.ts';
import { messageCalls } from './calls/message-calls.ts';
import { plainJson } from './calls/plain-json.ts';
import { sandboxCalls } from './calls/sandbox-calls.ts';
import type { DataFiles } from './data-dir.ts';
import { DEMO, keepDemoAccount } from './demo-account.ts';
import type { DomainClock } from './domain-clock.ts';
import { answerRequest } from './gateway/answer-request.ts';
import { createInFlight } from './gateway/in-flight.ts';
import { loadHandlers } from './gateway/load-handlers.ts';
import type { Answer } from './gateway/server.ts';
import { openSandbox, type Sandbox } from './sandbox/open-sandbox.ts';
import type { SandboxAccount } from './sandbox-account.ts';
import { openStreamRelay } from './stream/open-stream-relay.ts';
import type { StreamRelay } from './stream/stream-relay.ts';
import { type Functions, loadFunctions } from './wakes/functions.ts';
import { startWakes, type Wakes } from './wakes/start-wakes.ts';

export type Service = {
  answer: Answer;
  relay: StreamRelay;
  wakes: Wakes;
  run: Functions['run'];
  sandbox: Sandbox;
  demo: SandboxAccount;
  demoName: string;
};

type Parts = {
  baseUrl: string;
  dynamodbEndpoint: string;
  tableName: string;
  files: DataFiles;
  domainClock: DomainClock;
  aws: AwsStandIns;
};

export async function startService(parts: Parts): Promise<Service> {
  const { baseUrl, dynamodbEndpoint, tableName, files, domainClock, aws } = parts;
  const handlers = await loadHandlers();
  const inFlight = createInFlight();
  const functions = await loadFunctions(inFlight);
  const demo = await keepDemoAccount(files.demo);
  const relay = await openStreamRelay({ dynamodbEndpoint, tableName, files });
  const { now } = domainClock;
  const sandbox = openSandbox({ folder: files.sandbox, baseUrl, secrets: aws.secrets, faults: aws.faults, now });
  const settled = async () => {
    await sandbox.webhooks.settled();
    await inFlight.settled();
    await aws.settled();
    await relay.caughtUp();
  };
  const { deadLetters } = files;
  const { schedules, outbox, faults } = aws;
  const afterWrite = relay.nudge;
  const wakes = startWakes({ clock: domainClock, schedules, functions, deadLetters, settled, afterWrite });
  const { advanceTo, inTurn } = wakes;
  const calls = {
    'GET /_local/health': () => plainJson(200, { status: 'ok' }),
    ...accountCalls,
    ...clockCalls({ clock: domainClock, advanceTo, wakes: functions.wakes, inTurn }),
    ...messageCalls({ outbox, now, run: functions.run }),
    ...sandbox.calls,
    ...sandboxCalls({ ...sandbox, now }),
    ...faultCalls({ faults, schedules, caughtUp: relay.caughtUp }),
  };
  const answer = answerRequest({ handlers, localCall: localCall(calls), inFlight, afterWrite });
  return { answer, relay, wakes, sandbox, run: functions.run, demo, demoName: DEMO.name };
}
