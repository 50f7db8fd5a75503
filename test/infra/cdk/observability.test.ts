import { describe, expect, it } from 'vitest';
import { functions, type Properties, resources, target, theOnly } from './template.ts';

const alarms = resources('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const metricOf = ({ Namespace, MetricName, Dimensions }: Properties) => {
  const dimensions: Properties[] = Dimensions ?? [];
  const on = dimensions.map(({ Value }) => (typeof Value === 'string' ? Value : target(Value)));
  return [Namespace, MetricName, ...on].join(' ');
};
const watched = alarms.map(metricOf);

describe('the alarms', () => {
  it.each(Object.entries(functions))('watch %s for crashes and for throttling', (_, { id }) => {
    expect(watched).toContain(`AWS/Lambda Errors ${id}`);
    expect(watched).toContain(`AWS/Lambda Throttles ${id}`);
  });

  it('watch the API for failures and slowness', () => {
    expect(watched).toContain('AWS/ApiGateway 5XXError collections');
    expect(watched).toContain('AWS/ApiGateway Latency collections');
  });

  it('watch the table for throttling', () => {
    const table = theOnly('AWS::DynamoDB::GlobalTable').id;
    expect(watched).toContain(`AWS/DynamoDB ReadThrottleEvents ${table}`);
    expect(watched).toContain(`AWS/DynamoDB WriteThrottleEvents ${table}`);
  });

  it('watch the relay for what it gave up on and for falling behind', () => {
    const queue = theOnly('AWS::SQS::Queue').id;
    expect(watched).toContain(`AWS/SQS ApproximateNumberOfMessagesVisible ${queue}`);
    expect(watched).toContain(`AWS/Lambda IteratorAge ${functions['relay']?.id}`);
  });

  it('each say in a sentence what people notice, stay quiet without data, and reach the topic both ways', () => {
    const topic = [{ Ref: theOnly('AWS::SNS::Topic').id }];
    for (const alarm of alarms) {
      expect(alarm['AlarmDescription']).toMatch(/^[A-Z].{20,}\.$/);
      expect(alarm).toMatchObject({ TreatMissingData: 'notBreaching', AlarmActions: topic, OKActions: topic });
    }
  });

  it('may publish to their topic, which takes TLS only', () => {
    const policy = JSON.stringify(theOnly('AWS::SNS::TopicPolicy').Properties);
    expect(policy).toContain('"Service":"cloudwatch.amazonaws.com"');
    expect(policy).toContain('"aws:SecureTransport":"false"');
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(theOnly('AWS::CloudWatch::Dashboard').Properties['DashboardBody']);

  it('has a row for each concern', () => {
    const rows = ['What callers see', 'Operations', 'Storage', 'Relay'];
    for (const row of rows) expect(body).toContain(`## ${row}`);
  });

  it('shows every function', () => {
    for (const { id } of Object.values(functions)) expect(body).toContain(`"Ref":"${id}"`);
  });
});
