/** A local run keeps its data when it is killed and restarted. Only here, because a deployment cannot be killed. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  aCollection,
  createCollection,
  createProvider,
  listCollections,
  listProviders,
  setStatus,
} from '#test/end-to-end/requests.ts';
import { createClient } from '#test/support/http-client.ts';
import { startLocalRun } from '#test/support/local-run.ts';
import { openLocalAccount } from '#test/support/service.ts';

it('a local run that is killed with SIGKILL and restarted keeps its keys and every acknowledged change', async () => {
  const first = await startLocalRun();
  const { dataDir } = first;
  let stop = first.kill;
  try {
    const key = await openLocalAccount(first.baseUrl);
    const client = createClient(first.baseUrl, key);
    const provider = await createProvider(client);
    const made = [];
    for (let at = 0; at < 4; at++) made.unshift(await createCollection(client));
    made[2] = await setStatus(client, made[2]?.id ?? '', 'completed');
    const bodies = Array.from({ length: 8 }, () => aCollection());
    const underWay = bodies.map((json) => client.send('POST', '/public/collections', { json }));
    const ended = Promise.allSettled(underWay);
    await Promise.race(underWay);
    await first.kill();
    const acknowledged = (await ended).flatMap((end) => (end.status === 'fulfilled' ? [end.value.data] : []));

    const second = await startLocalRun({ DATA_DIR: dataDir });
    stop = second.stop;
    const again = createClient(second.baseUrl, key);
    const { data } = await listCollections(again, '?limit=100');
    expect(data).toEqual(expect.arrayContaining(acknowledged));
    expect(data.slice(-made.length)).toEqual(made);
    expect(await listProviders(again)).toContainEqual(provider);
    expect(second.apiKey).toBe(first.apiKey);
    // Sending the unacknowledged creates again completes them, however far they were.
    for (const json of bodies) {
      expect([201, 409]).toContain((await again.send('POST', '/public/collections', { json })).status);
    }
    expect((await listCollections(again)).meta.count).toBe(made.length + bodies.length);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
