/** Delivery of stream records to the relay function, as by Lambda's event source, with a limit of attempts. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { deliver, type StreamHandler } from '#infra/local/stream/stream-relay.ts';

const record = (sequence: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(sequence) } });
const sequenceOf = (given: DynamoDBRecord) => Number(given.dynamodb?.SequenceNumber);
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));

async function deliverTo(handler: StreamHandler, count: number, stopping = new AbortController().signal) {
  const batches: number[][] = [];
  const done: number[] = [];
  const givenUp: number[] = [];
  await deliver(records(count), {
    handler: (event) => {
      batches.push(event.Records.map(sequenceOf));
      return handler(event);
    },
    done: (given) => void done.push(sequenceOf(given)),
    giveUp: async (given) => void givenUp.push(sequenceOf(given)),
    stopping,
  });
  return { batches, done, givenUp };
}

const failing = (isBad: (sequence: number, call: number) => boolean): StreamHandler => {
  let call = 0;
  return async ({ Records }) => {
    call += 1;
    const bad = Records.filter((given) => isBad(sequenceOf(given), call));
    return { batchItemFailures: bad.map((given) => ({ itemIdentifier: given.dynamodb?.SequenceNumber ?? '' })) };
  };
};

describe('a batch', () => {
  it('a batch is delivered to the function once, whole and in order', async () => {
    const { batches, done } = await deliverTo(async () => undefined, 5);
    expect({ batches, done }).toEqual({ batches: [[1, 2, 3, 4, 5]], done: [1, 2, 3, 4, 5] });
  });

  it('a batch is delivered again from the lowest record that was reported as failed', async () => {
    const { batches, done, givenUp } = await deliverTo(
      failing((sequence, call) => sequence >= 3 && call === 1),
      4,
    );
    expect(batches[1]?.[0]).toBe(3);
    expect({ done, givenUp }).toEqual({ done: [1, 2, 3, 4], givenUp: [] });
  });

  it('a batch is delivered again whole when the function throws, or reports a record that is not in the batch', async () => {
    let calls = 0;
    const { batches, done } = await deliverTo(async () => {
      calls += 1;
      if (calls === 1) throw new Error('once');
      return { batchItemFailures: calls === 2 ? [{ itemIdentifier: 'other' }] : [] };
    }, 1);
    expect({ batches, done }).toEqual({ batches: [[1], [1], [1]], done: [1] });
  });

  it('no more of a batch is delivered when the run stops', async () => {
    const stopping = new AbortController();
    const { done } = await deliverTo(
      async ({ Records }) => {
        stopping.abort();
        return failing((sequence) => sequence === 2)({ Records });
      },
      3,
      stopping.signal,
    );
    expect(done).toEqual([1]);
  });
});

describe('a record that never succeeds', () => {
  it('a record that always fails is given up after ten attempts, and those behind it are delivered', async () => {
    const { batches, done, givenUp } = await deliverTo(
      failing((sequence) => sequence === 2),
      3,
    );
    expect({ done, givenUp }).toEqual({ done: [1, 2, 3], givenUp: [2] });
    expect(batches.filter((batch) => batch.includes(2))).toHaveLength(10);
  });

  it('records that failed in one batch share their ten attempts', async () => {
    const { batches, givenUp } = await deliverTo(
      failing(() => true),
      5,
    );
    expect(givenUp).toEqual([1, 2, 3, 4, 5]);
    expect(batches).toHaveLength(14);
  });

  it('when the function throws for each batch with one bad record, only that record is given up', async () => {
    const { done, givenUp } = await deliverTo(async ({ Records }) => {
      if (Records.some((given) => sequenceOf(given) === 3)) throw new Error('poison');
      return undefined;
    }, 4);
    expect({ done, givenUp }).toEqual({ done: [1, 2, 3, 4], givenUp: [3] });
  });
});
