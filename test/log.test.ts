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
    const [line] = await linesOf({ AWS_LAMBDA_FUNCTION_VERSION: '17' }, ({ log }) =>
      log.write('INFO', 'done', { id: 'a' }),
    );
    expect(line).toMatchObject({ level: 'INFO', event: 'done', version: '17', id: 'a' });
  });

  it('a line says of which call it is, and whether that was the first of its process', async () => {
    const traceOf = (root: string) => `Root=${root};Parent=53995c3f42cd8ad8;Sampled=0`;
    const lines = await linesOf({}, ({ log }) => {
      for (const root of ['1-a', '1-a', '1-b']) {
        vi.stubEnv('_X_AMZN_TRACE_ID', traceOf(root));
        log.write('INFO', 'done');
      }
    });
    expect(lines.map(({ trace, coldStart }) => [trace, coldStart])).toEqual([
      ['1-a', true],
      ['1-a', true],
      ['1-b', undefined],
    ]);
  });

  it('a line of what no call of Lambda runs has no trace', async () => {
    const [line] = await linesOf({}, ({ log }) => log.write('INFO', 'done'));
    expect(Object.keys(line ?? {})).toEqual(['timestamp', 'level', 'event']);
  });

  const RELEASED = { STAGE: 'prod', AWS_LAMBDA_FUNCTION_NAME: 'pay', AWS_LAMBDA_FUNCTION_VERSION: '7' };
  const ALL = ['Service', 'Stage'];
  const metricsOf = (line: unknown) =>
    (line as { _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] } })._aws
      .CloudWatchMetrics;
  /** `name by dimensions`, of each that CloudWatch counts. */
  const countedIn = (line: unknown) =>
    metricsOf(line).flatMap(({ Dimensions, Metrics }) =>
      Metrics.flatMap(({ Name }) => Dimensions.map((set) => `${Name} by ${set.join()}`)),
    );

  it('a fault is counted by its name, and with all others by the function and its version, because a release is judged by that', async () => {
    const error = new TypeError('Ada Obi is not a function');
    const [line] = await linesOf(RELEASED, ({ log }) => log.fault('adapter_failed', error, { provider: 'prv' }));
    expect(countedIn(line)).toEqual([
      `adapter_failed by ${ALL}`,
      `fault by ${ALL}`,
      `fault by ${[...ALL, 'Function', 'Version']}`,
    ]);
    expect(line).toMatchObject({
      ...{ level: 'ERROR', event: 'adapter_failed', provider: 'prv', error: 'TypeError' },
      ...{
        at: expect.stringMatching(/^at .*log\.test\.ts/),
        Function: 'pay',
        Version: '7',
        adapter_failed: 1,
        fault: 1,
      },
    });
    expect(JSON.stringify(line)).not.toContain('Ada');
  });

  it('a fault of what has no version, and what is no error at all, are counted for the stage', async () => {
    const [line] = await linesOf({ STAGE: 'prod' }, ({ log }) => log.fault('failed', undefined));
    expect(countedIn(line)).toEqual([`failed by ${ALL}`, `fault by ${ALL}`]);
  });

  it('an error that is no fault of ours is counted for the stage alone', async () => {
    const [line] = await linesOf(RELEASED, ({ log }) => log.count('ERROR', 'channel_fault'));
    expect(countedIn(line)).toEqual([`channel_fault by ${ALL}`]);
  });

  it('how a call ended is counted by the function and by its version, and without a version nowhere', async () => {
    const judge = ({ log }: typeof import('#lib/log.ts')) => ['good', 'bad'].map((each) => log.judge(each as 'good'));
    const lines = await linesOf(RELEASED, judge);
    expect(lines.map(countedIn)).toEqual(
      ['outcome_good', 'outcome_bad'].map((name) => [
        `${name} by ${[...ALL, 'Function']}`,
        `${name} by ${[...ALL, 'Function', 'Version']}`,
      ]),
    );
    expect(lines).toMatchObject([{ outcome_good: 1, Function: 'pay', Version: '7' }, { outcome_bad: 1 }]);
    vi.unstubAllEnvs();
    expect(await linesOf({ STAGE: 'prod' }, judge)).toEqual([]);
  });

  it('what no alarm and no graph reads is a line, and no metric that costs something', async () => {
    const [line] = await linesOf({ STAGE: 'prod' }, ({ log }) =>
      log.count('INFO', 'member_added', { id: 'm' }, { seen: 3 }),
    );
    expect(line).toMatchObject({ event: 'member_added', id: 'm', seen: 3 });
    expect(line).not.toHaveProperty('_aws');
  });

  it('a counted line has the dimensions of the service and of its stage, and no others', async () => {
    const [line] = await linesOf({ STAGE: 'staging' }, ({ log }) =>
      log.count('WARN', 'followup_sent', { account: 'a' }),
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
