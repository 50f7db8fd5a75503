/** `doctor`: looks at all that a stage needs before the first real message and payment, changes nothing, and says what is missing. */
import type { Settings } from '#infra/cdk/settings.ts';
import { chooseStage, STAGES } from '#infra/cdk/stages.ts';
import { CommandFailure, type Run, stageOf } from '#infra/cli/command.ts';
import { connect } from '#infra/cli/connect.ts';
import { type Check, callAws, elements, type Stage } from '#infra/cli/doctor/aws-call.ts';
import { HOLDING_CHECKS } from '#infra/cli/doctor/holding-checks.ts';
import { STAGE_CHECKS } from '#infra/cli/doctor/stage-checks.ts';

/** What it asks of AWS: nothing that writes. `doctor --policy` prints it, for a role that may do no more. */
const ACTIONS = [
  'backup:ListBackupJobs',
  'backup:ListRecoveryPointsByBackupVault',
  'cloudformation:DescribeStacks',
  'cloudwatch:DescribeAlarms',
  'dynamodb:BatchGetItem',
  'dynamodb:DescribeContinuousBackups',
  'dynamodb:DescribeTable',
  'dynamodb:DescribeTimeToLive',
  'dynamodb:GetItem',
  'dynamodb:ListTables',
  'dynamodb:Query',
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:GetKeyRotationStatus',
  'lambda:GetAccountSettings',
  'lambda:GetEventSourceMapping',
  'secretsmanager:DescribeSecret',
  'servicequotas:ListServiceQuotas',
  'ses:DescribeActiveReceiptRuleSet',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
  'sms-voice:DescribeAccountAttributes',
  'sms-voice:DescribePhoneNumbers',
  'sms-voice:DescribePools',
  'sms-voice:DescribeSenderIds',
  'sms-voice:DescribeSpendLimits',
  'sns:ListSubscriptionsByTopic',
  'social-messaging:GetLinkedWhatsAppBusinessAccount',
  'social-messaging:GetWhatsAppMessageTemplate',
  'social-messaging:ListLinkedWhatsAppBusinessAccounts',
  'social-messaging:ListWhatsAppMessageTemplates',
];

type CheckResult = { check: string; faults: string[] };

const examineOne = async ({ name, look }: Check, stage: Stage): Promise<CheckResult> => ({
  check: name,
  faults: await look(stage).catch((error: Error) => [`It could not be looked at: ${error.message}`]),
});

/** All checks at once. The store reads the environment when it is imported, so `connect` comes before. */
export async function examine(stage: Stage): Promise<CheckResult[]> {
  const [{ CHANNEL_CHECKS }, { ACCOUNT_CHECKS }] = await Promise.all([
    import('#infra/cli/doctor/channel-checks.ts'),
    import('#infra/cli/doctor/account-checks.ts'),
  ]);
  const checks = [...STAGE_CHECKS, ...HOLDING_CHECKS, ...CHANNEL_CHECKS, ...ACCOUNT_CHECKS];
  return Promise.all(checks.map((check) => examineOne(check, stage)));
}

export const doctor: Run = async (values) => {
  if (values['policy']) return { data: POLICY, text: JSON.stringify(POLICY, null, 2) };
  const name = stageOf(values);
  const settings = chooseStage(name, STAGES);
  if (settings.region) process.env['AWS_REGION'] ??= settings.region;
  const stage = await readStage(name, settings);
  await connect(values);
  return reportOf(name, await examine(stage));
};

/** Bad with a single fault. */
export function reportOf(name: string, looked: Awaited<ReturnType<typeof examine>>) {
  const faults = looked.flatMap((each) => each.faults);
  const rows = looked.flatMap(({ check, faults }) =>
    faults.length === 0 ? [`  well   ${check}`] : faults.map((fault) => `  WRONG  ${check}: ${fault}`),
  );
  const end = faults.length === 0 ? `All ${looked.length} checks are well.` : `${faults.length} to mend.`;
  return { data: looked, text: [`Stage ${name}`, ...rows, end].join('\n'), isBad: faults.length > 0 };
}

const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ACTIONS, Resource: '*' }],
};

const PARTS = ['data', 'background', 'operations', 'desk', 'alarms', 'gateway'];

/** The outputs of its stacks. @throws CommandFailure when it is not deployed, or the last deployment failed */
export async function readStage(name: string, settings: Settings): Promise<Stage> {
  const outputs: Record<string, string> = {};
  for (const part of PARTS) {
    const StackName = `collections-${name}-${part}`;
    const query = { Action: 'DescribeStacks', Version: '2010-05-15', StackName };
    const xml = await callAws({ service: 'cloudformation', query });
    const [status = 'unknown'] = elements(xml, 'StackStatus');
    if (!/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status))
      throw new CommandFailure(
        `The stack ${StackName} is ${status}: its last deployment is not complete. Deploy again.`,
      );
    for (const [at, key] of elements(xml, 'OutputKey').entries()) outputs[key] = elements(xml, 'OutputValue')[at] ?? '';
  }
  return { name, settings, outputs };
}
