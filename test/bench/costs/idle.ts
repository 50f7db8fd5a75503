/** What a stage costs in a month in which nothing happens: counted in the synthesised stack. */
import { dueShards } from '#lib/store/indexes.ts';
import { webhookDueShards } from '#lib/store/webhook/keys.ts';
import { dollars, type PriceName } from './prices.ts';

export type IdleLine = { what: string; amount: number; dollars: number };
type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

const MINUTES = 30 * 24 * 60;

/** Each minute the two sweepers query all shards of the index, half a unit each, and one asks the queue how long it is. */
const SHARDS = dueShards().length + webhookDueShards().length;
const SWEEPERS = { invocations: 2 * MINUTES, reads: (SHARDS / 2) * MINUTES, queue: MINUTES };
/** Lambda asks a queue five times at once, each time for up to 20 seconds. */
const pollsOf = (queues: number): number => queues * 5 * 3 * MINUTES;

export function idleLines(resources: Resources): IdleLine[] {
  const all = Object.values(resources);
  const count = (type: string): number => all.filter(({ Type }) => Type === type).length;
  const fed = all.filter(
    ({ Type, Properties = {} }) =>
      Type === 'AWS::Lambda::EventSourceMapping' && !JSON.stringify(Properties['EventSourceArn']).includes('Stream'),
  ).length;
  const line = (what: string, price: PriceName, amount: number): IdleLine => ({
    what,
    amount,
    dollars: dollars(price, amount),
  });
  return [
    line('alarms', 'alarm', count('AWS::CloudWatch::Alarm')),
    line('dashboards', 'dashboard', count('AWS::CloudWatch::Dashboard')),
    line('secrets of the stack', 'secret', count('AWS::SecretsManager::Secret')),
    line('keys', 'key', count('AWS::KMS::Key')),
    line('polls of the queues', 'queueRequest', pollsOf(fed) + SWEEPERS.queue),
    line('invocations of the sweepers', 'invocation', SWEEPERS.invocations),
    line('reads of the sweepers', 'read', SWEEPERS.reads),
    line('time of the sweepers, 50 ms each', 'gigabyteSecond', SWEEPERS.invocations * 0.05),
  ];
}
