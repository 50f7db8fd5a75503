/** What is told of a webhook endpoint that stopped: an event to the others, and an email to the people behind it. */
import { expect, it } from 'vitest';
import type { StatusReason, WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpointEvent } from '#lib/domain/webhook/endpoint-event.ts';
import { noticeEmail } from '#lib/domain/webhook/notice.ts';

const ref = { account: 'abc', key: 'def' } as unknown as Parameters<typeof endpointEvent>[0];
const statusSince = '2026-03-01T09:00:00.000Z';
const stopped = (statusReason?: StatusReason) => ({ id: 'whe_1', statusSince, statusReason }) as WebhookEndpoint;

it.each<[StatusReason, string]>([
  ['failing', 'webhook_endpoint.failing'],
  ['gone', 'webhook_endpoint.disabled'],
  ['failing_for_days', 'webhook_endpoint.disabled'],
])('of one that is %s: %s, with why, and no number among the events of a collection', (reason, type) => {
  const event = endpointEvent(ref, stopped(reason));
  expect(event).toEqual({
    ref,
    id: expect.stringMatching(/^evt_/),
    type,
    sequence: 0,
    toldAt: statusSince,
    body: expect.any(String),
  });
  expect(JSON.parse(event?.body ?? '')).toEqual({
    id: event?.id,
    type,
    timestamp: statusSince,
    data: { endpoint: { id: 'whe_1' }, reason },
  });
});

it('has an id for each endpoint, type and time: what stops again is told again', () => {
  const idOf = (changes: Partial<WebhookEndpoint>, reason: StatusReason = 'gone') =>
    endpointEvent(ref, { ...stopped(reason), ...changes })?.id;
  const ids = [idOf({}), idOf({ id: 'whe_2' }), idOf({}, 'failing'), idOf({ statusSince: '2026-03-02T09:00:00.000Z' })];
  expect(new Set(ids).size).toBe(4);
  expect(idOf({})).toBe(ids[0]);
});

it.each([[stopped('merchant')], [stopped('retry_after')], [stopped()]])(
  'nothing of a pause that was asked for: %j',
  (endpoint) => {
    expect(endpointEvent(ref, endpoint)).toBeUndefined();
  },
);

it.each([
  [
    'failing',
    { since: statusSince },
    'Your webhook endpoint fails',
    `whe_1 has not accepted a webhook since ${statusSince}.`,
  ],
  ['failing', {}, 'Your webhook endpoint fails', 'whe_1 has not accepted a webhook.'],
  [
    'disabled',
    { since: statusSince },
    'Your webhook endpoint is disabled',
    `a webhook since ${statusSince}, or answered 410.`,
  ],
] as const)('the email of one that is %s, %j', (kind, given, subject, sentence) => {
  const email = noticeEmail(kind, { id: 'whe_1', ...given });
  expect(email).toMatchObject({ channel: 'email', subject, headers: {} });
  const paragraphs = email.text.split('\n\n');
  expect(paragraphs[0]).toContain(sentence);
  expect(paragraphs[1]).toContain('Nothing is lost');
  expect(email.html).toBe(paragraphs.map((text) => `<p>${text}</p>`).join(''));
});
