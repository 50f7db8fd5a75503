/** The states of a webhook endpoint, and who may change them. */
import { describe, expect, it } from 'vitest';
import {
  changeEndpoint,
  healEndpoint,
  liveSecretVersions,
  newEndpoint,
  rotateSecret,
  stopEndpoint,
  type WebhookEndpoint,
  wants,
} from '#lib/domain/webhook/endpoint.ts';

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
