/** Signatures of deliveries, checked by the library of the standard that receivers use. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { deriveSecret, signedHeaders } from '#lib/domain/webhook/signature.ts';

const secret = deriveSecret('key', 'whe_1', 1);
const next = deriveSecret('key', 'whe_1', 2);
const body = '{"type":"collection.completed","name":"Zoë"}';
const signed = (secrets: readonly string[]) =>
  signedHeaders({ id: 'evt_1', body, sentAt: new Date(Date.now() + 999), secrets });

it('a secret is of 32 bytes, and another for each endpoint, version and deployment', () => {
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(deriveSecret('key', 'whe_1', 1)).toBe(secret);
  const all = [secret, next, deriveSecret('key', 'whe_2', 1), deriveSecret('other', 'whe_1', 1)];
  expect(new Set(all).size).toBe(4);
});

it.each([
  ['the only secret', [secret], secret],
  ['the old secret of a rotation', [next, secret], secret],
  ['the new secret of a rotation', [next, secret], next],
])('a receiver with %s takes it', (_name, secrets, own) => {
  expect(new Webhook(own).verify(body, signed(secrets))).toEqual(JSON.parse(body));
});

it('a receiver with another secret, another body or another id refuses it', () => {
  const headers = signed([secret]);
  expect(() => new Webhook(next).verify(body, headers)).toThrow('No matching signature found');
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found');
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching');
});

it('names the event, and the second in which it was sent', () => {
  const sentAt = new Date('2026-03-01T09:00:00.999Z');
  expect(signedHeaders({ id: 'evt_1', body, sentAt, secrets: [] })).toEqual({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Date.parse('2026-03-01T09:00:00Z') / 1000),
    'webhook-signature': '',
  });
});
