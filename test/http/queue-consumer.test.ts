/** The messages of a batch: worked on at once, each failing alone. */
import { expect, it } from 'vitest';
import { queueConsumer } from '#lib/endpoints/queue-consumer.ts';
import { logTo } from '#lib/log.ts';

const lines: string[] = [];
const log = logTo((line) => void lines.push(line), {
  clock: { now: () => new Date(0) },
  settings: { stage: 'local', version: undefined, functionName: undefined },
});

const batchOf = (...bodies: string[]) => ({
  Records: bodies.map((body, at) => ({ messageId: String(at), body: JSON.stringify(body) })) as never,
});

it('one that waits holds up none of the others', async () => {
  const done: string[] = [];
  let letGo = () => {};
  const hangs = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const consumer = queueConsumer<string>(log, 'failed', async (message) => {
    if (message === 'hangs') await hangs;
    done.push(message);
  });
  const answer = consumer(batchOf('hangs', 'first', 'second'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['first', 'second']);
  letGo();
  expect(await answer).toEqual({ batchItemFailures: [] });
  expect(done).toEqual(['first', 'second', 'hangs']);
});

it('those that fail come again, in the order of the batch, and no other', async () => {
  const consumer = queueConsumer<string>(log, 'failed', async (message) => {
    if (message !== 'well') throw new TypeError(message);
  });
  const failures = ['0', '2'].map((itemIdentifier) => ({ itemIdentifier }));
  expect(await consumer(batchOf('Ada', 'well', 'Obi'))).toEqual({ batchItemFailures: failures });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toMatch(/Ada|Obi/);
});
