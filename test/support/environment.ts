/** Sets the environment of every test file before its imports run: the variables of the functions, and no access to AWS. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { awsEnvironment } from '#infra/local/aws-environment.ts';

/** A closed port, so that a unit test that needs a database fails at once. */
const NOWHERE = { endpoint: 'http://127.0.0.1:9', accessKeyId: 'local' };

delete process.env['AWS_PROFILE'];
delete process.env['AWS_SESSION_TOKEN'];
Object.assign(process.env, awsEnvironment(inject('database') ?? NOWHERE), {
  TABLE_NAME: `test-${randomUUID()}`,
  BASE_URL: 'https://collections.example',
  API_KEY_CHECKSUM_KEYS: 'the-key-of-the-tests an-older-key',
  RUNS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/runs',
  RUNS_QUEUE_ARN: 'arn:aws:sqs:eu-west-1:123456789012:runs',
  WEBHOOKS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/webhooks',
  WEBHOOKS_QUEUE_ARN: 'arn:aws:sqs:eu-west-1:123456789012:webhooks',
  SCHEDULE_GROUP: 'collections',
  SCHEDULER_ROLE_ARN: 'arn:aws:iam::123456789012:role/scheduler',
  SCHEDULE_DLQ_ARN: 'arn:aws:sqs:eu-west-1:123456789012:missed-runs',
  RECONCILE_FUNCTION_ARN: 'arn:aws:lambda:eu-west-1:123456789012:function:reconcile-provider',
});

/** Printed by the console, so that the runner shows what the service logs only when the test fails. */
const { output } = await import('#lib/log.ts');
output.write = (line) => console.log(line);
