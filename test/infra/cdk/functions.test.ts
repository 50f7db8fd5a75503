import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { BUNDLE_OPTIONS } from '#infra/bundling/options.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { allowed, functions, resources, target, theOnly } from './template.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What each function may do to the table: the whole list, and nothing else. */
const TABLE_ACTIONS: Record<string, string[]> = {
  'create-collection': ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
  'get-collection': ['GetItem'],
  'list-collections': ['BatchGetItem', 'GetItem', 'Query'],
  'update-collection-status': ['GetItem', 'UpdateItem'],
  'create-provider': ['GetItem', 'UpdateItem'],
  'update-provider': ['GetItem', 'UpdateItem'],
  'get-provider': ['GetItem'],
  'list-providers': ['GetItem'],
  'get-openapi': [],
  'not-found': [],
  relay: ['GetItem', 'UpdateItem'],
};

/** The permission that each command of the SDK needs; our transactions do nothing but put. */
const ACTION_OF: Record<string, string> = {
  Get: 'GetItem',
  BatchGet: 'BatchGetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  TransactWrite: 'PutItem',
};

/** The commands a function can send: those in its code after tree shaking. No emulator would miss a permission. */
const commandsOf = async (name: string): Promise<string[]> => {
  const folder = name === 'relay' ? 'stream' : 'api';
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    minify: false,
    packages: 'external',
    absWorkingDir: ROOT,
    entryPoints: [join('functions', folder, `${name}.ts`)],
    write: false,
  });
  const sent = outputFiles
    .map(({ text }) => text)
    .join()
    .matchAll(/new (?:\w+\.)?(\w+)Command\(/g);
  return [...sent].map(([, command = '']) => command);
};

/** What a function may do beside that, because of what it is. */
const COMMON = ['logs:CreateLogStream', 'logs:PutLogEvents', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const RELAY = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:SendMessage',
];

/** AWS has no narrower resource for these. */
const FOR_EVERYTHING = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'dynamodb:ListStreams'];

const named = Object.entries(functions);
const actionsOf = (name: string) => allowed(target(functions[name]?.Properties['Role']));

describe('the functions', () => {
  it('are one for each operation of the API, one for everything else, and the relay', () => {
    const expected = [...ROUTES.map((route) => route.operation), 'not-found', 'relay'];
    expect(Object.keys(functions).toSorted()).toEqual(expected.toSorted());
    expect(Object.keys(functions).toSorted()).toEqual(Object.keys(TABLE_ACTIONS).toSorted());
  });

  it.each(named)(
    '%s runs on Node 24 on ARM with a gigabyte, a time limit, JSON logs and traces',
    (_, { Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: 1024,
        LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'INFO' },
        TracingConfig: { Mode: 'Active' },
      });
      expect(Properties['Timeout']).toBeGreaterThan(0);
      expect(Object.keys(Properties['Environment'].Variables).toSorted()).toEqual(['BASE_URL', 'TABLE_NAME']);
    },
  );

  it('answer callers before the gateway gives up on them after 29 seconds', () => {
    for (const { operation } of ROUTES) expect(functions[operation]?.Properties['Timeout']).toBeLessThan(29);
  });

  it('each have a role of their own, without managed policies', () => {
    const roles = named.map(([, { Properties }]) => target(Properties['Role']));
    expect(new Set(roles).size).toBe(named.length);
    for (const role of resources('AWS::IAM::Role').filter(({ id }) => roles.includes(id)))
      expect(role.Properties['ManagedPolicyArns']).toBeUndefined();
  });

  it('each have a log group of their own, which forgets', () => {
    const groups = named.map(([, { Properties }]) => target(Properties['LoggingConfig'].LogGroup));
    expect(new Set(groups).size).toBe(named.length);
    for (const group of resources('AWS::Logs::LogGroup')) expect(group.Properties['RetentionInDays']).toBe(90);
  });
});

describe('what the functions may do', () => {
  it.each(Object.entries(TABLE_ACTIONS))('%s has exactly the table actions it needs', (name, expected) => {
    const onTable = actionsOf(name).filter(({ resource }) => isTable(resource));
    expect(onTable.map(({ action }) => action).toSorted()).toEqual(expected.map((action) => `dynamodb:${action}`));
  });

  it.each(Object.entries(TABLE_ACTIONS))(
    '%s asks nothing else of DynamoDB, and has use for all of it',
    async (name, expected) => {
      const asked = new Set((await commandsOf(name)).map((command) => ACTION_OF[command] ?? command));
      expect([...asked].toSorted()).toEqual(expected);
    },
  );

  it.each(Object.keys(TABLE_ACTIONS))(
    '%s may do nothing else but log and trace, and the relay read its stream',
    (name) => {
      const others = actionsOf(name).filter(({ resource }) => !isTable(resource));
      const expected = [...COMMON, ...(name === 'relay' ? RELAY : [])];
      expect(others.map(({ action }) => action).toSorted()).toEqual(expected.toSorted());
    },
  );

  it('names a resource wherever AWS lets one be named, and never a pattern of actions', () => {
    for (const { Properties } of resources('AWS::IAM::Role')) expect(Properties['Policies']).toBeUndefined();
    for (const [name] of named) {
      for (const { action, resource } of actionsOf(name)) {
        expect(action).not.toContain('*');
        if (JSON.stringify(resource).includes('*')) expect(FOR_EVERYTHING).toContain(action);
      }
    }
  });

  it('is never a scan or a deletion', () => {
    const everything = JSON.stringify(resources('AWS::IAM::Policy'));
    expect(everything).not.toMatch(/dynamodb:(Scan|Delete|Batch(?!GetItem)|PartiQL)/);
  });
});

const isTable = (resource: unknown): boolean =>
  JSON.stringify(resource) === JSON.stringify({ 'Fn::GetAtt': [theOnly('AWS::DynamoDB::GlobalTable').id, 'Arn'] });
