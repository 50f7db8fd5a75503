/** What every adapter promises about webhooks: nothing is read that the provider has not signed. */
import { describe, expect, it } from 'vitest';
import { NOW } from './an-order.ts';
import { SCRIPTS } from './scripts.ts';

const UNSIGNED = { kind: 'unsigned' };

describe.each(SCRIPTS)('$name', ({ adapter, credentials, webhook }) => {
  const secret = credentials[webhook.secret] ?? '';
  const PAID = JSON.stringify(webhook.paid);
  const read = (body: string, headers: Record<string, string | undefined>, known = credentials) =>
    adapter.readWebhookEvent({ body, headers }, known, NOW);
  const signed = (body: string) => read(body, webhook.sign(body, secret, NOW));

  it('says which payment to ask for', () => {
    expect(signed(PAID)).toEqual({ kind: 'payment', lookup: webhook.lookup });
  });

  it('judges the body as it came, whatever its spaces and letters', () => {
    const spaced = `${JSON.stringify({ ...webhook.paid, note: 'Ünï' }, null, 4)}\n`;
    expect(signed(spaced)).toEqual({ kind: 'payment', lookup: webhook.lookup });
  });

  it.each([
    ['no signature', {}],
    ['an empty signature', Object.fromEntries(Object.keys(webhook.sign('', '', NOW)).map((name) => [name, '']))],
    ['the signature of another body', webhook.sign(`${PAID} `, secret, NOW)],
    ["another account's secret", webhook.sign(PAID, `${secret}x`, NOW)],
    ['the empty secret', webhook.sign(PAID, '', NOW)],
    ['junk', Object.fromEntries(Object.keys(webhook.sign('', '', NOW)).map((name) => [name, 't=1,v1=zz,\u00ff']))],
  ])('refuses %s', (_what, headers) => {
    expect(read(PAID, headers)).toEqual(UNSIGNED);
  });

  it('refuses a body that was changed after it was signed', () => {
    const tampered = PAID.replace(webhook.lookup.reference, `${webhook.lookup.reference.slice(0, -1)}2`);
    expect(tampered).not.toBe(PAID);
    expect(read(tampered, webhook.sign(PAID, secret, NOW))).toEqual(UNSIGNED);
  });

  it('accepts nothing when it has no secret, not even what is signed with none', () => {
    for (const known of [{}, { ...credentials, [webhook.secret]: '' }]) {
      expect(read(PAID, webhook.sign(PAID, '', NOW), known)).toEqual(UNSIGNED);
      expect(read(PAID, { 'verif-hash': '' }, known)).toEqual(UNSIGNED);
    }
  });

  it.each(['', '{', 'null', '[]', '42', '"text"', '<xml/>'])('calls %j malformed, once it is signed', (body) => {
    expect(signed(body)).toEqual({ kind: 'malformed' });
    expect(read(body, {})).toEqual(UNSIGNED);
  });

  it.each([...webhook.others, {}, { data: null }, JSON.parse('{"__proto__":{"event":"charge.success"}}') as object])(
    'passes over %j',
    (event) => {
      expect(signed(JSON.stringify(event))).toEqual({ kind: 'other' });
    },
  );

  it('copes with a huge body', () => {
    const huge = JSON.stringify({ ...webhook.paid, padding: 'x'.repeat(5_000_000) });
    expect(signed(huge)).toEqual({ kind: 'payment', lookup: webhook.lookup });
    expect(read(huge, webhook.sign(PAID, secret, NOW))).toEqual(UNSIGNED);
  });
});
