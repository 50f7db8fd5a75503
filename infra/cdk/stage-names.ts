/** What the stacks and the command line both know of a stage: its account and Region, names, and how far back its table can be restored. */
import type { Environment } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/** Without settings or credentials for it, a synthesis is for any account and Region. */
type Variables = Record<string, string | undefined>;

/** @throws {Error} when a deployment would go nowhere, or to a wrong account. */
export function deployedTo(
  stage: string,
  { account, region, alarmEmail, keepData }: Pick<Settings, 'account' | 'region' | 'alarmEmail' | 'keepData'>,
  variables: Variables,
): Environment {
  // The CDK sets these two: without a Region in the environment or the profile, the latter is a default of its own.
  const { CDK_DEFAULT_ACCOUNT: signedIn, CDK_DEFAULT_REGION } = variables;
  if (account && signedIn && account !== signedIn)
    throw new Error(`The stage "${stage}" is of the AWS account ${account}, but these credentials are of ${signedIn}.`);
  if (variables['DEPLOYING'] && keepData && alarmEmail === undefined)
    throw new Error(
      `Who gets the alarms of "${stage}"? Set alarmEmail in infra/cdk/stages.private.json, or false if nobody is to get them.`,
    );
  if (variables['DEPLOYING']) refuseNowhere({ signedIn, region: region ?? variables['AWS_REGION'] });
  const env = { account: account ?? signedIn, region: region ?? (signedIn && CDK_DEFAULT_REGION) };
  return { ...(env.account && { account: env.account }), ...(env.region && { region: env.region }) };
}

/** `npm run deploy` sets DEPLOYING. */
function refuseNowhere({ signedIn, region }: { signedIn: string | undefined; region: string | undefined }): void {
  if (!signedIn)
    throw new Error(
      'To which AWS account? No valid credentials were found: sign in, and try `aws sts get-caller-identity`.',
    );
  if (!region) throw new Error('To which Region? Set AWS_REGION, or `region` of the stage in infra/cdk/stages.ts.');
}

/** Of the key that encrypts the credentials of payment providers. */
export const credentialsKeyAlias = (stage: string): string => `alias/collections-${stage}-credentials`;

/** Of the vault of backups, in the Region of the stage and in its second one. */
export const backupVaultName = (stage: string): string => `collections-${stage}`;

/** Of the secret with the keys for the checksum of API keys. */
export const checksumSecretName = (stage: string): string => `collections-${stage}-api-key-checksum`;

/** A mistake can be mended for so long, and what was erased is gone from the backups after it: less than a month. */
export const RECOVERY_DAYS = 28;
