/** The environment of every test file, set before it imports anything: the functions' own variables, and AWS kept far away. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { awsEnvironment } from '#infra/local/dynamodb/local-client.ts';

/** A unit test that asks for a database is refused at once. */
const NOWHERE = 'http://127.0.0.1:9';

delete process.env['AWS_PROFILE'];
delete process.env['AWS_SESSION_TOKEN'];
Object.assign(process.env, awsEnvironment(inject('dynamodbEndpoint') ?? NOWHERE), {
  TABLE_NAME: `test-${randomUUID()}`,
  BASE_URL: 'https://collections.example',
});
