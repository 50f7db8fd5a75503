/** The service itself on a DynamoDB and an AWS that run: the functions, the relay, time, and the local run's own calls. */

import { openSandbox, type Sandbox } from '#infra/sandbox/open-sandbox.ts';
import { accountCalls } from './control-api/account-calls.ts';
import { clockCalls } from './control-api/clock-calls.ts';
import { faultCalls } from './control-api/fault-calls.ts';
import { localCall } from './control-api/local-call.ts';
import { messageCalls } from './control-api/message-calls.ts';
import { plainJson } from './control-api/plain-json.ts';
import { sandboxCalls } from './control-api/sandbox-calls.ts';
import type { DataFiles } from './data-dir.ts';
import { DEMO, keepDemoAccount } from './demo-account.ts';
import type { DomainClock } from './domain-clock.ts';
import type { AwsFakes } from './fakes/start-aws-fakes.ts';
import { answerRequest } from './gateway/answer-request.ts';
import { createInFlight } from './gateway/in-flight.ts';
import { loadHandlers } from './gateway/load-handlers.ts';
import type { Answer } from './gateway/server.ts';
import type { SandboxAccount } from './sandbox-account.ts';
import { type Functions, loadFunctions } from './scheduler/functions.ts';
import { type LocalScheduler, startScheduler } from './scheduler/start-scheduler.ts';
import { openStreamRelay } from './stream/open-stream-relay.ts';
import type { StreamRelay } from './stream/stream-relay.ts';

export type Service = {
  answer: Answer;
  relay: StreamRelay;
  scheduler: LocalScheduler;
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
  aws: AwsFakes;
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
  const idle = async () => {
    await sandbox.webhooks.idle();
    await inFlight.idle();
    await aws.idle();
    await relay.caughtUp();
  };
  const { deadLetters } = files;
  const { schedules, outbox, faults } = aws;
  const afterWrite = relay.nudge;
  const scheduler = startScheduler({ clock: domainClock, schedules, functions, deadLetters, idle, afterWrite });
  const { advanceTo, runExclusive } = scheduler;
  const calls = {
    'GET /_local/health': () => plainJson(200, { status: 'ok' }),
    ...accountCalls,
    ...clockCalls({ clock: domainClock, advanceTo, followUpRuns: functions.followUpRuns, runExclusive }),
    ...messageCalls({ outbox, now, run: functions.run }),
    ...sandbox.calls,
    ...sandboxCalls({ ...sandbox, now }),
    ...faultCalls({ faults, schedules, caughtUp: relay.caughtUp }),
  };
  const answer = answerRequest({ handlers, localCall: localCall(calls), inFlight, afterWrite });
  return { answer, relay, scheduler, sandbox, run: functions.run, demo, demoName: DEMO.name };
}
