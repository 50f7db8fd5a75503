/** The alarms, their topic and the dashboard in the template. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULT, METRICS } from '#lib/log.ts';
import { INDEXES } from '#lib/store/indexes.ts';
import { FIXED } from '#test/bench/life/costs.ts';
import { functions, type Properties, resources, STAGE, target, theOnly } from './template.ts';

const alarms = resources('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const metricOf = ({ Namespace, MetricName, Dimensions }: Properties) => {
  const dimensions: Properties[] = Dimensions ?? [];
  const on = dimensions.map(({ Value }) => (typeof Value === 'string' ? Value : target(Value)));
  return [Namespace, MetricName, ...on].join(' ');
};
const TOPIC = resources('AWS::SNS::Topic').find(({ path }) => path.includes('/Alarms/'))?.id ?? '';
const watched = alarms.map(metricOf);
const dashboard = JSON.stringify(theOnly('AWS::CloudWatch::Dashboard').Properties['DashboardBody']);

const ROOT = join(import.meta.dirname, '..', '..', '..');
const code = globSync('{functions,lib}/**/*.ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));
const counting = code.filter((text) => /log\.(count|fault)\(/.test(text)).join();

/** A metric is named by a string, by a template that begins its name, or as a key of what was measured. */
const isCounted = (metric: string): boolean => {
  const template = `\`${metric.slice(0, metric.indexOf('_') + 1)}\${`;
  return metric === FAULT || [`'${metric}'`, `{ ${metric}: `, template].some((name) => counting.includes(name));
};

/** Whether the code counts it as an error, and as nothing else; the failures of a queue have their names from its function. */
const isErrorOnly = (metric: string): boolean => {
  const counted = (level: string) => new RegExp(`'${level}',\\s*'${metric}'`).test(counting);
  const isOfQueue = ['run_failed', 'webhook_task_failed'].includes(metric);
  const isFault = metric === FAULT || new RegExp(`log\\.fault\\('${metric}'`).test(counting);
  return (isOfQueue || isFault || counted('ERROR')) && !counted('WARN') && !counted('INFO');
};

describe('the alarms', () => {
  it('alarms watch every function for crashes, and all of them for throttling and for the limit of the AWS account', () => {
    for (const { id } of Object.values(functions)) expect(watched).toContain(`AWS/Lambda Errors ${id}`);
    expect(watched).toContain('AWS/Lambda Throttles');
    const [share] = alarms.filter(({ Metrics }) => JSON.stringify(Metrics)?.includes('SERVICE_QUOTA(running)'));
    expect(share).toMatchObject({ Threshold: 80 });
  });

  it('alarms watch the API for failures and for slowness', () => {
    const api = `collections-${STAGE} ${theOnly('AWS::ApiGateway::Stage').id}`;
    expect(watched).toContain(`AWS/ApiGateway 5XXError ${api}`);
    expect(watched).toContain(`AWS/ApiGateway Latency ${api}`);
  });

  it('alarms watch the table and each of its indexes for throttling', () => {
    const table = theOnly('AWS::DynamoDB::GlobalTable').id;
    for (const metric of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      const [alarm] = alarms.filter(({ Metrics }) => JSON.stringify(Metrics)?.includes(metric));
      const summed = alarm?.['Metrics'].slice(1).map((each: Properties) => metricOf(each['MetricStat'].Metric));
      const parts = ['', ...INDEXES.map(({ name }) => `${name} `)].map(
        (index) => `AWS/DynamoDB ${metric} ${index}${table}`,
      );
      expect(summed.toSorted()).toEqual(parts.toSorted());
      expect(alarm).toMatchObject({ Threshold: 1 });
    }
  });

  it('alarms watch every queue of dead letters, and the age of the oldest run on the queue of runs', () => {
    const [runs] = resources('AWS::SQS::Queue').filter(({ Properties }) => Properties['RedrivePolicy']);
    expect(watched).toContain(`AWS/SQS ApproximateAgeOfOldestMessage ${runs?.id}`);
    const queues = resources('AWS::SQS::Queue').filter(({ Properties }) => !Properties['RedrivePolicy']);
    expect(queues.length).toBeGreaterThanOrEqual(6);
    for (const { id } of queues) expect(watched).toContain(`AWS/SQS ApproximateNumberOfMessagesVisible ${id}`);
  });

  it('alarms watch for faults of our own, of channels and of credentials, and for runs that are swept or late; shares are judged by what rings', () => {
    const ours = alarms.filter(({ Namespace }) => Namespace === 'Collections');
    const released = 12;
    expect(ours.map(({ MetricName, Statistic, Threshold }) => [MetricName, Statistic, Threshold]).toSorted()).toEqual([
      ['channel_adapter_failed', 'Sum', 1],
      ['channel_fault', 'Sum', 1],
      ['credentials_unreadable', 'Sum', 3],
      ['events_not_told', 'Sum', 1],
      ...Array.from({ length: released }, () => ['fault', 'Sum', 1]),
      ['insights_not_counted', 'Sum', 1],
      ['payment_adapter_failed', 'Sum', 1],
      ['provider_unreadable', 'Sum', 1],
      ['publishing_failed', 'Sum', 3],
      ['rehearsal_failed', 'Sum', 1],
      ['relay_failed', 'Sum', 3],
      ['request_failed', 'Sum', 1],
      ['requests_refused', 'Sum', 100],
      ['run_failed', 'Sum', 1],
      ['run_lag_seconds', 'Maximum', 300],
      ['run_not_scheduled', 'Sum', 1],
      ['run_swept', 'Sum', 1],
      ['webhook_not_queued', 'Sum', 1],
      ['webhook_notice_not_sent', 'Sum', 1],
      ['webhook_task_failed', 'Sum', 1],
    ]);
  });

  it('the costs count as many metrics of alarms, and of our own, as there are', () => {
    const inAlarm = alarms.map(({ Metrics }) => (Metrics ?? [{ MetricStat: {} }]) as Properties[]);
    expect(inAlarm.flat().filter((each) => each['MetricStat'])).toHaveLength(FIXED.alarms);
    // How calls of four functions end, by the function and by a version; and what the gateway refuses.
    const ends = 4 * alarms.filter(({ AlarmDescription }) => String(AlarmDescription).includes('ReleaseWorse')).length;
    expect(METRICS.size + ends + 1).toBe(FIXED.metrics);
  });

  it('alarms and the dashboard use only metrics that the code counts', () => {
    const shown = [
      ...dashboard.matchAll(/\[\\"Collections\\",\\"(\w+)\\",\\"Service\\",\\"collections\\",\\"Stage\\",\\"prod\\"/g),
    ].map(([, name = '']) => name);
    expect(shown.length).toBeGreaterThan(15);
    const inMath = alarms.flatMap(({ Metrics = [] }) =>
      Metrics.flatMap((each: Properties) => each['MetricStat']?.Metric.MetricName ?? []),
    );
    const ours = alarms.filter(({ Namespace }) => Namespace === 'Collections').map(({ MetricName }) => MetricName);
    // The gateway's log counts that one.
    // No other is paid for; an error is a metric in any case, and costs only when it comes.
    expect([...METRICS].filter((metric) => ![...shown, ...ours, ...inMath].includes(metric))).toEqual([]);
    const read = [...shown, ...ours].filter((metric) => metric !== 'requests_refused' && !METRICS.has(metric));
    expect(read.filter((metric) => !isErrorOnly(metric))).toEqual([]);
    const inCode = [...shown, ...ours].filter((metric) => metric !== 'requests_refused');
    expect(inCode.filter((metric) => !isCounted(metric))).toEqual([]);
    expect(theOnly('AWS::Logs::MetricFilter').Properties['MetricTransformations'][0]).toMatchObject({
      MetricName: 'requests_refused',
      Dimensions: [
        { Key: 'Service', Value: '$.service' },
        { Key: 'Stage', Value: '$.stage' },
      ],
    });
  });

  it.each(['relay', 'publish-events'])('an alarm watches %s for falling behind', (name) => {
    expect(watched).toContain(`AWS/Lambda IteratorAge ${functions[name]?.id}`);
  });

  it('every alarm has a sentence for people, and tells the topic when it turns on and off', () => {
    const topic = [{ Ref: TOPIC }];
    for (const alarm of alarms) {
      expect(alarm['AlarmDescription']).toMatch(/^[A-Z].{20,}\.$/);
      expect(alarm).toMatchObject({ AlarmActions: topic, OKActions: topic });
    }
  });

  it('the runbook has a section for each alarm, which the alarm names, and no others', () => {
    const names = resources('AWS::CloudWatch::Alarm').map(({ path }) => path.split('/').at(-2) ?? '');
    for (const [at, name] of names.entries())
      expect(alarms[at]?.['AlarmDescription']).toMatch(new RegExp(` In docs/operations/runbook.md: ${name}\\.$`));
    const runbook = readFileSync(join(ROOT, 'docs', 'operations', 'runbook.md'), 'utf8');
    const sections = [...runbook.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
    // Those of a sender are in the stack only with the sender.
    expect(sections.toSorted()).toEqual(
      [...new Set([...names, 'EmailsBounce', 'EmailsComplaint', 'SmsSpend'])].toSorted(),
    );
  });

  it('alarms watch what Scheduler could not deliver, and the number of schedules', () => {
    const { Name } = theOnly('AWS::Scheduler::ScheduleGroup').Properties;
    expect(watched.filter((each) => each.startsWith('AWS/Scheduler')).toSorted()).toEqual([
      `AWS/Scheduler InvocationDroppedCount ${Name}`,
      `AWS/Scheduler InvocationsFailedToBeSentToDeadLetterCount ${Name}`,
      `AWS/Scheduler TargetErrorCount ${Name}`,
    ]);
    expect(watched).toContain('AWS/Usage ResourceCount None ApproximateSchedule Scheduler Resource');
  });

  it('without data the alarms about sweeps that do not happen are on, and every other alarm is off', () => {
    const on = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(on.map(metricOf)).toEqual(
      ['sweep', 'sweep-webhooks', 'count-insights'].map((name) => `AWS/Lambda Invocations ${functions[name]?.id}`),
    );
    for (const alarm of on)
      expect(alarm).toMatchObject({
        TreatMissingData: 'breaching',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
      });
  });

  it('only alarms of this account may publish to the topic of alarms, over TLS', () => {
    const policies = resources('AWS::SNS::TopicPolicy').map(({ Properties }) => Properties);
    const policy = policies.find(({ Topics }) => Topics[0].Ref === TOPIC)?.['PolicyDocument'];
    const [publish] = policy.Statement.filter(({ Effect }: Properties) => Effect === 'Allow');
    expect(publish).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(policy)).toContain('"aws:SecureTransport":"false"');
  });
});

describe('the dashboard', () => {
  it('the dashboard has a row for each concern', () => {
    const rows = ['What callers see', 'Operations', 'Storage', 'Follow-ups', 'Runs', 'Dead letters'];
    for (const row of rows) expect(dashboard).toContain(`## ${row}`);
  });

  it('the dashboard shows every function', () => {
    for (const { id } of Object.values(functions)) expect(dashboard).toContain(`"Ref":"${id}"`);
  });

  it('the dashboard shows every queue of dead letters', () => {
    for (const { id } of resources('AWS::SQS::Queue'))
      expect(dashboard).toContain(`"Fn::GetAtt":["${id}","QueueName"]`);
  });
});
