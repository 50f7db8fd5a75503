/**
 * The states of a webhook endpoint, and who may change them.
 * Which addresses a webhook endpoint may have. What its host resolves to is checked where it is looked up.
 * What is told of a webhook endpoint that stopped: an event to the others, and an email to the people behind it.
 * When failures pause or disable an endpoint, when it is probed, and when people are warned.
 */
import { describe, expect, it } from 'vitest';
import {
  changeEndpoint,
  healEndpoint,
  liveSecretVersions,
  newEndpoint,
  rotateSecret,
  type StatusReason,
  stopEndpoint,
  type UrlRules,
  urlFault,
  type WebhookEndpoint,
  wants,
} from '#lib/domain/webhook/endpoint.ts';
import { diagnose, endpointEvent, HEALTHY, nextProbeAt, warningsDue } from '#lib/domain/webhook/health.ts';
import { noticeEmail } from '#lib/domain/webhook/notice.ts';

const AT = new Date('2026-07-01T09:00:00.000Z');
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000);
const enabled = newEndpoint('whe_1', { url: 'https://shop.example/', events: ['*'] }, AT);
const disabled = stopEndpoint(enabled, 'gone', minutes(1));

describe('an endpoint', () => {
  it('an endpoint wants the types that it names, or all of them', () => {
    expect(wants({ events: ['*'] }, 'payment.received')).toBe(true);
    expect(wants({ events: ['payment.received'] }, 'payment.received')).toBe(true);
    expect(wants({ events: ['payment.received'] }, 'payment.refunded')).toBe(false);
  });

  it('a change of nothing leaves an endpoint as it is, its time of change too', () => {
    const changed = changeEndpoint(enabled, { url: enabled.url, status: 'enabled' }, minutes(5));
    expect(changed).toBe(enabled);
  });

  it('what a merchant paused is neither stopped by failures nor healed by a probe', () => {
    const paused = changeEndpoint(enabled, { status: 'paused' }, minutes(1)) as WebhookEndpoint;
    expect(paused).toMatchObject({ status: 'paused', statusReason: 'merchant' });
    for (const reason of ['failing', 'retry_after', 'gone'] as const)
      expect(stopEndpoint(paused, reason, minutes(2))).toBe(paused);
    expect(healEndpoint(paused, minutes(2))).toBe(paused);
  });

  it.each(['failing', 'retry_after'] as const)('a pause by %s heals by itself, and shows no reason then', (reason) => {
    const healed = healEndpoint(stopEndpoint(enabled, reason, minutes(1)), minutes(2));
    expect(healed).toMatchObject({ status: 'enabled', statusSince: minutes(2).toISOString() });
    expect(healed).not.toHaveProperty('statusReason');
  });

  it('a disabled endpoint is enabled only after a ping that passed since then, at its present address', () => {
    const enable = (endpoint: WebhookEndpoint, change = {}) =>
      changeEndpoint(endpoint, { ...change, status: 'enabled' }, minutes(9));
    expect(healEndpoint(disabled, minutes(2))).toBe(disabled);
    expect(enable(disabled)).toBeUndefined();
    expect(enable({ ...disabled, pingedAt: AT.toISOString() })).toBeUndefined();
    const pinged = { ...disabled, pingedAt: minutes(2).toISOString() };
    expect(enable(pinged, { url: 'https://other.example/' })).toBeUndefined();
    expect(enable(pinged)).toMatchObject({ status: 'enabled' });
    expect(changeEndpoint(pinged, { status: 'paused' }, minutes(9))).toBeUndefined();
  });

  it('a disabled endpoint can be given another address', () => {
    const moved = changeEndpoint(disabled, { url: 'https://other.example/' }, minutes(9));
    expect(moved).toMatchObject({ url: 'https://other.example/', status: 'disabled', statusReason: 'gone' });
  });

  it('after a rotation both secrets hold for so many hours, and at zero hours the new one alone', () => {
    const rotated = rotateSecret(enabled, 24, AT);
    expect(liveSecretVersions(rotated, minutes(24 * 60 - 1))).toEqual([2, 1]);
    expect(liveSecretVersions(rotated, minutes(24 * 60))).toEqual([2]);
    expect(liveSecretVersions(rotateSecret(rotated, 0, minutes(1)), minutes(1))).toEqual([3]);
  });
});

const DEPLOYED: UrlRules = { ownHost: 'api.example.com', allowsLoopback: false };
const LOCAL: UrlRules = {
  ownHost: undefined,
  allowsLoopback: true,
  own: { ports: ['4000', '80'], receiverPath: '/_local/receiver' },
};
const padded = (bytes: number) => `https://shop.example/${'ü'.repeat(10)}`.padEnd(bytes - 10, 'x');

describe('a deployed service', () => {
  it.each([
    'https://shop.example/',
    'https://shop.example:443/hooks?key=1',
    'HTTPS://Shop.Example/hooks',
    'https://api.example.com.evil.example/',
    'https://10.example/',
    padded(2048),
  ])('takes %.60s', (url) => expect(urlFault(url, DEPLOYED)).toBeUndefined());

  it.each([
    ['', 'must be an absolute URL'],
    ['/hooks', 'must be an absolute URL'],
    ['shop.example', 'must be an absolute URL'],
    [padded(2049), 'must have at most 2048 bytes'],
    ['https://ada@shop.example/', 'must not contain a user name or a password'],
    ['https://:secret@shop.example/', 'must not contain a user name or a password'],
    ['https://shop.example/#top', 'must not have a fragment'],
    ['https://shop.example/#', 'must not have a fragment'],
    ['http://shop.example/', 'must begin with https://'],
    ['http://localhost/', 'must begin with https://'],
    ['ftp://shop.example/', 'must begin with https://'],
    ['https://shop.example:8443/', 'must use port 443'],
    ['https://10.0.0.1/', 'must name a host, not an address'],
    ['https://2130706433/', 'must name a host, not an address'],
    ['https://0x7f.1/', 'must name a host, not an address'],
    ['https://[::1]/', 'must name a host, not an address'],
    ['https://api.example.com/hooks', 'must not be an address of this service'],
    ['https://API.example.com./hooks', 'must not be an address of this service'],
  ])('refuses %.60s: %s', (url, fault) => expect(urlFault(url, DEPLOYED)).toBe(fault));
});

describe('a local run', () => {
  it.each([
    'http://localhost:5000/',
    'http://127.0.0.1:4001/',
    'http://[::1]:5000/',
    'http://localhost:4000/_local/receiver',
    'https://shop.example/',
  ])('takes %s', (url) => expect(urlFault(url, LOCAL)).toBeUndefined());

  it.each([
    ['http://localhost:4000/', 'must not be an address of this service'],
    ['http://127.0.0.1/_local/receive', 'must not be an address of this service'],
    ['http://192.168.1.2:5000/', 'must begin with https://'],
    ['https://127.0.0.1/', 'must name a host, not an address'],
    ['http://user@localhost:5000/', 'must not contain a user name or a password'],
  ])('refuses %s: %s', (url, fault) => expect(urlFault(url, LOCAL)).toBe(fault));
});

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

const SINCE = new Date('2026-07-01T09:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (ms: number) => new Date(SINCE.getTime() + ms);
const failing = (failures: number) => ({ ...HEALTHY, failures, failingSince: SINCE.toISOString() });

describe('the health of an endpoint', () => {
  it.each([
    [19, 6 * MINUTE, 'bearable'],
    [20, 5 * MINUTE - 1, 'bearable'],
    [20, 5 * MINUTE, 'failing'],
    [1, 120 * HOUR - 1, 'bearable'],
    [1, 120 * HOUR, 'failing_for_days'],
    [500, 120 * HOUR, 'failing_for_days'],
  ] as const)('%i failures in a row, the first of them %i ms ago, are %s', (failures, ms, diagnosis) => {
    expect(diagnose(failing(failures), later(ms))).toBe(diagnosis);
  });

  it('an endpoint without a failure is never diagnosed with one', () => {
    expect(diagnose(HEALTHY, later(1_000 * HOUR))).toBe('bearable');
    expect(warningsDue(HEALTHY, later(1_000 * HOUR))).toBe(0);
  });

  it('an endpoint is probed after 5, 10, 20 and 40 minutes, and then every hour', () => {
    const waits = [0, 1, 2, 3, 4, 50].map((probes) => nextProbeAt({ ...HEALTHY, probes }, SINCE).getTime());
    expect(waits.map((at) => (at - SINCE.getTime()) / MINUTE)).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('people are warned after an hour, a day and four days without a success', () => {
    const due = [HOUR - 1, HOUR, 24 * HOUR - 1, 24 * HOUR, 96 * HOUR - 1, 96 * HOUR, 119 * HOUR];
    expect(due.map((ms) => warningsDue(failing(1), later(ms)))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  });
});
