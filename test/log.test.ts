/** The lines of the log, and the metrics in them. */
import { afterEach, describe, expect, it, vi } from 'vitest';

const linesOf = async (environment: Record<string, string>, write: (log: typeof import('#lib/log.ts')) => void) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.resetModules();
  const log = await import('#lib/log.ts');
  const lines: Record<string, unknown>[] = [];
  log.output.write = (line) => void lines.push(JSON.parse(line));
  write(log);
  return lines;
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('a line of the log', () => {
  it('a line says the version of the function that wrote it', async () => {
    const [line] = await linesOf({ AWS_LAMBDA_FUNCTION_VERSION: '17' }, ({ log }) => log('INFO', 'done', { id: 'a' }));
    expect(line).toMatchObject({ level: 'INFO', event: 'done', version: '17', id: 'a' });
  });

  it('an error is counted by the function and its version, too, because a release is judged by that', async () => {
    const of = { STAGE: 'prod', AWS_LAMBDA_FUNCTION_NAME: 'pay', AWS_LAMBDA_FUNCTION_VERSION: '7' };
    const [error, warning] = await linesOf(of, ({ logCounted }) => {
      logCounted('ERROR', 'failed');
      logCounted('WARN', 'run_swept');
    });
    const setsOf = (line: unknown) => (line as { _aws: { CloudWatchMetrics: object[] } })._aws.CloudWatchMetrics[0];
    const all = ['Service', 'Stage'];
    expect(setsOf(error)).toMatchObject({ Dimensions: [all, [...all, 'Function', 'Version']] });
    expect(error).toMatchObject({ Function: 'pay', Version: '7', failed: 1 });
    expect(setsOf(warning)).toMatchObject({ Dimensions: [all] });
  });

  it('what no alarm and no graph reads is a line, and no metric that costs something', async () => {
    const [line] = await linesOf({ STAGE: 'prod' }, ({ logCounted }) =>
      logCounted('INFO', 'member_added', { id: 'm' }, { seen: 3 }),
    );
    expect(line).toMatchObject({ event: 'member_added', id: 'm', seen: 3 });
    expect(line).not.toHaveProperty('_aws');
  });

  it('a counted line has the dimensions of the service and of its stage, and no others', async () => {
    const [line] = await linesOf({ STAGE: 'staging' }, ({ logCounted }) =>
      logCounted('WARN', 'followup_sent', { account: 'a' }),
    );
    expect(line).toMatchObject({ followup_sent: 1, Service: 'collections', Stage: 'staging', account: 'a' });
    expect(line?.['_aws']).toMatchObject({
      CloudWatchMetrics: [
        {
          Namespace: 'Collections',
          Dimensions: [['Service', 'Stage']],
          Metrics: [{ Name: 'followup_sent', Unit: 'Count' }],
        },
      ],
    });
  });
});
