/** Previewing a plan, which writes nothing. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody, aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const getFollowUps = makeGetFollowUps(service);
const handler = previewFollowUps(service);

const { documents, tableName } = useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const ask = (body: object) => invoke(handler, { method: 'POST', key: tenants.mine.key, body });
const preview = async (body: object) => dataOf(await ask(body), FollowUpPlanResponse);
const everything = async () => (await documents.send(new ScanCommand({ TableName: tableName }))).Items;
const without = (name: string, { [name]: _left, ...body }: Record<string, unknown>) => body;

const BODIES: Record<string, Record<string, unknown>> = {
  'of the default strategy': aCreateBody(),
  'of the interface’s example': aFullCreateBody(),
  'without follow-ups': aCreateBody({ followUp: { enabled: false } }),
  'of a contact that only email reaches': aCreateBody({
    contact: aContactBody({ phone: '12345', email: 'eve@example.com' }),
  }),
  'of a month, in French': aCreateBody({
    contact: aContactBody({ phone: '+221771234567', email: 'a@example.com' }),
    expiresIn: 43_200,
  }),
};

describe('POST /public/follow-ups/preview', () => {
  it.each(Object.keys(BODIES))(
    'a preview shows the plan that a create with the same body then has: %s',
    async (name) => {
      const body = { ...BODIES[name], reference: `preview ${name}` };
      const previewed = await preview(body);
      const { id } = await aCreatedCollection(tenants.mine, body);
      const answer = await invoke(getFollowUps, { key: tenants.mine.key, id });
      expect(previewed).toEqual(dataOf(answer, FollowUpPlanResponse));
    },
  );

  it('a preview writes nothing', async () => {
    const before = await everything();
    for (const body of Object.values(BODIES)) await preview(body);
    expect(await everything()).toEqual(before);
  });

  it('a preview needs no reference: its texts and links are examples then', async () => {
    const plan = await preview(without('reference', aCreateBody({ payable: { enabled: true } })));
    expect(plan.slots).toHaveLength(3);
    expect(plan.slots.at(-1)?.text).toContain('https://collections.example/pay/');
  });

  it('a preview uses the names and the opt-outs of the addresses in its body, not those of the contact they find', async () => {
    const contact = aContactBody({ phone: '+2348031239999', email: 'known@example.com' });
    await aCreatedCollection(tenants.mine, { contact });
    await optOut(table, [{ channel: 'sms', address: '+2348031239999' }], 'reply', clock.now);
    const other = await preview(aCreateBody({ contact: { ...contact, firstName: 'Eve', phone: '+2348030000001' } }));
    expect(other.slots.map(({ channel }) => channel)).toContain('sms');
    expect(other.slots[0]?.text).toContain('Eve');
    const same = await preview(aCreateBody({ contact }));
    expect(same.slots.map(({ channel }) => channel)).not.toContain('sms');
    expect(same.reasons).toContain('sms left out: opted out');
  });

  it('a preview refuses what a create refuses', async () => {
    expectRefusal(await ask(aCreateBody({ provider: 'unknown' })), {
      status: 400,
      code: 'validation_failed',
      paths: ['provider'],
    });
    expectRefusal(await ask(aCreateBody({ payable: { enabled: true, methods: ['card'] } })), {
      status: 400,
      code: 'validation_failed',
      paths: ['payable.methods'],
    });
  });
});

everyEndpoint({
  operation: 'preview-follow-ups',
  handler,
  tenants,
  prepare: async () => ({ body: aCreateBody() }),
});
