/** Every function in the template: its settings and its permissions. */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TABLE_USERS, tableAccess } from '#infra/cdk/table-access.ts';
import { CONSOLE_ROUTES, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { encryptionContext } from '#lib/payment/credentials.ts';
import { aProvider } from '#test/support/a-collection.ts';
import { type SettingsName, stackOf } from './stack-of.ts';
import { allowed, functions, resources, statementsOf, target, theOnly } from './template.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** All that each function may do to the table and its indexes, whatever the keys. */
const TABLE_ACTIONS: Record<string, string[]> = Object.fromEntries(
  TABLE_USERS.map((name) => [name, [...new Set(Object.values(tableAccess(name, { erases: true })).flat())]]),
);

/** The permissions that every function has. */
const COMMON = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const GIVE_UP = ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'];
const RECEIVE = ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
  (each) => `sqs:${each}`,
);
const READ_STREAM = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (each) => `dynamodb:${each}`,
);
const READ_SECRET = 'secretsmanager:GetSecretValue';
const DECRYPT = 'kms:Decrypt';
const OTHERS: Record<string, string[]> = {
  relay: [...GIVE_UP, ...READ_STREAM, 'scheduler:CreateSchedule', 'iam:PassRole', 'sqs:SendMessage'],
  'publish-events': [...GIVE_UP, ...READ_STREAM, 'sqs:SendMessage'],
  deliver: [...RECEIVE, READ_SECRET, 'scheduler:CreateSchedule', 'iam:PassRole', 'sqs:SendMessage'],
  'rehearse-policy': ['sqs:SendMessage'],
  'get-agenda': ['sqs:SendMessage'],
  'create-webhook-endpoint': [READ_SECRET, 'sqs:SendMessage'],
  'rotate-webhook-secret': [READ_SECRET],
  'ping-webhook-endpoint': [READ_SECRET],
  'update-webhook-endpoint': ['sqs:SendMessage'],
  'replay-deliveries': ['sqs:SendMessage'],
  'sweep-webhooks': [...GIVE_UP, 'sqs:SendMessage'],
  'count-insights': GIVE_UP,
  'mail-summaries': GIVE_UP,
  'reconcile-provider': [...GIVE_UP, DECRYPT, 'scheduler:CreateSchedule', 'iam:PassRole'],
  'follow-up': [...RECEIVE, DECRYPT],
  'create-collection': [DECRYPT],
  'payment-page': [DECRYPT],
  'console-directory': [DECRYPT],
  'receive-payment': [DECRYPT],
  'rehearse-runs': ['codedeploy:PutLifecycleEventHookExecutionStatus', 'lambda:InvokeFunction'],
  rehearse: ['codedeploy:PutLifecycleEventHookExecutionStatus', 'kms:Encrypt', 'lambda:InvokeFunction'],
  sweep: [...GIVE_UP, 'sqs:SendMessage', 'sqs:GetQueueAttributes'],
  'record-receipt': GIVE_UP,
  'receive-email': GIVE_UP,
  'receive-reply': GIVE_UP,
};

/** AWS has no narrower resource for the first; schedules get their names later, under a known prefix. */
/** The functions that call payment providers, or a company's directory, and so read credentials. */
const DECRYPTING = [
  'console-directory',
  'create-collection',
  'follow-up',
  'payment-page',
  'receive-payment',
  'reconcile-provider',
];

const FOR_EVERYTHING = ['dynamodb:ListStreams'];
const FOR_A_PATTERN = ['scheduler:CreateSchedule'];

/** The variables of each function, besides the table's name, the stage and the address of the service. */
const SCHEDULES = ['RUNS_QUEUE_ARN', 'SCHEDULER_ROLE_ARN', 'SCHEDULE_DLQ_ARN', 'SCHEDULE_GROUP'];
const TOLD: Record<string, string[]> = {
  relay: [...SCHEDULES, 'RUNS_QUEUE_URL', 'RECONCILE_FUNCTION_ARN'],
  // Its own ARN, for the rest of a long list, it has from each invocation.
  'reconcile-provider': [...SCHEDULES, 'CREDENTIALS_KEY'],
  'follow-up': ['CREDENTIALS_KEY'],
  'rehearse-policy': ['RUNS_QUEUE_URL'],
  'get-agenda': ['RUNS_QUEUE_URL'],
  'create-collection': ['CREDENTIALS_KEY', 'SANDBOX_URL'],
  'payment-page': ['CREDENTIALS_KEY', 'SANDBOX_URL'],
  'console-directory': ['CREDENTIALS_KEY'],
  'receive-payment': ['CREDENTIALS_KEY', 'SANDBOX_URL'],
  rehearse: ['API_KEY_CHECKSUM_KEYS', 'CREDENTIALS_KEY', 'REHEARSED_VERSIONS'],
  'rehearse-runs': ['REHEARSED_VERSIONS'],
  sweep: ['RUNS_QUEUE_URL'],
  deliver: [...SCHEDULES, 'WEBHOOKS_QUEUE_ARN', 'WEBHOOKS_QUEUE_URL', 'WEBHOOK_KEY_SECRET'],
  'sweep-webhooks': ['WEBHOOKS_QUEUE_URL'],
  'publish-events': ['WEBHOOKS_QUEUE_URL'],
  'update-webhook-endpoint': ['WEBHOOKS_QUEUE_URL'],
  'replay-deliveries': ['WEBHOOKS_QUEUE_URL'],
  'create-webhook-endpoint': ['WEBHOOK_KEY_SECRET', 'WEBHOOKS_QUEUE_URL'],
  'rotate-webhook-secret': ['WEBHOOK_KEY_SECRET'],
  'ping-webhook-endpoint': ['WEBHOOK_KEY_SECRET'],
};

/** What a function is told whose callers send an API key, or the token of a session. */
const KEYED = ['ACCOUNT_REQUESTS_BURST', 'ACCOUNT_REQUESTS_PER_SECOND', 'API_KEY_CHECKSUM_KEYS'];
const hasKey = (name: string): boolean => [...ROUTES, ...CONSOLE_ROUTES].some(({ operation }) => operation === name);

/** They wait for channels, receivers and payment providers, and nobody waits for them. */
const WAITING = ['follow-up', 'deliver', 'reconcile-provider'];

const named = Object.entries(functions);
const actionsOf = (name: string) => allowed(target(functions[name]?.Properties['Role']));

describe('the functions', () => {
  it('there is one function for each file in functions/, and no other', () => {
    const files = globSync('functions/*/*.ts', { cwd: ROOT }).map((file) => basename(file, '.ts'));
    expect(Object.keys(functions).toSorted()).toEqual(files.toSorted());
    expect(Object.keys(functions).toSorted()).toEqual(Object.keys(TABLE_ACTIONS).toSorted());
  });

  it.each(named)(
    '%s runs on Node 24 on ARM with a gigabyte, or half of it where it waits, a time limit, and JSON logs',
    (name, { Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: WAITING.includes(name) ? 512 : 1024,
        LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'INFO' },
      });
      expect(Properties['Timeout']).toBeGreaterThan(0);
      expect(Object.keys(Properties['Environment'].Variables).toSorted()).toEqual(
        ['BASE_URL', 'STAGE', 'TABLE_NAME', ...(hasKey(name) ? KEYED : []), ...(TOLD[name] ?? [])].toSorted(),
      );
    },
  );

  it('no function is traced by X-Ray, unless the stage asks for it', () => {
    const modes = (name: SettingsName) =>
      Object.values(stackOf(name).findResources('AWS::Lambda::Function')).map(
        (each) => each['Properties'].TracingConfig?.Mode,
      );
    expect(new Set(modes('everySender'))).toEqual(new Set([undefined]));
    expect(new Set(modes('many'))).toEqual(new Set(['Active']));
  });

  it('every function of a route ends before the gateway’s limit of 29 seconds', () => {
    for (const operation of [
      ...[...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].map((route) => route.operation),
      'not-found',
    ])
      expect(functions[operation]?.Properties['Timeout']).toBeLessThan(29);
  });

  it('every function has a role of its own, without managed policies', () => {
    const roles = named.map(([, { Properties }]) => target(Properties['Role']));
    expect(new Set(roles).size).toBe(named.length);
    for (const role of resources('AWS::IAM::Role').filter(({ id }) => roles.includes(id)))
      expect(role.Properties['ManagedPolicyArns']).toBeUndefined();
  });

  it('every function has a log group of its own, which keeps its logs for 90 days', () => {
    const groups = named.map(([, { Properties }]) => target(Properties['LoggingConfig'].LogGroup));
    expect(new Set(groups).size).toBe(named.length);
    for (const group of resources('AWS::Logs::LogGroup')) expect(group.Properties['RetentionInDays']).toBe(90);
  });
});

describe('what the functions may do', () => {
  it.each(Object.keys(TABLE_ACTIONS))('%s may otherwise only log, trace, and do what is listed for it', (name) => {
    const others = actionsOf(name).filter(({ resource }) => !isOfTable(resource));
    const expected = [...COMMON, ...(OTHERS[name] ?? [])];
    expect(others.map(({ action }) => action).toSorted()).toEqual(expected.toSorted());
  });

  it('every permission names its resource where AWS allows it, and no permission has a pattern of actions', () => {
    const beside = resources('AWS::IAM::Policy').map(({ path }) => path);
    expect(beside.filter((path) => !/[/](CanaryOfRequests|CanaryOfRuns|RunSchedules)[/]Role[/]/.test(path))).toEqual(
      [],
    );
    for (const [name] of named) {
      for (const { action, resource } of actionsOf(name)) {
        expect(action).not.toContain('*');
        const [everything, pattern] = [resource === '*', JSON.stringify(resource).includes('*')];
        if (pattern) expect(everything ? FOR_EVERYTHING : [...FOR_EVERYTHING, ...FOR_A_PATTERN]).toContain(action);
      }
    }
  });

  it('a function that calls payment providers may decrypt with the key of credentials, for that purpose only; the rehearsal of a release encrypts, and no other', () => {
    const [key] = resources('AWS::KMS::Key').filter(({ path }) => path.includes('CredentialsKey'));
    const statements = statementsOf(resources('AWS::IAM::Role'));
    const onKeys = statements.filter(({ Action }) => JSON.stringify(Action).includes('kms:'));
    const actions = onKeys.map(({ Action }) => Action).toSorted();
    expect(actions).toEqual([...DECRYPTING.map(() => 'kms:Decrypt'), 'kms:Encrypt']);
    for (const statement of onKeys) {
      expect(statement).toEqual({
        Action: expect.anything(),
        Effect: 'Allow',
        Resource: { 'Fn::GetAtt': [key?.id, 'Arn'] },
        Condition: { StringEquals: { 'kms:EncryptionContext:purpose': encryptionContext(aProvider().id)['purpose'] } },
      });
    }
  });

  it('the checksum keys reach the functions as their secret’s value at deployment, and no role reads that secret', () => {
    const [checksum] = resources('AWS::SecretsManager::Secret').filter(({ path }) => path.includes('ApiKeyChecksum'));
    const keys = functions['get-collection']?.Properties['Environment'].Variables.API_KEY_CHECKSUM_KEYS;
    expect(keys).toBe(`{{resolve:secretsmanager:${checksum?.Properties['Name']}:SecretString:::}}`);
    const policies = JSON.stringify(statementsOf(resources('AWS::IAM::Role')));
    expect(policies).not.toContain('ApiKeyChecksum');
    expect(policies).not.toContain('api-key-checksum');
  });

  it('no function may scan the table, or delete more than one item at a time', () => {
    const everything = JSON.stringify(statementsOf(resources('AWS::IAM::Role')));
    expect(everything).not.toMatch(/dynamodb:(Scan|Delete(?!Item)|Batch(?!GetItem)|PartiQL)/);
  });
});

const TABLE = JSON.stringify({ 'Fn::GetAtt': [theOnly('AWS::DynamoDB::GlobalTable').id, 'Arn'] });

/** The table or one of its indexes, and not its stream. */
const isOfTable = (resource: unknown): boolean => JSON.stringify(resource).includes(TABLE);
