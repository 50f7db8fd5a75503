/** The bill of a life: what it uses of each service, and for how much. */
import type { Step } from '#test/bench/life/ledger.ts';
import { ASSUMED, dollars, type PriceName } from './prices.ts';

export type Line = { service: string; price: PriceName; amount: number; dollars: number };

const BEHIND_GATEWAY: readonly string[] = ['create-collection', 'get-collection', 'payment-page', 'receive-payment'];
const FED_BY_QUEUE: readonly string[] = ['follow-up', 'deliver'];
/** Each of them makes one request to somebody else for each time it is taken: a channel, or a receiver. */
const CALLS_OUT: readonly string[] = ['deliver'];

/** Of `lives` lives that go like this one. `messages`: how many its runs send. */
export function billOf(steps: readonly Step[], messages: number, lives: number): Line[] {
  const sum = (of: (step: Step) => number): number => lives * steps.reduce((total, step) => total + of(step), 0);
  const times = (names: readonly string[]) => sum(({ fn, times: taken }) => (names.includes(fn) ? taken : 0));
  // A schedule puts its message on the queue, which counts like a send of ours; Lambda receives and deletes it.
  const queueRequests = sum(({ schedules, queueSends }) => schedules + queueSends) + 2 * times(FED_BY_QUEUE);
  const lines: [string, PriceName, number][] = [
    ['DynamoDB, writes', 'write', sum(({ wcu }) => wcu)],
    ['DynamoDB, reads', 'read', sum(({ rcu }) => rcu)],
    ['Lambda, invocations', 'invocation', sum(({ times: taken }) => taken)],
    [
      'Lambda, time',
      'gigabyteSecond',
      (ASSUMED.memoryGigabytes * (sum(milliseconds) + lives * messages * ASSUMED.callMs)) / 1000,
    ],
    ['API Gateway', 'apiRequest', times(BEHIND_GATEWAY)],
    ['SQS', 'queueRequest', queueRequests],
    ['SQS, fair queues', 'fairRequest', sum(({ queueSends }) => queueSends)],
    ['Scheduler', 'schedule', sum(({ schedules }) => schedules)],
    ['CloudWatch Logs', 'logged', sum(({ logBytes, times: taken }) => logBytes + taken * ASSUMED.platformBytes)],
  ];
  return lines.map(([service, price, amount]) => ({ service, price, amount, dollars: dollars(price, amount) }));
}

const milliseconds = ({ fn, times, trips, elsewhere }: Step): number =>
  times * (ASSUMED.otherMs + ASSUMED.tripMs * trips) +
  ASSUMED.callMs * (elsewhere + (CALLS_OUT.includes(fn) ? times : 0));

export const totalOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.dollars, 0);
