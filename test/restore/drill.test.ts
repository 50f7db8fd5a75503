/** The drill of a restore: the table is copied at T, the service runs on to N, the copy is adopted behind the fence, and all goes on. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { clock as systemClock } from '#lib/clock.ts';
import { sealerFrom } from '#lib/payment/credentials.ts';
import { service } from '#lib/service.ts';
import { table as used } from '#lib/store/table/live-table.ts';
import { webhookSecretsFrom } from '#lib/webhook/send.ts';
import { aNewPerson } from '#test/functions/created.ts';
import { type StubChannels, useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { aMerchant, type Merchant } from './a-merchant.ts';
import { aService, aTable, itemsOf, type Parts, Pending } from './a-world.ts';

const T = '2026-03-02T09:40:00.000Z';
const N = '2026-03-02T10:50:00.000Z';

type DrillParts = Parts & { channels: StubChannels };
type Phone = { phone: string };

/**
 * Serves all tests of a file: each call answers a drill at N with an old table and a copy of its own. The hours before N
 * cost the most and are the same for all, so they run only in the first test, and the others take over what they left.
 */
function useDrills(parts: DrillParts) {
  const { table, scheduler, channels, clock } = parts;
  beforeEach(() => channels.reply(aNewIdEach));
  let hours: ReturnType<typeof runHours> | undefined;
  return async () => {
    hours ??= runHours(parts);
    const { old, copy, pending, sent, ...others } = await hours;
    const sentInHours = channels.messages().length;
    clock.now = new Date(N);
    return {
      ...others,
      old: await aTable(table, { hasStream: false, items: old }),
      copy: await aTable(table, { adopt: false, hasStream: false, items: copy }),
      pending: new Pending(scheduler, pending),
      /** All messages since the first hour. */
      messages: () => [...sent, ...channels.messages().slice(sentInHours)],
    };
  };
}

type Drill = Awaited<ReturnType<ReturnType<typeof useDrills>>>;

/** The ids of the stub's own answers begin again with each test, and the tables already hold those of the first. */
const aNewIdEach = {
  status: 200,
  get body() {
    return { MessageId: randomUUID() };
  },
};

/** Runs to T, copies, and runs on to N: sends, money, opt-outs, keys, new customers, and what the merchant changes. */
async function runHours({ channels, ...parts }: DrillParts) {
  const { table, clock } = parts;
  const old = await aTable(table, { hasStream: false });
  const { service, pending } = await aService(old, parts);
  const merchant = await aMerchant();
  const [ada, stopping] = [aNewPerson(), aNewPerson()] as (object & Phone)[];
  const create = (given: object = {}) => merchant.create(given);
  const ids: Record<string, string> = {};
  const names = ['followed', 'shared', 'partly', 'paid', 'completed', 'stopped', 'paused', 'promised'];
  for (const name of names) {
    const contact = { followed: ada, shared: ada, stopped: stopping }[name];
    ids[name] = (await create(contact && { contact })).id;
  }
  const id = (name: string): string => ids[name] ?? '';
  await service.runUntil('2026-03-02T09:35:00.000Z');
  await merchant.pay(id('partly'), 10_000, 'before');
  await service.runUntil(T);
  const copy = await itemsOf(old);
  await service.runUntil('2026-03-02T09:50:00.000Z');
  await merchant.pay(id('partly'), 5_000, 'after');
  await merchant.pay(id('paid'), 45_000, 'whole');
  await merchant.complete(id('completed'));
  await merchant.stop(String(stopping?.phone));
  await merchant.revokeLeaked(clock.now);
  await merchant.pause(id('paused'));
  await merchant.promise(id('promised'), '2026-03-02T15:00:00.000Z');
  await merchant.addProvider('later');
  for (const name of ['new', 'newest']) ids[name] = (await create()).id;
  await service.runUntil('2026-03-02T10:40:00.000Z');
  await merchant.pay(id('newest'), 1_000, 'new');
  await service.runUntil(N);
  const all = Object.values(ids);
  return {
    old: await itemsOf(old),
    copy,
    merchant,
    /** All that the merchant could see of the old table. */
    seen: await merchant.see(all),
    id,
    pending,
    parts,
    sent: channels.messages(),
    all,
    stoppedPhone: String(stopping?.phone),
  };
}

const table = useTable();
keepLogsPrivate(captureLogs());
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const aDrill = useDrills({ table, scheduler: useScheduler(), channels: useChannels(), clock });
beforeEach(() => {
  systemClock.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
});

/** The service on the copy, from here on. */
async function adopt({ copy, parts, pending }: Drill) {
  used.name = copy;
  return (await aService(copy, parts, pending)).service;
}

function skipUntil(instant: string): void {
  process.env['NOTHING_DUE_BEFORE'] = instant;
  onTestFinished(() => {
    delete process.env['NOTHING_DUE_BEFORE'];
  });
}

async function listedBy(merchant: Merchant): Promise<string[]> {
  const listed: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await merchant.list(page)).body as { data: { id: string }[]; meta: { count: number } };
    listed.push(...data.map(({ id }) => id));
    if (data.length > 0) continue;
    expect(meta.count).toBe(listed.length);
    return listed;
  }
}

/** Every event is told once, by one id, and the numbers of a collection have no gaps. */
async function expectToldOnce(merchant: Merchant, ids: readonly string[]): Promise<void> {
  const told = await merchant.events();
  for (const id of ids) {
    const own = told.filter(({ data }) => data.collection.id === id);
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1));
    expect(own.map((event) => event.id)).toEqual([...new Set(own.map((event) => event.id))]);
    const nameOf = (event: { id: string; type: string }) => `${event.type} ${event.id}`;
    const shown = (await merchant.collection(id)).events.map(nameOf);
    expect(own.map(nameOf).toSorted()).toEqual(shown.toSorted());
  }
}

describe('a restore without the old table', () => {
  it('nothing that was due before the fence is sent; what comes after it is, and everything agrees with itself', async () => {
    const drill = await aDrill();
    const { merchant, id } = drill;
    skipUntil(N);
    const service = await adopt(drill);
    const sent = drill.messages().length;
    await service.runAllAgain();
    expect(drill.messages()).toHaveLength(sent);
    await service.runUntil('2026-03-02T11:40:00.000Z');
    const kept = drill.all.slice(0, -2);
    for (const each of kept) {
      const { slots } = await merchant.planOf(each);
      const between = slots.filter(({ dueAt }) => dueAt > T && dueAt < N);
      expect(between.map(({ status, skipReason }) => skipReason ?? status)).toEqual(between.map(() => 'restored'));
    }
    const { slots } = await merchant.planOf(id('partly'));
    expect(slots.find(({ dueAt }) => dueAt === '2026-03-02T11:00:00.000Z')?.status).toBe('sent');
    expect(await listedBy(merchant)).toHaveLength(kept.length);
    await merchant.pay(id('paid'), 45_000, 'whole');
    expect((await merchant.collection(id('paid'))).status).toBe('completed');
    await service.runUntil('2026-03-02T12:40:00.000Z');
    expect((await merchant.collection(id('followed'))).status).toBe('expired');
    await service.relayNew();
    await expectToldOnce(merchant, kept);
    expect((await merchant.create()).id).toBeDefined();
  });
});

/** KMS as it is for keys of several Regions, whose ids begin with `mrk-`: each Region's key decrypts what another's has encrypted. */
const kmsOfRegions = {
  send: async ({ input }: { input: { KeyId: string; Plaintext?: Uint8Array; CiphertextBlob?: Uint8Array } }) => {
    const key = input.KeyId.includes(':key/mrk-') ? input.KeyId.split('/').at(-1) : input.KeyId;
    if (input.Plaintext)
      return { CiphertextBlob: Buffer.from(JSON.stringify([key, `${Buffer.from(input.Plaintext)}`])) };
    const [of, text] = JSON.parse(`${Buffer.from(input.CiphertextBlob ?? [])}`);
    if (of !== key) throw Object.assign(new Error('another key'), { name: 'IncorrectKeyException' });
    return { Plaintext: Buffer.from(text) };
  },
} as never;

const keyIn = (region: string, id: string) => `arn:aws:kms:${region}:111111111111:key/${id}`;

describe('the loss of a Region', () => {
  it('on a copy of the table in another Region keys hold, credentials decrypt, webhooks are signed as before, and nothing is sent twice', async () => {
    const drill = await aDrill();
    const provider = `prv_${'a'.repeat(35)}`;
    const sealerIn = (region: string, id: string) =>
      sealerFrom({ credentialsKey: keyIn(region, id), kms: kmsOfRegions });
    const sealed = await sealerIn('eu-west-1', 'mrk-1').seal(provider, '{"secretKey":"sk"}');
    const single = await sealerIn('eu-west-1', '1').seal(provider, '{}');
    const secretsIn = (replica: string) => webhookSecretsFrom(service, async () => replica).secretsOf('whe_1', [1]);
    const signed = await secretsIn('the-key-of-the-webhooks');
    skipUntil(N);
    const there = await adopt(drill);
    const sent = drill.messages().length;
    expect(await drill.merchant.statusWith(drill.merchant.tenant.key)).toBe(200);
    expect(await sealerIn('eu-central-1', 'mrk-1').unseal(provider, sealed)).toBe('{"secretKey":"sk"}');
    await expect(sealerIn('eu-central-1', '1').unseal(provider, single)).rejects.toThrow('another key');
    expect(await secretsIn('the-key-of-the-webhooks')).toEqual(signed);
    await there.runAllAgain();
    expect(drill.messages()).toHaveLength(sent);
  });
});
