/** What the emulator cannot do is taken out of a template; each thing with its reason. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

type Json = Record<string, unknown>;
type Resource = { Type: string; Properties?: Json; UpdatePolicy?: object; DependsOn?: string | string[] };
type Template = { Resources: Record<string, Resource>; Outputs?: Record<string, { Value: unknown }> };

/** It does not know these. CodeDeploy moves aliases, which the emulator moves at once; the others begin to work beside the service. */
const UNKNOWN = [
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::SES::ReceiptRuleSet',
  'AWS::SES::ReceiptRule',
  'AWS::Backup::BackupSelection',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::KMS::ReplicaKey',
];

const TABLE = 'AWS::DynamoDB::GlobalTable';
const FIRST_VERSION = '1';

/**
 * `tableName`: of the stage's own table. `holdsAliases`: those that CodeDeploy would move stay at the first version. `variables`: of every function,
 * besides its own. `region`: of a stage that is in several.
 */
export type Fit = {
  tableName: string;
  holdsAliases?: boolean;
  variables?: Record<string, string>;
  region?: string;
};

/** Changes the file of a template in place. */
export function fitToEmulator(file: string, fit: Fit): void {
  const template: Template = JSON.parse(readFileSync(file, 'utf8'), withoutUnknown);
  const kept = new Map(Object.entries(template.Resources).filter(([, resource]) => isKnown(resource)));
  const stack = basename(file, '.template.json');
  const Resources = Object.fromEntries(
    [...kept].map(([id, resource]) => [id, fitted(resource, { ...fit, name: `${stack}-${id}` }, kept)]),
  );
  const dropped = Object.keys(template.Resources).filter((id) => !kept.has(id));
  const outputs = Object.entries(template.Outputs ?? {}).filter(([, { Value }]) => !names(Value, dropped));
  writeFileSync(file, JSON.stringify({ ...template, Resources, Outputs: Object.fromEntries(outputs) }));
}

/** It refuses alarms on an expression of several metrics, which the tests of the templates cover. */
const isKnown = ({ Type, Properties }: Resource): boolean =>
  Properties?.['Metrics'] === undefined && !UNKNOWN.includes(Type);

/** `name`: of the resource, in the whole stage. */
type FitOfOne = Fit & { name: string };

function fitted(resource: Resource, fit: FitOfOne, kept: ReadonlyMap<string, unknown>): Resource {
  const { Type, Properties, UpdatePolicy, DependsOn, ...others } = resource;
  const dependsOn = DependsOn && { DependsOn: [DependsOn].flat().filter((id) => kept.has(id)) };
  return { ...others, ...dependsOn, Type, Properties: { ...Properties, ...changed(resource, fit) } };
}

function changed({ Type, Properties, UpdatePolicy }: Resource, fit: FitOfOne): Json {
  const { tableName, holdsAliases, variables, region, name } = fit;
  // It replaces a table that changes, with all that is in it, unless the template names it.
  if (Type === TABLE) return { TableName: tableName };
  if (UpdatePolicy !== undefined) return holdsAliases ? { FunctionVersion: FIRST_VERSION } : {};
  // It gives the roles of two Regions one name, and so one policy.
  if (Type === 'AWS::IAM::Role' && region !== undefined) return { RoleName: roleName(name, region) };
  if (Type !== 'AWS::Lambda::Function' || variables === undefined) return {};
  const { Variables } = (Properties?.['Environment'] ?? {}) as { Variables?: Json };
  return { Environment: { Variables: { ...Variables, ...variables } } };
}

/** Of at most 64 characters. */
const roleName = (name: string, region: string): string =>
  `collections-prod-${region}-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`;

const names = (value: unknown, ids: readonly string[]): boolean => {
  const text = JSON.stringify(value);
  return ids.some((id) => text.includes(`"${id}"`));
};

/** It takes each schedule for one of the default group, the name of a secret for its ARN, and each identity for all. */
const MISNAMED = ['scheduler:CreateSchedule', 'secretsmanager:GetSecretValue', 'ses:SendEmail'];

/** AWS asks for the permission to send one. */
const SENDS_BATCHES = 'sqs:SendMessageBatch';

/** Of these it knows nothing when it checks a permission: which items a call is about, and what was encrypted beside. */
const UNKNOWN_CONDITIONS = /dynamodb:LeadingKeys|kms:EncryptionContext/;

/** What is the same in all templates. */
function withoutUnknown(key: string, value: unknown): unknown {
  if (key === 'Condition' && UNKNOWN_CONDITIONS.test(JSON.stringify(value))) return undefined;
  // It is called without TLS.
  if (key === 'aws:SecureTransport') return 'true';
  if (value === null || typeof value !== 'object') return value;
  const { Action, 'Fn::GetAtt': attribute } = value as Json;
  const actions = [Action].flat().map(String);
  if (actions.some((action) => MISNAMED.includes(action))) return { ...value, Resource: '*' };
  if (actions.includes('sqs:SendMessage')) return { ...value, Action: [...actions, SENDS_BATCHES] };
  // Its SES has no names of records to sign with.
  const name = Array.isArray(attribute) ? String(attribute[1]) : '';
  return name.startsWith('DkimDNSToken') ? { 'Fn::Sub': `${name.toLowerCase()}.\${AWS::Region}.example.com` } : value;
}
