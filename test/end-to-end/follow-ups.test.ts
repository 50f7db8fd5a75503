/** The plan of a collection's follow-ups and its preview. The planned slots depend on the configured senders. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { Client } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, createCollection, listCollections, setStatus } from './requests.ts';

const service = useService();

type Plan = FollowUpPlanResponse;

async function planOf(id: string, client: Client = service.owner): Promise<Plan> {
  const answer = await client.send('GET', `/public/collections/${id}/follow-ups`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as Plan;
}

async function preview(json: unknown): Promise<Plan> {
  const answer = await service.owner.send('POST', '/public/follow-ups/preview', { json });
  expect(answer.status, answer.text).toBe(200);
  return answer.data as Plan;
}

/** Without instants, because two requests may fall into different minutes. */
const timeless = ({ slots, ...plan }: Plan) => ({
  ...plan,
  slots: slots.map(({ slot, channel, tone, status }) => ({ slot, channel, tone, status })),
  removed: [],
});

const MUCH = { startAfter: 20, cadence: 'every_10m', channels: ['whatsapp', 'sms', 'email'], tone: 'gentle' };

describe('the plan of a collection', () => {
  it('a plan has numbered slots with text and reason, each later than the one before and before the expiry', async () => {
    const { id, createdAt, expiresIn } = await createCollection(service.owner, aCollection({ followUp: MUCH }));
    const { enabled, reasons, slots } = await planOf(id);
    expect(enabled).toBe(true);
    expect(reasons.length).toBeGreaterThan(0);
    expect(slots.map(({ slot }) => slot)).toEqual(slots.map((_, index) => index + 1));
    const expiresAt = new Date(Date.parse(createdAt) + expiresIn * 60_000).toISOString();
    const times = [createdAt, ...slots.map(({ dueAt }) => dueAt), expiresAt];
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(times.length);
    for (const { text, reason, status, tone } of slots) {
      expect(text).toContain('45,000');
      expect([reason !== '', status, tone]).toEqual([true, 'planned', 'gentle']);
    }
  });

  it('the plan of a collection is the same each time it is read', async () => {
    const { id } = await createCollection(service.owner);
    expect(await planOf(id)).toEqual(await planOf(id));
  });

  it('the plan of a collection is empty when its follow-ups are off', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: { enabled: false } }));
    expect(await planOf(id)).toMatchObject({ enabled: false, slots: [], removed: [] });
  });

  it.each(['completed', 'cancelled', 'expired'])(
    'every slot of the plan is skipped once the collection is %s',
    async (status) => {
      const { id } = await createCollection(service.owner);
      const before = await planOf(id);
      await setStatus(service.owner, id, status);
      const { slots } = await planOf(id);
      expect(slots.map((slot) => [slot.slot, slot.status, slot.skipReason])).toEqual(
        before.slots.map(({ slot }) => [slot, 'skipped', status]),
      );
    },
  );

  it('the plan answers 403 to another account, 401 without a key, and 404 for an unknown collection', async () => {
    const { id } = await createCollection(service.owner);
    const ask = async (client: Client, path: string) => {
      const { status, error } = await client.send('GET', path);
      return [status, error?.message];
    };
    const path = `/public/collections/${id}/follow-ups`;
    expect(await ask(service.other, path)).toEqual([403, 'Collection belongs to different account']);
    expect(await ask(service.anonymous, path)).toEqual([401, 'Invalid API key']);
    for (const none of ['nobody', `${id}0`, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`]) {
      expect(await ask(service.owner, `/public/collections/${none}/follow-ups`)).toEqual([404, 'Collection not found']);
    }
  });
});

describe('a preview', () => {
  it.each([{}, { followUp: MUCH }, { followUp: { enabled: false } }, { expiresIn: 30 * 1440 }])(
    'a preview shows the plan that a create with the same body gets: %j',
    async (given) => {
      const body = aCollection(given);
      const previewed = await preview(body);
      const { id } = await createCollection(service.owner, body);
      expect(timeless(previewed)).toEqual(timeless(await planOf(id)));
    },
  );

  it('a preview stores nothing: the reference stays free and the list unchanged', async () => {
    const body = aCollection();
    const { meta } = await listCollections(service.other);
    const answer = await service.other.send('POST', '/public/follow-ups/preview', { json: body });
    expect(answer.status).toBe(200);
    expect((await listCollections(service.other)).meta.count).toBe(meta.count);
    expect((await createCollection(service.other, body)).reference).toBe(body['reference']);
  });

  it('a preview accepts a body without a reference or with a taken one', async () => {
    const { reference: _left, ...body } = aCollection();
    await preview(body);
    const taken = aCollection({ reference: `taken-${randomUUID()}` });
    await createCollection(service.owner, taken);
    await preview(taken);
  });

  it('a preview names the same faults as a create with the same body, all at once', async () => {
    const json = aCollection({ amount: { value: 0, currency: 'NGN' }, followUp: { cadence: 'hourly' }, colour: 'red' });
    const { status, error } = await service.owner.send('POST', '/public/follow-ups/preview', { json });
    expect(status).toBe(400);
    const paths = error?.errors?.map(({ path }) => path).toSorted();
    expect(paths).toEqual(['amount.value', 'colour', 'followUp.cadence']);
    const unknown = { json: aCollection({ provider: 'nobody' }) };
    expect((await service.owner.send('POST', '/public/follow-ups/preview', unknown)).status).toBe(400);
  });
});
