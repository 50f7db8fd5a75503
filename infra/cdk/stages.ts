/**
 * Every stage of the service: `-c stage=prod` deploys one, and nothing else is taken from the command line. Values that do
 * not belong into a public repository are in `infra/cdk/stages.private.json`, which git ignores, under the same names.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from 'aws-cdk-lib';
import { readSettings, type Settings, type SettingsInput } from './settings.ts';

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

/**
 * Of the vault of backups of the stage in this Region, and of that of their copies, in its second one. Each has the Region in it: after a failover
 * the second Region is the first of another pair, and must not meet its own name.
 */
export const backupVaultName = (stage: string, region: string): string => `collections-${stage}-${region}`;
export const copiesVaultName = (stage: string, region: string): string => `${backupVaultName(stage, region)}-copies`;

/** Of the secret with the keys for the checksum of API keys. */
export const checksumSecretName = (stage: string): string => `collections-${stage}-api-key-checksum`;

/** Four a day: a Region that is lost takes at most six hours with it, one until a backup begins, and the time of its copy. */
export const BACKUP_DAYS = 7;

/** A mistake can be mended for so long, and what was erased is gone from the backups after it: less than a month. */
export const RECOVERY_DAYS = 28;

export const STAGES: Record<string, SettingsInput> = {
  /** What customers and merchants use. */
  prod: { maxConcurrentRuns: 300, maxConcurrentWebhooks: 300, canary: true, firewall: true },
  /** What a release is tried on first. */
  staging: {},
  /** For an afternoon: everything in it is deleted with it. */
  trial: { keepData: false },
};

const PRIVATE_FILE = join(import.meta.dirname, 'stages.private.json');

/** @throws {Error} that names the known stages. */
export function chooseStage(name: unknown, stages = STAGES, own: unknown = privateValues()): Settings {
  const known = Object.keys(stages).join(', ');
  if (name === undefined || name === '')
    throw new Error(`Which stage? Give -c stage=<name>; infra/cdk/stages.ts has ${known}.`);
  if (typeof name !== 'string' || !Object.hasOwn(stages, name))
    throw new Error(`There is no stage "${name}"; infra/cdk/stages.ts has ${known}.`);
  refuseUnknown(own, stages);
  return readSettings(name, merge(stages[name], isObject(own) ? own[name] : undefined));
}

/** A private value under a misspelt name would be left out in silence. */
function refuseUnknown(own: unknown, stages: object): void {
  const unknown = isObject(own) ? Object.keys(own).find((name) => !Object.hasOwn(stages, name)) : undefined;
  if (unknown)
    throw new Error(
      `infra/cdk/stages.private.json has values of "${unknown}", which is no stage of infra/cdk/stages.ts.`,
    );
}

function privateValues(): unknown {
  if (!existsSync(PRIVATE_FILE)) return {};
  try {
    return JSON.parse(readFileSync(PRIVATE_FILE, 'utf8'));
  } catch (error) {
    throw new Error(`${PRIVATE_FILE} is not JSON: ${(error as Error).message}`);
  }
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is private wins, value by value. */
function merge(open: unknown, own: unknown): unknown {
  if (!isObject(open) || !isObject(own)) return own ?? open;
  const names = Object.keys({ ...open, ...own });
  return Object.fromEntries(names.map((name) => [name, merge(open[name], own[name])]));
}
