/** What a throttled table looks like to the caller. */

import { afterEach, describe, expect, it } from 'vitest';
import { handler as create } from '#functions/api/create-collection.ts';
import { handler as get } from '#functions/api/get-collection.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aCreateBody } from '#test/support/a-create-body.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
const logs = captureLogs();
const tenants = useTenants();
const { client } = table;
afterEach(() => {
  table.client = client;
});

/** Passes every command on except those of one kind, which fail with this error. */
function failOn(command: string, name: string): void {
  const send = async (sent: Parameters<typeof client.send>[0]) => {
    if (sent.constructor.name === command) throw Object.assign(new Error('inside'), { name });
    return client.send(sent);
  };
  table.client = Object.assign(Object.create(client), { send });
}

const post = () => invoke(create, { method: 'POST', key: tenants.mine.key, body: aCreateBody({ reference: name() }) });
let made = 0;
const name = () => {
  made += 1;
  return `r${made}`;
};

describe('503', () => {
  it.each([
    ['GetCommand', 'ThrottlingException'],
    ['QueryCommand', 'ProvisionedThroughputExceededException'],
    ['PutCommand', 'ThrottlingException'],
    ['PutCommand', 'RequestLimitExceeded'],
    ['UpdateCommand', 'InternalServerError'],
    ['UpdateCommand', 'TimeoutError'],
  ])('a DynamoDB %s that fails with %s answers 503, and a later try succeeds', async (command, error) => {
    failOn(command, error);
    const answer = await post();
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.text).not.toContain('inside');
    table.client = client;
    expect((await post()).status).toBe(201);
  });

  it('a throttled read of the key answers 503, not 401', async () => {
    failOn('GetCommand', 'ThrottlingException');
    expectRefusal(await invoke(get, { key: tenants.mine.key, id: 'x' }), { status: 503, code: 'service_unavailable' });
  });
});

describe('500', () => {
  it('a request that DynamoDB rejects as invalid answers 500, because it is our own fault', async () => {
    failOn('PutCommand', 'ValidationException');
    expectRefusal(await post(), { status: 500, code: 'internal_error' });
    expect(logs.lines.join()).toContain('ValidationException');
    expect(logs.lines.join()).not.toContain('inside');
  });
});
