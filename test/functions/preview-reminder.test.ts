/** Previewing a reminder on a real table: what is shown is what is sent, and nothing is written. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { pauseFollowUps as makePauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { previewReminder } from '#functions/api/preview-reminder.ts';
import { sendFollowUp as makeSendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const getFollowUps = makeGetFollowUps(service);
const pauseFollowUps = makePauseFollowUps(service);
const handler = previewReminder(service);
const sendFollowUp = makeSendFollowUp(service);
const updateStatus = updateCollectionStatus(service);

const { documents, tableName } = useTable();
keepLogsPrivate(captureLogs());
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:30.000Z'));
systemClock.sleep = async () => {};

const call = (id: string, body: object = {}) => ({ method: 'POST', key: tenants.mine.key, id, body });
const resource = '/public/collections/{id}/follow-ups/send/preview';
const ask = (id: string, body?: object) => invoke(handler, { ...call(id, body), resource });
const preview = async (id: string, body?: object) => dataOf(await ask(id, body), ReminderPreviewResponse);
const send = (id: string, body?: object) => invoke(sendFollowUp, call(id, body));
const everything = async () => (await documents.send(new ScanCommand({ TableName: tableName }))).Items;

/** When it is due. */
async function run(id: string, { dueAt }: ReminderPreviewResponse): Promise<void> {
  clock.now = new Date(dueAt);
  await runCollection({ collection: id });
}

const ABROAD = { firstName: 'Awa', phone: '+221771234567', email: 'Awa@Example.com' };

/** What was sent, as it is shown. */
const sent = () => channels.messages().map((each) => ({ ...each, text: maskOptOutTokens(each.text) }));

describe('the preview of a reminder', () => {
  it.each([
    ['by SMS', {}, { channel: 'sms' }],
    ['by email, in a tone', {}, { channel: 'email', tone: 'urgent' }],
    ['by SMS, in French', { contact: aContactBody(ABROAD) }, { channel: 'sms', tone: 'professional' }],
    ['by email, where follow-ups are off', { followUp: { enabled: false } }, { channel: 'email' }],
    ['by the first channel of the plan', { followUp: { enabled: true, channels: ['email', 'sms'] } }, {}],
  ])('a preview shows the very text and recipient that are then sent: %s', async (_, given, body) => {
    const { id } = await aCreatedCollection(tenants.mine, given);
    const shown = await preview(id, body);
    expect((await send(id, body)).status).toBe(202);
    await run(id, shown);
    expect(sent().map(({ channel, to, text }) => ({ channel, to, text }))).toEqual([
      { channel: shown.channel, to: shown.to, text: shown.text },
    ]);
    expect(shown).toMatchObject({ dueAt: '2026-03-02T09:01:00.000Z', ...body });
  });

  it('a preview by WhatsApp shows the text that the plan shows of the message afterwards', async () => {
    const { id, contact } = await aCreatedCollection(tenants.mine);
    const shown = await preview(id, { channel: 'whatsapp' });
    expect(shown.to).toBe(contact.phone);
    await send(id, { channel: 'whatsapp' });
    await run(id, shown);
    expect(sent()).toMatchObject([{ channel: 'whatsapp', to: shown.to }]);
    const plan = dataOf(await invoke(getFollowUps, { key: tenants.mine.key, id }), FollowUpPlanResponse);
    expect(plan.slots[0]).toMatchObject({ status: 'sent', text: shown.text, tone: shown.tone });
  });

  it('a preview writes nothing, not even the expiry of a collection that has expired', async () => {
    const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 600 });
    const before = await everything();
    await preview(id);
    clock.advance(601);
    expectRefusal(await ask(id), { status: 409, code: 'invalid_transition' });
    expect(await everything()).toEqual(before);
  });

  it('while a reminder that was asked for waits, a preview shows that one, whatever it asks for', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const first = await preview(id, { channel: 'email', tone: 'urgent' });
    await send(id, { channel: 'email', tone: 'urgent' });
    clock.advance(1);
    expect(await preview(id, { channel: 'sms', tone: 'gentle' })).toEqual(first);
    await run(id, first);
    expect(sent()).toMatchObject([{ channel: 'email', to: first.to, text: first.text }]);
  });

  it('a preview of a paused collection shows the reminder, which a pause does not forbid', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await invoke(pauseFollowUps, call(id));
    const shown = await preview(id, { channel: 'sms' });
    await send(id, { channel: 'sms' });
    await run(id, shown);
    expect(sent()).toMatchObject([{ to: shown.to, text: shown.text }]);
  });

  it('a preview is refused exactly as the reminder would be: at night, after an opt-out, and after the end', async () => {
    const night = await aCreatedCollection(tenants.mine);
    clock.advance(12 * 60);
    const refused = await ask(night.id);
    expectRefusal(refused, { status: 409, code: 'not_now', paths: [''] });
    expect(refused.body.errors?.[0]).toMatchObject({ reason: 'quiet_hours', firstAt: '2026-03-03T07:00:00.000Z' });
    expect(refused.body).toEqual((await send(night.id)).body);

    const { id, contact } = await aCreatedCollection(tenants.mine);
    await optOut(table, [{ channel: 'sms', address: contact.phone }], 'reply', clock.now);
    const silent = await ask(id, { channel: 'sms' });
    expect(silent.body.errors?.[0]).toMatchObject({ reason: 'opted_out' });
    expect(silent.body).toEqual((await send(id, { channel: 'sms' })).body);

    await invoke(updateStatus, { ...call(id, { status: 'cancelled' }), method: 'PATCH' });
    const ended = await ask(id);
    expectRefusal(ended, { status: 409, code: 'invalid_transition' });
    expect(ended.body).toEqual((await send(id)).body);
  });

  it('a preview by an unknown channel or in an unknown tone answers 400', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    expectRefusal(await ask(id, { channel: 'fax', tone: 'rude' }), {
      status: 400,
      code: 'validation_failed',
      paths: ['channel', 'tone'],
    });
  });
});

const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: {} });
everyEndpoint({ operation: 'preview-reminder', handler, tenants, prepare });
