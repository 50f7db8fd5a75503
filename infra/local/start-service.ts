/** Starts the service on a running DynamoDB and the fakes: functions, relay, scheduler, and the calls under `/_local/`. */
import { openSandbox, type Sandbox } from '#infra/sandbox/open-sandbox.ts';
import { service } from '#lib/service.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Receivers, receiversFrom } from '#lib/webhook/public-address.ts';
import { type DatabaseAddress, sandboxUrl } from './aws-environment.ts';
import { clockCalls } from './control-api/clock-calls.ts';
import { localCall, plainJson } from './control-api/local-call.ts';
import { messageCalls, receiverCalls } from './control-api/message-calls.ts';
import { sandboxCalls } from './control-api/sandbox-calls.ts';
import { accountCalls, builtConsole, consoleCalls, faultCalls, stateCalls } from './control-api/state-calls.ts';
import { type DataFiles, openDatabase } from './data-dir.ts';
import { docsCalls } from './docs/docs-calls.ts';
import type { AwsFakes } from './fakes/start-aws-fakes.ts';
import { answerRequest } from './gateway/answer-request.ts';
import { createInFlight } from './gateway/invoke.ts';
import { loadHandlers } from './gateway/match-route.ts';
import type { Answer } from './gateway/server.ts';
import { DEMO, keepDemoAccount, keepMember, type LocalAccount } from './local-accounts.ts';
import { openReceiver, RECEIVER_PATH } from './receiver/receiver.ts';
import { loadBackgroundFunctions } from './scheduler/background-functions.ts';
import type { DomainClock } from './scheduler/domain-clock.ts';
import { type LocalScheduler, startScheduler } from './scheduler/start-scheduler.ts';
import { patientPost } from './scheduler/webhook-feed.ts';
import { openStreamRelay } from './stream/open-stream-relay.ts';
import type { StreamRelay } from './stream/stream-relay.ts';
import { wholeService } from './whole-service.ts';
import { watchChanges, workbenchCalls } from './workbench/workbench-calls.ts';

export type Service = {
  answer: Answer;
  relay: StreamRelay;
  scheduler: LocalScheduler;
  sandbox: Sandbox;
  demo: LocalAccount;
  demoName: string;
};

type ServiceNeeds = {
  baseUrl: string;
  database: DatabaseAddress;
  tableName: string;
  files: DataFiles;
  domainClock: DomainClock;
  aws: AwsFakes;
};

export async function startService({ domainClock, aws, ...parts }: ServiceNeeds): Promise<Service> {
  const { baseUrl, database, tableName, files } = parts;
  const { now } = domainClock;
  const { schedules, outbox, faults, credentials } = aws;
  const receivers = receiversOfLocalRun([baseUrl, aws.url, database.endpoint]);
  const outbound = { post: patientPost(receivers, domainClock.isHeld) };
  const whole = { ...wholeService(service, table, { receivers, outbound }), readConsoleAssets: builtConsole };
  const handlers = await loadHandlers(whole);
  const inFlight = createInFlight();
  const background = await loadBackgroundFunctions(whole, inFlight);
  const demo = await keepDemoAccount(files.demo);
  await keepMember(demo.account, baseUrl);
  const relay = await openStreamRelay({ service: whole, database, tableName, files });
  const own = { database: openDatabase(files.sandbox), credentials };
  const sandbox = openSandbox({ url: sandboxUrl(baseUrl), baseUrl, ...own, faults, now });
  const idle = async () => {
    await sandbox.webhooks.idle();
    await inFlight.idle();
    await relay.caughtUp();
  };
  const { deadLetters } = files;
  const { caughtUp } = relay;
  const queues = { runs: aws.queue, webhooks: aws.webhooks };
  const receiver = openReceiver({ baseUrl, demo, file: files.receiver, now });
  const others = () => [schedules.list().length, faults.list(), receiver.answers(), receiver.received().at(-1)?.id];
  const { run, afterWrite, version } = watchChanges({ run: background.run, afterWrite: relay.nudge, others });
  const functions = { ...background, run };
  const scheduler = startScheduler({ clock: domainClock, aws, functions, deadLetters, idle, afterWrite });
  const calls = {
    'GET /_local/health': () => plainJson(200, { status: 'ok' }),
    ...accountCalls,
    ...consoleCalls({ account: demo.account, baseUrl }),
    ...clockCalls({ clock: domainClock, scheduler, followUpRuns: functions.followUpRuns, schedules, caughtUp }),
    ...messageCalls({ outbox, now, run }),
    ...receiverCalls(receiver),
    ...stateCalls({
      demo: { ...demo, name: DEMO.name, baseUrl },
      outbox,
      queues,
      providerWebhooks: sandbox.webhooks.sent,
      version,
      now,
    }),
    ...workbenchCalls(),
    ...docsCalls({ baseUrl, apiKey: demo.apiKey, home: { href: '/', title: 'Workbench' } }, demo.account),
    ...sandbox.calls,
    ...sandboxCalls({ ...sandbox, now }),
    // The relay queues runs, and runs write: twice, so that what the first round started is over, too.
    ...faultCalls(faults, async () => {
      await idle();
      await scheduler.feedQueued();
      await idle();
    }),
  };
  const answer = answerRequest({
    ...{ handlers, localCall: localCall(calls), inFlight, afterWrite },
    takeFault: faults.takeApiFault,
  });
  return { answer, relay, scheduler, sandbox, demo, demoName: DEMO.name };
}

/** A webhook to the local run itself would go round in it; the receiver of the workbench is there to take them. */
function receiversOfLocalRun(own: readonly string[]): Receivers {
  const receivers = receiversFrom(service.settings);
  const ports = own.map((address) => new URL(address).port);
  return { ...receivers, rules: { ...receivers.rules, own: { ports, receiverPath: RECEIVER_PATH } } };
}
