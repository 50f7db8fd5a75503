/**
 * What a command of the SDK asks of IAM: one or more actions, each on a resource.
 * Patterns of IAM: `*` stands for any number of characters, `?` for exactly one.
 */

const known = new Map<string, RegExp>();

/** @throws for a policy variable, which the evaluator does not fill in */
export function matches(pattern: string, text: string): boolean {
  if (pattern.includes('${')) throw new Error(`the evaluator does not know policy variables: ${pattern}`);
  let form = known.get(pattern);
  if (form === undefined) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    form = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
    known.set(pattern, form);
  }
  return form.test(text);
}

/** The functions of a template, each with its variables and the statements of its role, as the template has them. */
type Resource = { Type: string; Properties?: unknown; Metadata?: Record<string, string> };

export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

type FunctionProperties = { Role: unknown; Environment: { Variables: Record<string, unknown> } };
type RoleProperties = { Policies?: { PolicyDocument: { Statement: Statement[] } }[] };

type StackFunction = { environment: Record<string, unknown>; statements: Statement[] };

/** The logical id of the resource that a value of the template refers to. */
export function idIn(value: unknown): string | undefined {
  const [, id] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value) ?? '') ?? [];
  return id;
}

/** By name. */
export function functionsIn(template: { Resources?: Record<string, Resource> }): ReadonlyMap<string, StackFunction> {
  const resources = Object.values(template.Resources ?? {});
  const propertiesOf = <Properties>(type: string) =>
    resources
      .filter(({ Type }) => Type === type)
      .map((each) => ({ ...each, Properties: each.Properties as Properties }));
  return new Map(
    propertiesOf<FunctionProperties>('AWS::Lambda::Function').map(({ Properties, Metadata }) => {
      const role = idIn(Properties.Role) ?? '';
      const { Policies = [] } = (template.Resources?.[role]?.Properties ?? {}) as RoleProperties;
      const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [nameIn(Metadata?.['aws:cdk:path']), { environment: Properties.Environment.Variables, statements }];
    }),
  );
}

/** `…/FollowUps/Sweep/Resource` → `sweep`; `…/Relay/Function/Resource` → `relay`. */
function nameIn(path = ''): string {
  const name =
    path
      .replace(/(\/Function)?\/Resource$/, '')
      .split('/')
      .at(-1) ?? '';
  return name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
}

/** The ARN of the function's own alias: it has it from each invocation, and not from a variable. */
export const OWN_ARN = '{OWN_ARN}';

/** `{NAME}` in a text stands for an environment variable of the function. */
export type Asked = {
  action: string;
  on: string;
  context: Record<string, readonly string[]>;
  /** Asked later, by the schedule that the command makes. */
  bySchedule?: true;
};

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input type.
type Input = any;

/** Only the names in it count. */
const arn = (service: string, resource: string): string => `arn:aws:${service}:eu-west-1:123456789012:${resource}`;

const tableArn = ({ TableName, IndexName }: Input): string =>
  arn('dynamodb', `table/${TableName}${IndexName === undefined ? '' : `/index/${IndexName}`}`);

const onTable = (action: string, input: Input, ...partitions: string[]): Asked => ({
  action: `dynamodb:${action}`,
  on: tableArn(input),
  context: { 'dynamodb:LeadingKeys': partitions },
});

const plain = (action: string, on: string): Asked => ({ action, on, context: {} });

/** The value that a query wants of the partition key; that comes first in all of our conditions. */
function partitionOf({ KeyConditionExpression, ExpressionAttributeValues }: Input): string {
  const [, placeholder = ''] = /^#?\w+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const value = ExpressionAttributeValues[placeholder];
  if (typeof value !== 'string') throw new Error(`no partition in the query ${KeyConditionExpression}`);
  return value;
}

/** As AWS says of transactions: each part needs the permission of the single write. */
const PARTS: Record<string, (part: Input) => Asked> = {
  Put: (part) => onTable('PutItem', part, part.Item.pk),
  Update: (part) => onTable('UpdateItem', part, part.Key.pk),
  Delete: (part) => onTable('DeleteItem', part, part.Key.pk),
  ConditionCheck: (part) => onTable('ConditionCheckItem', part, part.Key.pk),
};

const single =
  (kind: string) =>
  (input: Input): Asked[] => [part(kind, input)];
const part = (kind: string, input: Input): Asked => {
  const ask = PARTS[kind];
  if (ask === undefined) throw new Error(`which permission does ${kind} in a transaction need?`);
  return ask(input);
};

const SCHEDULER = 'scheduler.amazonaws.com';

const createSchedule = ({ GroupName, Name, Target }: Input): Asked[] => [
  plain('scheduler:CreateSchedule', arn('scheduler', `schedule/${GroupName}/${Name}`)),
  { action: 'iam:PassRole', on: Target.RoleArn, context: { 'iam:PassedToService': [SCHEDULER] } },
  { ...plain(TARGET_ACTION[Target.Arn] ?? 'sqs:SendMessage', Target.Arn), bySchedule: true },
  { ...plain('sqs:SendMessage', Target.DeadLetterConfig.Arn), bySchedule: true },
];

/** What a schedule does to its target, if that is no queue. */
const TARGET_ACTION: Record<string, string> = {
  '{RECONCILE_FUNCTION_ARN}': 'lambda:InvokeFunction',
  [OWN_ARN]: 'lambda:InvokeFunction',
};

/** The address in `Name <address>`, or alone. */
const addressIn = (from: string): string => /<(.*)>$/.exec(from)?.[1] ?? from;

/** SES judges by the one that is verified: the address, its domain, or a domain above that. */
function identitiesOf(address: string): string[] {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return [address, ...labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))];
}

const OF_COMMANDS: Record<string, (input: Input) => Asked[]> = {
  GetCommand: (input) => [onTable('GetItem', input, input.Key.pk)],
  // One request, whose keys must all pass one statement.
  BatchGetCommand: ({ RequestItems }) =>
    Object.entries<Input>(RequestItems).map(([TableName, { Keys }]) =>
      onTable('BatchGetItem', { TableName }, ...Keys.map(({ pk }: { pk: string }) => pk)),
    ),
  QueryCommand: (input) => [onTable('Query', input, partitionOf(input))],
  PutCommand: single('Put'),
  UpdateCommand: single('Update'),
  DeleteCommand: single('Delete'),
  TransactWriteCommand: ({ TransactItems }) =>
    TransactItems.flatMap((item: Input) => Object.entries(item).map(([kind, input]) => part(kind, input))),
  SendMessageBatchCommand: ({ QueueUrl }) => [plain('sqs:SendMessage', QueueUrl)],
  GetQueueAttributesCommand: ({ QueueUrl }) => [plain('sqs:GetQueueAttributes', QueueUrl)],
  CreateScheduleCommand: createSchedule,
  GetSecretValueCommand: ({ SecretId }) => [plain('secretsmanager:GetSecretValue', SecretId)],
  DecryptCommand: ({ KeyId, EncryptionContext }) => [
    {
      action: 'kms:Decrypt',
      on: KeyId,
      context: Object.fromEntries(
        Object.entries<string>(EncryptionContext).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]]),
      ),
    },
  ],
  SendEmailCommand: ({ FromEmailAddress, ConfigurationSetName }) => [
    ...identitiesOf(addressIn(FromEmailAddress)).map((each) => plain('ses:SendEmail', arn('ses', `identity/${each}`))),
    plain('ses:SendEmail', arn('ses', `configuration-set/${ConfigurationSetName}`)),
  ],
  SendTextMessageCommand: ({ OriginationIdentity, ConfigurationSetName }) => [
    plain('sms-voice:SendTextMessage', arn('sms-voice', `sender-id/${OriginationIdentity}/NG`)),
    plain('sms-voice:SendTextMessage', arn('sms-voice', `configuration-set/${ConfigurationSetName}`)),
  ],
  DeleteOptedOutNumberCommand: ({ OptOutListName }) => [
    plain('sms-voice:DeleteOptedOutNumber', arn('sms-voice', `opt-out-list/${OptOutListName}`)),
  ],
  SendWhatsAppMessageCommand: ({ originationPhoneNumberId }) => [
    plain(
      'social-messaging:SendWhatsAppMessage',
      arn('social-messaging', `phone-number-id/${originationPhoneNumberId.replace(/^phone-number-id-/, '')}`),
    ),
  ],
};

export type SentCommand = { constructor: { name: string }; input: Input };

/** @throws for a command that is not known here: say what it needs when you add one */
export function askedBy({ constructor: { name }, input }: SentCommand): Asked[] {
  const ask = OF_COMMANDS[name];
  if (ask === undefined) throw new Error(`which permissions does ${name} need?`);
  return ask(input);
}
