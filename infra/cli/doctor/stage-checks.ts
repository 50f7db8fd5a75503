/** The checks of what leads to a stage, what AWS lets it use, and who hears of its faults. */
import { GetAccountSettingsCommand, GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { domainsOf } from '#infra/cdk/settings.ts';
import packageJson from '#package' with { type: 'json' };
import { type Check, callAws, elements, when } from './aws-call.ts';
import { describeTable } from './holding-checks.ts';

const AWS_ACCOUNT: Check = {
  name: 'AWS account',
  look: async (stage) => {
    const account = (await describeTable(stage)).TableArn?.split(':')[4];
    const { account: wanted } = stage.settings;
    return when(
      wanted !== undefined && account !== wanted,
      `These credentials are of ${account}, but the stage is of ${wanted}. Sign in to that one.`,
    );
  },
};

const VERSION: Check = {
  name: 'Version',
  look: async ({ name, outputs }) =>
    when(
      outputs['Version'] !== packageJson.version,
      `The stage runs ${outputs['Version'] ?? 'an unknown version'}, and this is ${packageJson.version}. Deploy: npm run deploy -- -c stage=${name}.`,
    ),
};

const ANSWER_MS = 10_000;

/** Whether an address leads to the service: DNS, certificate, gateway and function. */
async function unanswered(base: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${base}/openapi.json`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return status === 200 ? undefined : `it answers ${status}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
}

const ADDRESS: Check = {
  name: 'Address',
  look: async ({ settings, outputs }) => {
    const own = outputs['ApiUrl'] ?? '';
    const bases = new Set([own, ...domainsOf(settings).map(({ name }) => `https://${name}`)]);
    const faults = await Promise.all(
      [...bases].map(async (base) => {
        const fault = await unanswered(base);
        const to = outputs['DomainTarget'] ?? 'the gateway';
        return when(
          fault !== undefined,
          `${base} does not lead to the service (${fault}). Point its DNS record at ${to}.`,
        );
      }),
    );
    return faults.flat();
  },
};

/** Besides runs and webhooks: requests, streams and sweepers. */
const FOR_THE_REST = 100;

const CONCURRENCY: Check = {
  name: 'Concurrency of Lambda',
  look: async ({ settings: { maxConcurrentRuns, maxConcurrentWebhooks } }) => {
    const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
    const [has = 0, needs] = [
      AccountLimit?.ConcurrentExecutions,
      maxConcurrentRuns + maxConcurrentWebhooks + FOR_THE_REST,
    ];
    return when(
      has < needs,
      `The AWS account may run ${has} functions at once, and the stage needs ${needs}. Ask for more in Service Quotas (Lambda, "Concurrent executions").`,
    );
  },
};

/** A collection that is open has one or two. */
const FEW_SCHEDULES = 1_000_000;

/** What AWS gives in every Region; with less, many runs wait for the sweeper. */
const SCHEDULES_A_SECOND = { made: 250, run: 500 };

const SCHEDULES: Check = {
  name: 'Quota of Scheduler',
  look: async () => {
    const input = { ServiceCode: 'scheduler', MaxResults: 100 };
    const target = 'ServiceQuotasV20190624.ListServiceQuotas';
    const { Quotas = [] } = JSON.parse(
      await callAws({ service: 'servicequotas', json: { target, version: '1.1', input } }),
    );
    const all = Quotas as { QuotaName: string; QuotaCode: string; Value: number }[];
    const tooLow = (name: RegExp, needed: number, what: string): string[] =>
      all
        .filter(({ QuotaName, Value }) => name.test(QuotaName) && Value < needed)
        .map(
          ({ QuotaCode, Value }) =>
            `The AWS account may ${what.replace('N', String(Value))}, and the stage needs ${needed}; the sweeper runs the rest, later. Ask for more: aws service-quotas request-service-quota-increase --service-code scheduler --quota-code ${QuotaCode} --desired-value ${needed}.`,
        );
    return [
      ...tooLow(/number of schedules/i, FEW_SCHEDULES, 'have N schedules'),
      ...tooLow(/^CreateSchedule /i, SCHEDULES_A_SECOND.made, 'make N schedules a second'),
      ...tooLow(/^Invocations? throttle/i, SCHEDULES_A_SECOND.run, 'run N schedules a second'),
    ];
  },
};

const SENDING: Check = {
  name: 'Sending',
  look: async ({ name, outputs }) => {
    const { State } = await new LambdaClient({}).send(new GetEventSourceMappingCommand({ UUID: outputs['RunsFeed'] }));
    return when(
      State !== 'Enabled',
      `Sending is paused (${State}). To go on: npm run cli -- sending resume --stage ${name}.`,
    );
  },
};

const RECEIVERS: Check = {
  name: 'Receivers of alarms',
  look: async ({ outputs }) => {
    const TopicArn = outputs['AlarmsTopicArn'] ?? '';
    const query = { Action: 'ListSubscriptionsByTopic', Version: '2010-03-31', TopicArn };
    const arns = elements(await callAws({ service: 'sns', query }), 'SubscriptionArn');
    const confirmed = arns.filter((arn) => arn.startsWith('arn:'));
    if (confirmed.length > 0) return [];
    return [
      arns.length > 0
        ? 'Nobody gets the alarms: the address is not confirmed. Open the link in the email of AWS.'
        : 'Nobody gets the alarms. Set alarmEmail of the stage and deploy.',
    ];
  },
};

const ALARMS: Check = {
  name: 'Alarms',
  look: async ({ name }) => {
    const query = {
      Action: 'DescribeAlarms',
      Version: '2010-08-01',
      AlarmNamePrefix: `collections-${name}-`,
      StateValue: 'ALARM',
    };
    const on = elements(await callAws({ service: 'cloudwatch', query }), 'AlarmName');
    return on.map((alarm) => `The alarm ${alarm} is on. Its section of docs/operations/runbook.md says what to do.`);
  },
};

export const STAGE_CHECKS: readonly Check[] = [
  AWS_ACCOUNT,
  VERSION,
  ADDRESS,
  CONCURRENCY,
  SCHEDULES,
  SENDING,
  RECEIVERS,
  ALARMS,
];
