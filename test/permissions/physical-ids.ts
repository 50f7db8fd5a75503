/** Names and ARNs for the resources of a template, as AWS would make them. */
export const REGION = 'eu-west-1';
export const ACCOUNT = '123456789012';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape.
export type Resource = { Type: string; Properties?: any; Metadata?: any };

/** As CloudFormation names it: after the stack, with which its path in the app begins. */
const generatedName = (id: string, { Metadata }: Resource): string =>
  `${String(Metadata['aws:cdk:path']).split('/')[0]}-${id}`;

export const arn = (service: string, resource: string, region = REGION): string =>
  `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`;

const ARNS: Record<string, (id: string, resource: Resource) => string> = {
  'AWS::DynamoDB::GlobalTable': (id, table) => arn('dynamodb', `table/${generatedName(id, table)}`),
  'AWS::IAM::Role': (id) => arn('iam', `role/${id}`, ''),
  'AWS::KMS::Key': (id) => arn('kms', `key/${id}`),
  'AWS::Lambda::Function': (id) => arn('lambda', `function:${id}`),
  'AWS::Logs::LogGroup': (id) => arn('logs', `log-group:${id}:*`),
  'AWS::SQS::Queue': (id) => arn('sqs', id),
  'AWS::SecretsManager::Secret': (id) => arn('secretsmanager', `secret:${id}-AbCdEf`),
  'AWS::Scheduler::ScheduleGroup': (_id, { Properties }) => arn('scheduler', `schedule-group/${Properties.Name}`),
};

/** What `Ref` gives, where it is not the name. */
const REFS: Record<string, (id: string, resource: Resource) => string> = {
  'AWS::DynamoDB::GlobalTable': generatedName,
  'AWS::SQS::Queue': (id) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${id}`,
  'AWS::SecretsManager::Secret': (id, resource) => attributeOf(id, resource, 'Arn'),
  'AWS::Scheduler::ScheduleGroup': (_id, { Properties }) => Properties.Name,
};

export const refOf = (id: string, resource: Resource): string => REFS[resource.Type]?.(id, resource) ?? id;

export function attributeOf(id: string, resource: Resource, attribute: string): string {
  if (attribute === 'StreamArn') return `${attributeOf(id, resource, 'Arn')}/stream/2026`;
  const make = ARNS[resource.Type];
  if (make === undefined || attribute !== 'Arn') throw new Error(`${resource.Type} has no ${attribute} here`);
  return make(id, resource);
}

/** Of a queue, by its address. */
export const queueArn = (url: string): string => arn('sqs', url.slice(url.lastIndexOf('/') + 1));
