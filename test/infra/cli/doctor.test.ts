/** `cli doctor`, against a fake of all the services of AWS that it asks: a sound stage, and one with a single fault after the other. */

import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { doctor, examine, readStage, reportOf } from '#infra/cli/commands/doctor.ts';
import type { Stage } from '#infra/cli/doctor/aws-call.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { whatsappTemplates } from '#lib/domain/channels/whatsapp/templates.ts';
import packageJson from '#package' with { type: 'json' };
import { anAccountWith } from '#test/support/a-collection.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { answerMx } from '#test/support/stub-dns.ts';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

const { tableName } = useTable();

const TOPIC = 'arn:aws:sns:eu-west-1:111111111111:replies';
const NUMBER = 'phone-number-id-0123456789abcdef0123456789abcdef';
const REPLIES = 'replies.collect.example';
const SETTINGS = {
  account: '1'.repeat(12),
  region: 'eu-west-1',
  secondRegion: 'eu-central-1',
  alarmEmail: 'ops@collect.example',
  senders: {
    email: { from: 'bills@mail.collect.example', replies: { domain: REPLIES } },
    sms: { originationIdentity: '+15550100', monthlySpendLimit: 100 },
    whatsapp: { phoneNumberId: NUMBER },
  },
};

type Json = Record<string, unknown>;

let url = '';
/** What AWS answers, by operation; a test changes one. */
let aws: Record<string, Json>;
let xml: Record<string, string>;
const asked: string[] = [];

const sound = (): typeof aws => ({
  DescribeTable: {
    Table: {
      TableName: tableName,
      TableArn: `arn:aws:dynamodb:eu-west-1:${'1'.repeat(12)}:table/${tableName}`,
      TableStatus: 'ACTIVE',
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [{ IndexName: 'due', IndexStatus: 'ACTIVE' }],
    },
  },
  DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } },
  DescribeContinuousBackups: {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 28 },
    },
  },
  DescribeKey: { KeyMetadata: { KeyId: 'k', KeyState: 'Enabled', MultiRegion: true } },
  GetKeyRotationStatus: { KeyRotationEnabled: true },
  DescribeSecret: { ReplicationStatus: [{ Region: 'eu-central-1', Status: 'InSync' }] },
  'recovery-points': { RecoveryPoints: [{ CreationDate: Date.now() / 1000 - 9 * 3600 }] },
  'backup-jobs': { BackupJobs: [] },
  'account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'event-source-mappings': { State: 'Enabled' },
  ListServiceQuotas: {
    Quotas: [
      { QuotaName: 'Number of schedules', QuotaCode: 'L-1', Value: 10_000_000 },
      { QuotaName: 'CreateSchedule throttle limit in transactions per second', QuotaCode: 'L-2', Value: 250 },
      { QuotaName: 'Invocations throttle limit in transactions per second', QuotaCode: 'L-3', Value: 500 },
    ],
  },
  '/second/v2/email/account': { ProductionAccessEnabled: true },
  'email/account': { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' },
  'email/identities/collect.example': { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'SUCCESS' } },
  DescribeAccountAttributes: { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'PRODUCTION' }] },
  DescribeSpendLimits: {
    SpendLimits: [{ Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 100, MaxLimit: 100 }],
  },
  DescribePhoneNumbers: { PhoneNumbers: [{ PhoneNumber: '+15550100', Status: 'ACTIVE', TwoWayChannelArn: TOPIC }] },
  'waba/list': { linkedAccounts: [{ id: 'waba-1', arn: 'a', wabaId: '1', registrationStatus: 'COMPLETE' }] },
  'waba/details': {
    account: {
      id: 'waba-1',
      phoneNumbers: [{ phoneNumberId: NUMBER }],
      eventDestinations: [{ eventDestinationArn: TOPIC }],
    },
  },
  'template/list': {
    templates: whatsappTemplates(`${url}/live`).map(({ name, language }) => ({
      templateName: name,
      templateLanguage: language,
      templateStatus: 'APPROVED',
      metaTemplateId: 'm',
    })),
  },
  template: { template: JSON.stringify({ url: `${url}/live/pay/{{1}}` }) },
  'openapi.json': {},
});

const outputs = (): Record<string, string> => ({
  ApiUrl: `${url}/live`,
  TableName: tableName,
  CredentialsKeyArn: 'arn:aws:kms:eu-west-1:111111111111:key/k',
  AlarmsTopicArn: 'arn:aws:sns:eu-west-1:111111111111:alarms',
  RepliesTopicArn: TOPIC,
  RunsFeed: 'feed',
  WebhookKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:webhooks',
  // Of the stack in the second Region.
  RestoreRoleArn: 'arn:aws:iam::111111111111:role/restore',
  Version: packageJson.version,
});

const soundXml = (): typeof xml => ({
  DescribeStacks: `<StackStatus>UPDATE_COMPLETE</StackStatus>${Object.entries(outputs())
    .map(([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`)
    .join('')}`,
  ListSubscriptionsByTopic: '<SubscriptionArn>arn:aws:sns:eu-west-1:111111111111:alarms:1</SubscriptionArn>',
  DescribeAlarms: '<MetricAlarms></MetricAlarms>',
  DescribeActiveReceiptRuleSet: `<Rules><member><Recipients><member>${REPLIES}</member></Recipients></member></Rules>`,
});

/** The operation of a request, as each protocol of AWS names it. */
function operationOf(path: string, target: string, body: string): string {
  if (target !== '') return target.split('.').at(-1) ?? '';
  const action = new URLSearchParams(body).get('Action');
  if (action) return action;
  const names = Object.keys(sound()).filter((name) => path.includes(name));
  return names.toSorted((one, other) => other.length - one.length)[0] ?? path;
}

/** Which service a request must be signed for, and the version of its API that it must name. */
const SIGNED: Readonly<Record<string, string>> = {
  DescribeStacks: 'cloudformation 2010-05-15',
  ListSubscriptionsByTopic: 'sns 2010-03-31',
  DescribeAlarms: 'monitoring 2010-08-01',
  DescribeActiveReceiptRuleSet: 'ses 2010-12-01',
  ListServiceQuotas: 'servicequotas ',
  'recovery-points': 'backup ',
  'backup-jobs': 'backup ',
  'email/account': 'ses ',
};

/** As AWS refuses what is signed for another service, of a version that it does not have, or asks for more than a page can have. */
function isRefused(operation: string, authorization: string, body: string): boolean {
  const signed = /Credential=[^,]*\/([^/,]+)\/aws4_request/.exec(authorization)?.[1];
  const expected = SIGNED[operation] ?? '';
  const most = Number(/"MaxResults":(\d+)/.exec(body)?.[1] ?? 0);
  return most > 100 || (expected !== '' && `${signed} ${new URLSearchParams(body).get('Version') ?? ''}` !== expected);
}

function answer(path: string, target: string, body: string, authorization: string): Reply {
  const operation = operationOf(path, target, body);
  asked.push(operation);
  if (isRefused(operation, authorization, body))
    return { status: 400, body: { message: `${operation} is not asked so` } };
  if (xml[operation] !== undefined)
    return { status: 200, text: xml[operation], headers: { 'content-type': 'text/xml' } };
  const found = aws[operation];
  if (found === undefined)
    return { status: 404, body: { message: `no ${operation}` }, headers: { 'x-amzn-errortype': 'NotFoundException' } };
  return { status: Number(found['status'] ?? 200), body: found };
}

let stage: Stage;
let mailServer: string;

beforeAll(async () => {
  await answerMx(() => mailServer);
  const stub = await startStubServer(({ url: path = '', headers }, body) => {
    // A request says its Region in its signature alone.
    const authorization = String(headers['authorization']);
    const region = authorization.includes('/eu-central-1/ses/') ? '/second' : '';
    return answer(region + decodeURIComponent(path), String(headers['x-amz-target'] ?? ''), body, authorization);
  });
  url = stub.url;
  const { createAccount } = await import('#lib/store/account/accounts.ts');
  const { table } = await import('#lib/store/table/live-table.ts');
  const { aStoredKey } = await import('#test/support/accounts.ts');
  const { payments } = await import('#lib/live-payments.ts');
  const account = anAccountWith([{}], { mode: 'live', defaultProvider: 'paystack', supportPhone: '+2348012345678' });
  await createAccount(table, account);
  await aStoredKey(account);
  Object.assign(payments, provider);
  // The store has its client by now; those of the checks are made later.
  delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  Object.assign(process.env, { AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-west-1' });
});

/** The payment provider that the account has; its own protocol is tested with `providers check`. */
const accepted = { kind: 'accepted' as const };
const provider = {
  readCredentials: async () => ({ secretKey: 'sk_live_x' }) as object | undefined,
  checkCredentials: async () => accepted as { kind: string; reason?: string },
  modeOf: async () => 'live',
  findUnlistable: async () => [] as object[],
};

const healthy = { ...provider };

beforeEach(async () => {
  const { payments } = await import('#lib/live-payments.ts');
  Object.assign(payments, healthy);
  [aws, xml] = [sound(), soundXml()];
  mailServer = 'inbound-smtp.eu-west-1.amazonaws.com';
  asked.length = 0;
  stage = await readStage('prod', readSettings('prod', SETTINGS));
});

/** The faults that the checks find, each with the name of its check. */
const faultsNow = async (): Promise<string[]> =>
  (await examine(stage)).flatMap(({ check, faults }) => faults.map((fault) => `${check}: ${fault}`));

it('a stage that lacks nothing is well in more than fifteen checks, and all that is asked for them is in the policy, which permits no writing', async () => {
  const looked = await examine(stage);
  expect(looked.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(looked.length).toBeGreaterThan(15);
  const { data } = await doctor({ policy: true });
  const [{ Action: actions }] = (data as { Statement: [{ Action: string[] }] }).Statement;
  for (const action of actions) expect(action).toMatch(/^[a-z-]+:(Describe|Get|List|BatchGet|Query|Decrypt$)/);
  const permitted = actions.map((action) => action.split(':')[1]);
  const named = asked.filter((each) => /^[A-Z]/.test(each));
  expect(named.filter((operation) => !permitted.includes(operation))).toEqual([]);
});

/** What only the checks of a channel ask. */
const OF_CHANNEL = {
  email: ['email/account', '/second/v2/email/account', 'email/identities/collect.example'],
  sms: ['DescribeAccountAttributes', 'DescribeSpendLimits', 'DescribePhoneNumbers'],
  whatsapp: ['waba/list', 'waba/details', 'template/list', 'template'],
} as const;

it.each(CHANNELS)('a stage that sends by %s alone is well without what other channels need', async (channel) => {
  const senders = { [channel]: SETTINGS.senders[channel] };
  stage = { ...stage, settings: readSettings('prod', { ...SETTINGS, senders }) };
  for (const other of CHANNELS.filter((each) => each !== channel))
    for (const operation of OF_CHANNEL[other]) delete aws[operation];
  expect(await faultsNow()).toEqual([]);
});

it('the report has a row for each check and fault, and is bad with a single fault', () => {
  const well = [
    { check: 'Table', faults: [] },
    { check: 'Alarms', faults: [] },
  ];
  expect(reportOf('prod', well)).toEqual({
    data: well,
    text: 'Stage prod\n  well   Table\n  well   Alarms\nAll 2 checks are well.',
    isBad: false,
  });
  const looked = [
    { check: 'Table', faults: ['It is old.', 'It is full.'] },
    { check: 'Alarms', faults: [] },
  ];
  expect(reportOf('prod', looked)).toEqual({
    data: looked,
    text: 'Stage prod\n  WRONG  Table: It is old.\n  WRONG  Table: It is full.\n  well   Alarms\n2 to mend.',
    isBad: true,
  });
});

describe('a single fault is named once, with what to do', () => {
  const setting = (change: Partial<typeof SETTINGS.senders>) => () => {
    stage = { ...stage, settings: readSettings('prod', { ...SETTINGS, senders: { ...SETTINGS.senders, ...change } }) };
  };
  const answers = (operation: string, change: Json) => () => {
    aws[operation] = { ...aws[operation], ...change };
  };
  const says = (operation: string, text: string) => () => {
    xml[operation] = text;
  };
  const table = (change: Json) => () => {
    aws['DescribeTable'] = { Table: { ...(aws['DescribeTable']?.['Table'] as Json), ...change } };
  };
  const output = (name: string, value: string) => () => {
    stage = { ...stage, outputs: { ...stage.outputs, [name]: value } };
  };
  const paying = (change: Partial<typeof provider>) => async () => {
    const { payments } = await import('#lib/live-payments.ts');
    Object.assign(payments, change);
  };
  const details = (change: Json) => () => Object.assign(aws['waba/details']?.['account'] ?? {}, change);

  it.each<[string, () => unknown, string]>([
    [
      'another AWS account',
      table({ TableArn: `arn:aws:dynamodb:eu-west-1:${'2'.repeat(12)}:table/x` }),
      'AWS account: These credentials are of 222222222222',
    ],
    ['an older version', output('Version', '0.0.1'), 'Version: The stage runs 0.0.1'],
    [
      'an address that leads nowhere',
      answers('openapi.json', { status: 403 }),
      'does not lead to the service (it answers 403). Point its DNS record',
    ],
    ['a table that can be deleted', table({ DeletionProtectionEnabled: false }), 'Table: The table can be deleted'],
    ['a table without a stream', table({ StreamSpecification: {} }), 'Table: The table has no stream'],
    [
      'an index that is being made',
      table({ GlobalSecondaryIndexes: [{ IndexStatus: 'CREATING' }] }),
      'Table: An index is not active',
    ],
    ['no time to live', answers('DescribeTimeToLive', { TimeToLiveDescription: {} }), 'Table: What should expire'],
    [
      'no recovery',
      answers('DescribeContinuousBackups', { ContinuousBackupsDescription: {} }),
      'recovery: The table cannot be restored',
    ],
    [
      'a key that is to be deleted',
      answers('DescribeKey', { KeyMetadata: { KeyId: 'k', KeyState: 'PendingDeletion', MultiRegion: true } }),
      'The key is PendingDeletion: nobody can pay',
    ],
    [
      'a key of one Region',
      answers('DescribeKey', { KeyMetadata: { KeyId: 'k', KeyState: 'Enabled' } }),
      'The key is of one Region',
    ],
    [
      'a secret that is not replicated',
      answers('DescribeSecret', { ReplicationStatus: [] }),
      'Secrets: Not replicated to eu-central-1: keys of API keys, key of webhooks',
    ],
    [
      'no recent copy of a backup',
      answers('recovery-points', { RecoveryPoints: [{ CreationDate: Date.now() / 1000 - 10.5 * 3600 }] }),
      'eu-central-1 has no copy of the table',
    ],
    [
      'little concurrency',
      answers('account-settings', { AccountLimit: { ConcurrentExecutions: 10 } }),
      'may run 10 functions at once, and the stage needs 140',
    ],
    [
      'few schedules',
      answers('ListServiceQuotas', { Quotas: [{ QuotaName: 'Number of schedules', QuotaCode: 'L-1', Value: 500 }] }),
      'may have 500 schedules, and the stage needs 1000000',
    ],
    [
      'few schedules a second',
      answers('ListServiceQuotas', {
        Quotas: [
          { QuotaName: 'CreateSchedule throttle limit in transactions per second', QuotaCode: 'L-2', Value: 50 },
        ],
      }),
      'make 50 schedules a second, and the stage needs 250; the sweeper runs the rest, later. Ask for more: aws service-quotas request-service-quota-increase --service-code scheduler --quota-code L-2 --desired-value 250',
    ],
    [
      'few runs of schedules a second',
      answers('ListServiceQuotas', {
        Quotas: [{ QuotaName: 'Invocations throttle limit in transactions per second', QuotaCode: 'L-3', Value: 100 }],
      }),
      'run 100 schedules a second, and the stage needs 500',
    ],
    [
      'a failed backup',
      answers('backup-jobs', { BackupJobs: [{ StatusMessage: 'Access denied' }] }),
      'A backup of the last day failed (Access denied)',
    ],
    [
      'the sandbox of SES in the second Region',
      answers('/second/v2/email/account', { ProductionAccessEnabled: false }),
      'SES is in its sandbox in eu-central-1',
    ],
    [
      'a second Region without the role that restores',
      () => {
        const { RestoreRoleArn: _, ...rest } = outputs();
        xml['DescribeStacks'] = `<StackStatus>UPDATE_COMPLETE</StackStatus>${Object.keys(rest)
          .map((name) => `<OutputKey>${name}</OutputKey>`)
          .join('')}`;
      },
      'Second Region: eu-central-1 has no role that restores a backup',
    ],
    [
      'paused sending',
      answers('event-source-mappings', { State: 'Disabled' }),
      'Sending is paused (Disabled). To go on: npm run cli -- sending resume --stage prod',
    ],
    [
      'an address for alarms that is not confirmed',
      says('ListSubscriptionsByTopic', '<SubscriptionArn>PendingConfirmation</SubscriptionArn>'),
      'the address is not confirmed',
    ],
    ['no address for alarms', says('ListSubscriptionsByTopic', ''), 'Nobody gets the alarms. Set alarmEmail'],
    [
      'an alarm that is on',
      says('DescribeAlarms', '<AlarmName>collections-prod-x</AlarmName>'),
      'The alarm collections-prod-x is on',
    ],
    ['the sandbox of SES', answers('email/account', { ProductionAccessEnabled: false }), 'SES is in its sandbox'],
    [
      'an identity that is not verified',
      answers('email/identities/collect.example', { VerifiedForSendingStatus: false }),
      'SES has verified neither bills@mail.collect.example',
    ],
    [
      'emails without a signature',
      answers('email/identities/collect.example', { DkimAttributes: { Status: 'PENDING' } }),
      'Emails of collect.example are not signed (DKIM)',
    ],
    [
      'replies by email that go elsewhere',
      () => {
        mailServer = 'mail.collect.example';
      },
      `Mail to ${REPLIES} does not reach SES. Point its MX record to 10 inbound-smtp.eu-west-1`,
    ],
    [
      'replies by email that no active rule receives',
      says('DescribeActiveReceiptRuleSet', '<DescribeActiveReceiptRuleSetResult/>'),
      `No active rule of SES receives mail to ${REPLIES}`,
    ],
    [
      'the sandbox of SMS',
      answers('DescribeAccountAttributes', { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'SANDBOX' }] }),
      'SMS are in their sandbox',
    ],
    [
      'a low limit for SMS',
      answers('DescribeSpendLimits', {
        SpendLimits: [{ Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 1, MaxLimit: 1 }],
      }),
      'AWS lets SMS cost 1 US dollars a month, not 100',
    ],
    [
      'a sender of SMS that is not there',
      answers('DescribePhoneNumbers', { PhoneNumbers: [] }),
      'no active sender +15550100',
    ],
    [
      'replies by SMS that do not come',
      answers('DescribePhoneNumbers', { PhoneNumbers: [{ PhoneNumber: '+15550100', Status: 'ACTIVE' }] }),
      'Replies to +15550100, STOP among them, do not come',
    ],
    ['a number of WhatsApp that is not linked', details({ phoneNumbers: [] }), 'No linked WhatsApp Business account'],
    [
      'replies by WhatsApp that do not come',
      details({ eventDestinations: [] }),
      'Replies and receipts of WhatsApp do not come',
    ],
    [
      'templates that are not approved',
      () => (aws['template/list']?.['templates'] as Json[] | undefined)?.shift(),
      'Meta has not approved 1 of',
    ],
    [
      'templates that lead elsewhere',
      answers('template', { template: '{"url":"https://old.example/pay/{{1}}"}' }),
      'The buttons of the WhatsApp templates do not lead to',
    ],
    [
      'no sender at all',
      setting({ email: undefined, sms: undefined, whatsapp: undefined } as never),
      'Senders: The stage has no sender',
    ],
    [
      'a provider without secrets',
      paying({ readCredentials: async () => undefined }),
      'has no secrets. Give them: npm run cli -- providers set-credentials',
    ],
    [
      'secrets that a provider refuses',
      paying({ checkCredentials: async () => ({ kind: 'failed', reason: 'unauthorized' }) }),
      'refuses its secrets (unauthorized)',
    ],
    [
      'secrets for trials in a live account',
      paying({ modeOf: async () => 'test' }),
      'has test keys, and the account is live',
    ],
    [
      'a list of refunds that may not be read',
      paying({ findUnlistable: async () => [{ what: 'refunds', reason: 'forbidden' }] }),
      'does not let its refunds be listed',
    ],
    [
      'a right that the operator lacks',
      answers('email/account', { status: 403, message: 'not authorized' }),
      'SES account: It could not be looked at: not authorized',
    ],
  ])('%s', async (_, breaks, expected) => {
    await breaks();
    const found = await faultsNow();
    expect(found).toEqual([expect.stringContaining(expected)]);
    expect(found[0]).toMatch(/\.$|authorized/);
  });

  it('a stage whose last deployment failed is not examined', async () => {
    xml['DescribeStacks'] = '<StackStatus>UPDATE_ROLLBACK_COMPLETE</StackStatus>';
    await expect(readStage('prod', stage.settings)).rejects.toThrow('is UPDATE_ROLLBACK_COMPLETE');
  });
});

it('a template of a merchant that Meta has not approved is named, with its account', async () => {
  const { saveText } = await import('#lib/store/account/texts.ts');
  const { table } = await import('#lib/store/table/live-table.ts');
  const { id } = anAccountWith([{}]);
  const key = 'fr/whatsapp/gentle';
  const saved = {
    version: 1,
    body: 'Payez {{amount}} vite',
    template: { name: 'kobo_v1' },
    changedAt: '2026-01-01T00:00:00.000Z',
  };
  const after = JSON.stringify({ [key]: { version: 1 } });
  await saveText(table, id, { before: undefined, after, key, saved });
  onTestFinished(async () => {
    await saveText(table, id, { before: after, after: '{}', key });
  });
  expect(await faultsNow()).toEqual([
    `WhatsApp: templates: Meta has not approved kobo_v1 (fr), which account ${id} uses: until then its messages have our words.`,
  ]);
  const approved = { templateName: 'kobo_v1', templateLanguage: 'fr', templateStatus: 'APPROVED', metaTemplateId: 'm' };
  (aws['template/list'] as { templates: Json[] }).templates.push(approved);
  expect(await faultsNow()).toEqual([]);
});
