/** The rules for `readWebhookEvent` of every adapter: it reads only what the provider has signed. */
import { expect, it } from 'vitest';
import { isText } from '#lib/payment/read-answer.ts';
import { NOW } from './an-order.ts';
import { damagesOf } from './ask-adapter.ts';
import type { ProviderScript } from './provider-script.ts';

const UNSIGNED = { kind: 'unsigned' };

export const readsWebhooks = ({ name, adapter, credentials, webhook }: ProviderScript): void => {
  const secret = credentials[webhook.secret] ?? '';
  const PAID = JSON.stringify(webhook.paid);
  const read = (body: string, headers: Record<string, string | undefined>, known = credentials) =>
    adapter.readWebhookEvent({ body, headers }, known, NOW);
  const signed = (body: string) => read(body, webhook.sign(body, secret, NOW));

  it(`the ${name} adapter reads from a webhook which payment to look up`, () => {
    expect(signed(PAID)).toMatchObject({ kind: 'movement', lookup: webhook.lookup });
  });

  it.each(webhook.events)(`the ${name} adapter reads from the webhook %j to look up %j`, (event, lookup) => {
    const { hasSequel: _later, ...read } = signed(JSON.stringify(event)) as object & { hasSequel?: true };
    expect(read).toEqual({ kind: 'movement', lookup });
  });

  it(`the ${name} adapter reads a webhook with a missing or wrong field as less, or as nothing, and never throws`, () => {
    for (const [event] of webhook.events) {
      for (const { what, body } of damagesOf(event)) {
        const read = signed(JSON.stringify(body));
        expect(['movement', 'other'], what).toContain(read.kind);
        if (read.kind === 'movement') expect(Object.values(read.lookup).every(isText), what).toBe(true);
      }
    }
  });

  it(`the ${name} adapter checks the signature of the unchanged body of a webhook, with any spaces and letters`, () => {
    const spaced = `${JSON.stringify({ ...webhook.paid, note: 'Ünï' }, null, 4)}\n`;
    expect(signed(spaced)).toMatchObject({ kind: 'movement', lookup: webhook.lookup });
  });

  it.each([
    ['no signature', {}],
    ['an empty signature', Object.fromEntries(Object.keys(webhook.sign('', '', NOW)).map((header) => [header, '']))],
    ['the signature of another body', webhook.sign(`${PAID} `, secret, NOW)],
    ["another account's secret", webhook.sign(PAID, `${secret}x`, NOW)],
    ['the empty secret', webhook.sign(PAID, '', NOW)],
    ['junk', Object.fromEntries(Object.keys(webhook.sign('', '', NOW)).map((header) => [header, 't=1,v1=zz,\u00ff']))],
  ])(`the ${name} adapter refuses a webhook with %s`, (_what, headers) => {
    expect(read(PAID, headers)).toEqual(UNSIGNED);
  });

  it(`the ${name} adapter refuses a webhook whose body was changed after it was signed`, () => {
    const tampered = PAID.replace(webhook.lookup.reference, `${webhook.lookup.reference.slice(0, -1)}2`);
    expect(tampered).not.toBe(PAID);
    expect(read(tampered, webhook.sign(PAID, secret, NOW))).toEqual(UNSIGNED);
  });

  it(`the ${name} adapter accepts no webhook when it has no secret, not even one signed with an empty secret`, () => {
    for (const known of [{}, { ...credentials, [webhook.secret]: '' }]) {
      expect(read(PAID, webhook.sign(PAID, '', NOW), known)).toEqual(UNSIGNED);
      expect(read(PAID, { 'verif-hash': '' }, known)).toEqual(UNSIGNED);
    }
  });

  it.each(['', '{', 'null', '[]', '42', '"text"', '<xml/>'])(
    `the ${name} adapter calls the webhook %j malformed when it is signed`,
    (body) => {
      expect(signed(body)).toEqual({ kind: 'malformed' });
      expect(read(body, {})).toEqual(UNSIGNED);
    },
  );

  it.each([...webhook.others, {}, { data: null }, JSON.parse('{"__proto__":{"event":"charge.success"}}') as object])(
    `the ${name} adapter ignores the webhook %j`,
    (event) => {
      expect(signed(JSON.stringify(event))).toEqual({ kind: 'other' });
    },
  );

  it(`the ${name} adapter reads a webhook of five megabytes`, () => {
    const huge = JSON.stringify({ ...webhook.paid, padding: 'x'.repeat(5_000_000) });
    expect(signed(huge)).toMatchObject({ kind: 'movement', lookup: webhook.lookup });
    expect(read(huge, webhook.sign(PAID, secret, NOW))).toEqual(UNSIGNED);
  });
};
