/** The template against the AWS Solutions rules. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkedApp } from '#infra/cdk/add-stage.ts';
import { folder, functions, type Properties, resources, STACKS, theOnly } from './template.ts';

const outdir = mkdtempSync(join(tmpdir(), 'collections-rules-'));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const GROUP = theOnly('AWS::Scheduler::ScheduleGroup').Properties['Name'];

const RECONCILE = 'Reconciliation/ReconcileProviderRole';

const CODE_DEPLOY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

/** Every accepted finding, and where; the reasons are in the code. */
const ACKNOWLEDGED = [
  'Api/Rest APIG2',
  'Api APIG4',
  'Api APIG6',
  'Api COG4',
  'PublishEvents IAM5[Resource::*]',
  'Relay IAM5[Resource::*]',
  'WebhookKey/Secret SMG4',
  'ApiKeyChecksum/Secret SMG4',
  ...['CanaryOfRequests/Role', 'CanaryOfRuns/Role'].map(
    (role) => `${role} IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${CODE_DEPLOY}]`,
  ),
  `CanaryOfRequests/Role IAM5[Resource::<${functions['rehearse']?.id}.Arn>:*]`,
  `CanaryOfRuns/Role IAM5[Resource::<${functions['rehearse-runs']?.id}.Arn>:*]`,
  ...['Receipts/RecordReceipt', 'Replies/ReceiveReply', 'Replies/ReceiveEmail'].map(
    (name) => `${name} CloudFormation-Validate::W3694`,
  ),
  ...['Relay/FunctionRole', RECONCILE, 'Webhooks/DeliverRole'].map(
    (role) =>
      `${role} IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${GROUP}/*]`,
  ),
];

const metadata: Record<string, Properties[]> = Object.assign(
  {},
  ...STACKS.map((stack) => JSON.parse(readFileSync(join(folder, `${stack}.metadata.json`), 'utf8'))),
);
/** The path inside the stack. */
const inStack = (path: string): string => path.split('/').filter(Boolean).slice(1).join('/');
const acknowledged = Object.entries(metadata).flatMap(([path, entries]) =>
  entries
    .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
    .flatMap(({ data }) => Object.entries<string>(data))
    .map(([rule, reason]) => ({
      finding: `${inStack(path)} ${rule.replace(/^.*?AwsSolutions-/, '')}`,
      reason,
    })),
);

describe('the AWS Solutions rules', () => {
  it('a synthesis with an open finding of the AWS Solutions rules fails', () => {
    // Without the rules of CloudFormation itself, which take seconds to load.
    vi.stubEnv('CDK_VALIDATION', 'false');
    const app = checkedApp({ outdir });
    new Queue(new Stack(app, 'Careless'), 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-SQS4/);
  });

  it('the accepted findings of the AWS Solutions rules are exactly these', () => {
    const deadLetters = resources('AWS::SQS::Queue').filter(({ Properties }) => !Properties['RedrivePolicy']);
    const queues = deadLetters.map(({ path }) => inStack(path).replace(/\/Resource$/, ''));
    const expected = [...ACKNOWLEDGED, ...queues.map((queue) => `${queue} SQS3`)];
    expect(acknowledged.map(({ finding }) => finding).toSorted()).toEqual(expected.toSorted());
  });

  it('every accepted finding has a reason in a sentence', () => {
    for (const { reason } of acknowledged) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  });
});
