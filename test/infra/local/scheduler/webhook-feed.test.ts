/** Receivers that hang: the webhooks of others go on, and so does the clock. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openRunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { createWebhookFeed, patientPost } from '#infra/local/scheduler/webhook-feed.ts';
import { receiversFrom } from '#lib/webhook/public-address.ts';
import { service } from '#test/support/a-service.ts';

const NOW = new Date('2026-07-01T09:00:00.000Z');

/** A feed whose messages to `hangs` do not end. */
function aFeed({ isHeld = false } = {}) {
  const queue = openRunsQueue(new DatabaseSync(':memory:'), 'queuedWebhook');
  const started: string[] = [];
  const feed = createWebhookFeed({
    queue,
    clock: { now: () => NOW, isHeld: () => isHeld },
    stopping: new AbortController().signal,
    feed: async ([message]) => {
      const { endpoint } = JSON.parse(message?.body ?? '');
      started.push(endpoint);
      if (endpoint === 'hangs') await new Promise(() => {});
      queue.remove(message?.id ?? '');
    },
  });
  const add = (endpoint: string, times = 1) => {
    for (let count = 0; count < times; count += 1) queue.add(JSON.stringify({ endpoint }), NOW);
  };
  return { feed, started, add, left: () => queue.due(NOW).length };
}

it('while one endpoint hangs, all webhooks of another are delivered, and a few of its own wait for it', async () => {
  const { feed, started, add, left } = aFeed();
  add('hangs', 20);
  add('answers', 20);
  feed.start();
  await expect.poll(left).toBe(20);
  feed.start();
  expect(started.filter((endpoint) => endpoint === 'answers')).toHaveLength(20);
  expect(started.filter((endpoint) => endpoint === 'hangs')).toHaveLength(4);
});

it('what hangs is not waited for, and no step of a moved clock', async () => {
  const { feed, add } = aFeed();
  add('hangs');
  feed.start();
  await feed.ended(1);
  expect(feed.earliest(NOW)).toEqual([]);
  add('answers');
  expect(feed.earliest(NOW)).toMatchObject([{ body: '{"endpoint":"answers"}' }]);
});

it('while the clock is moved, only its steps deliver', () => {
  const { feed, started, add } = aFeed({ isHeld: true });
  add('answers');
  feed.start();
  expect(started).toEqual([]);
});

const hanging = createServer(() => {});
afterAll(() => {
  hanging.close();
  hanging.closeAllConnections();
});

it('while the clock is moved, a receiver that hangs is waited for once', async () => {
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const local = receiversFrom({ ...service.settings, webhooksToLoopback: true });
  const limits = { connectMs: 60_000, totalMs: 60_000 };
  const post = patientPost({ ...local, limits }, () => true, 100);
  const webhook = { url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`, headers: {}, body: '{}' };
  expect(await post(webhook)).toMatchObject({ error: 'timeout' });
  expect(await post(webhook)).toEqual({ error: 'timeout', milliseconds: 60_000 });
});
