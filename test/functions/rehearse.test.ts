/** The hook of a release: what it asks of Lambda and tells CodeDeploy, over their wires, and what it says to the operator. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rehearse } from '#functions/release/rehearse.ts';
import { rehearseRuns } from '#functions/release/rehearse-runs.ts';
import { releaseFrom } from '#lib/release/release.ts';
import { service } from '#test/support/a-service.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

useTable();
const logs = captureLogs();
const EVENT = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };
const ARN = 'arn:aws:lambda:eu-west-1:111111111111:function:create:7';

const asked: { path: string; target: string; body: unknown }[] = [];
let answer: Reply = { status: 200, body: {} };
beforeAll(async () => {
  const { url } = await startStubServer((request, body) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    asked.push({ path: decodeURIComponent(request.url ?? ''), target, body: JSON.parse(body || 'null') });
    return target === '' ? answer : { status: 200, body: {} };
  });
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', url);
  vi.stubEnv('AWS_ENDPOINT_URL_CODEDEPLOY', url);
  return () => vi.unstubAllEnvs();
});
afterEach(() => {
  asked.length = 0;
  answer = { status: 200, body: {} };
});

const release = releaseFrom({ rehearsedVersions: JSON.stringify({ 'create-collection': ARN }) });

describe('a release in AWS', () => {
  it('is called by the ARN of its version, and CodeDeploy hears the status of the hook', async () => {
    answer = { status: 200, body: { statusCode: 201 } };
    expect(await release.invoke('create-collection', { httpMethod: 'POST' })).toEqual({ answer: { statusCode: 201 } });
    await release.tellCodeDeploy('d-1', 'e-1', 'Failed');
    expect(asked).toEqual([
      { path: `/2015-03-31/functions/${ARN}/invocations`, target: '', body: { httpMethod: 'POST' } },
      {
        path: '/',
        target: 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
        body: { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'e-1', status: 'Failed' },
      },
    ]);
  });

  it('that crashes says how, and nothing that it has said', async () => {
    const body = { errorType: 'TypeError', errorMessage: 'Ada is not a function' };
    answer = { status: 200, body, headers: { 'x-amz-function-error': 'Unhandled' } };
    expect(await release.invoke('create-collection', {})).toEqual({ failed: 'TypeError' });
    answer = { status: 200, body: null, headers: { 'x-amz-function-error': 'Unhandled' } };
    expect(await release.invoke('create-collection', {})).toEqual({ failed: 'Unhandled' });
  });
});

describe('the hook', () => {
  const told: unknown[] = [];
  const deps = {
    ...service,
    seal: async (_provider: string, text: string) => Buffer.from(text),
    tellCodeDeploy: async (...status: unknown[]) => void told.push(status),
  };
  const lines = () => logs.lines.map((line) => JSON.parse(line));

  it('stops what answers otherwise than it must, with one sentence', async () => {
    await rehearse({
      ...deps,
      invoke: async () => ({ answer: { statusCode: 500, body: '{"code":"internal_error"}' } }),
    })(EVENT);
    expect(told.splice(0)).toEqual([['d-1', 'e-1', 'Failed']]);
    const sentence = 'create-collection answered 500 (internal_error) in place of 201.';
    expect(lines()).toMatchObject([{ level: 'ERROR', event: 'rehearsal_failed', deploymentId: 'd-1', sentence }]);
  });

  it('lets go on what passes', async () => {
    const invoke = async () => ({ answer: { batchItemFailures: [] } });
    await rehearseRuns({ ...deps, invoke, configuredChannels: () => [] })(EVENT);
    expect(told.splice(0)).toEqual([['d-1', 'e-1', 'Succeeded']]);
    expect(lines()).toMatchObject([{ level: 'INFO', event: 'rehearsal_passed', deploymentId: 'd-1' }]);
  });

  it.each([null, {}, { batchItemFailures: [{ itemIdentifier: '1' }] }])(
    'stops a reader of the stream that answers %j',
    async (answer) => {
      await rehearseRuns({ ...deps, invoke: async () => ({ answer }), configuredChannels: () => [] })(EVENT);
      expect(told.splice(0)).toEqual([['d-1', 'e-1', 'Failed']]);
      expect(lines()).toMatchObject([{ sentence: 'relay could not handle a change of a collection.' }]);
    },
  );

  it('stops what cannot be rehearsed: CodeDeploy would wait for an hour', async () => {
    const away = async () => {
      throw new RangeError('secret');
    };
    await rehearse({ ...deps, invoke: away })(EVENT);
    await rehearse({ ...deps, invoke: async () => ({ answer: undefined }), seal: away })(EVENT);
    expect(told.splice(0)).toEqual(Array(2).fill(['d-1', 'e-1', 'Failed']));
    expect(lines()[0]).toMatchObject({ sentence: 'It could not be rehearsed: RangeError.' });
    expect(JSON.stringify(lines())).not.toContain('secret');
  });
});
