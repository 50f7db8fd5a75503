/** A fake of Secrets Manager: creates, replaces, reads and describes secrets of text (AWS JSON 1.1, posted to the root). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { KNOWN, REGION_AND_ACCOUNT } from './environment.ts';
import { AwsRefusal, type AwsRequest, type Fake, readBody } from './fake.ts';

type Row = { name: string; arn: string; value: string; version: string; createdMs: number; changedMs: number };

const Name = z.string().check(z.regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/));
const SecretId = z.string().check(z.minLength(1), z.maxLength(2048));
const SecretString = z.string().check(z.minLength(1), z.maxLength(65_536));
const ClientRequestToken = z.optional(z.string().check(z.minLength(32), z.maxLength(64)));

const Create = z.object({ Name, SecretString, ClientRequestToken, Description: z.optional(z.string()) });
const Put = z.object({ SecretId, SecretString, ClientRequestToken });
const Get = z.object({ SecretId, VersionStage: z.optional(z.literal('AWSCURRENT')) });
const Describe = z.object({ SecretId });

// In this protocol every client error is a 400.
const refusal = (type: string, message: string): AwsRefusal => new AwsRefusal({ status: 400, type, message });
const invalid = (message: string): AwsRefusal => refusal('ValidationException', message);

const SERVICE = 'secretsmanager';

/** The secret that the stack makes: it is made once, and stays. */
export function keepWebhookKey(state: DatabaseSync, now: Date): void {
  const name = KNOWN.WEBHOOK_KEY_SECRET;
  if (state.prepare('SELECT 1 FROM secret WHERE name = ?').get(name) !== undefined) return;
  create(state, { Name: name, SecretString: randomBytes(48).toString('base64url') }, now);
}

export function fakeSecrets(state: DatabaseSync, now: () => Date): Fake {
  const operations: Record<string, (request: AwsRequest) => object> = {
    CreateSecret: (request) => create(state, readBody(request, Create, invalid), now()),
    PutSecretValue: (request) => put(state, readBody(request, Put, invalid), now()),
    GetSecretValue: (request) => shown(find(state, readBody(request, Get, invalid).SecretId)),
    DescribeSecret: (request) => described(find(state, readBody(request, Describe, invalid).SecretId)),
  };
  return {
    signingName: SERVICE,
    answers: ({ headers }) => String(headers['x-amz-target']).startsWith(`${SERVICE}.`),
    spellError: ({ status, type, message }) => ({ status, body: { __type: type, Message: message } }),
    answer: (request) => {
      const target = String(request.headers['x-amz-target']);
      const operation = operations[target.slice(SERVICE.length + 1)];
      if (operation === undefined) throw refusal('UnknownOperationException', target);
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      return { status: 200, headers, body: operation(request) };
    },
  };
}

function create(state: DatabaseSync, wanted: z.output<typeof Create>, now: Date): object {
  const { Name: name, SecretString: value, ClientRequestToken: version = randomUUID() } = wanted;
  const existing = state.prepare('SELECT * FROM secret WHERE name = ?').get(name) as Row | undefined;
  // The same call again, as the SDK's retry after a lost answer.
  if (existing?.version === version && existing.value === value) return versionOf(existing);
  if (existing)
    throw refusal('ResourceExistsException', `The operation failed because the secret ${name} already exists.`);
  const arn = `arn:aws:${SERVICE}:${REGION_AND_ACCOUNT}:secret:${name}-${randomBytes(3).toString('hex')}`;
  const at = now.getTime();
  state.prepare('INSERT INTO secret VALUES (?, ?, ?, ?, ?, ?)').run(name, arn, value, version, at, at);
  return versionOf({ name, arn, version });
}

function put(state: DatabaseSync, wanted: z.output<typeof Put>, now: Date): object {
  const { SecretString: value, ClientRequestToken: version = randomUUID() } = wanted;
  const row = find(state, wanted.SecretId);
  const replace = state.prepare('UPDATE secret SET value = ?, version = ?, changedMs = ? WHERE name = ?');
  replace.run(value, version, now.getTime(), row.name);
  return { ...versionOf({ ...row, version }), VersionStages: ['AWSCURRENT'] };
}

function find(state: DatabaseSync, id: string): Row {
  const row = state.prepare('SELECT * FROM secret WHERE name = :id OR arn = :id').get({ id }) as Row | undefined;
  if (row === undefined) throw refusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  return row;
}

const versionOf = ({ name, arn, version }: Pick<Row, 'name' | 'arn' | 'version'>) => ({
  ARN: arn,
  Name: name,
  VersionId: version,
});

const shown = (row: Row): object => ({
  ...versionOf(row),
  SecretString: row.value,
  VersionStages: ['AWSCURRENT'],
  CreatedDate: row.changedMs / 1000,
});

const described = ({ name, arn, version, createdMs, changedMs }: Row): object => ({
  ARN: arn,
  Name: name,
  CreatedDate: createdMs / 1000,
  LastChangedDate: changedMs / 1000,
  VersionIdsToStages: { [version]: ['AWSCURRENT'] },
});
