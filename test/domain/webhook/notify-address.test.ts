/** The address that is warned when an endpoint fails: whose it is, and where its confirmation counts. */
import { describe, expect, it } from 'vitest';
import { newEndpoint, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { confirmationEmail, dayOf, notifyRefOf, withConfirmation } from '#lib/domain/webhook/notify-address.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { anAccount } from '#test/support/a-collection.ts';

const AT = new Date('2026-07-01T23:59:59.999Z');
const account = anAccount();
const ref = notifyRefOf(account, 'ops@example.com');
const endpoint = (id: string, notifyEmail?: string, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...newEndpoint(id, { url: 'https://shop.example/', events: ['*'], ...(notifyEmail && { notifyEmail }) }, AT),
  ...given,
});

it('an address is the same however it is written, and another one for each account', () => {
  expect(notifyRefOf(account, 'OPS@Example.com')).toEqual(ref);
  expect(notifyRefOf(account, 'ops@example.org').hash).not.toBe(ref.hash);
  expect(notifyRefOf({ ...account, salt: 'another' }, 'ops@example.com').hash).not.toBe(ref.hash);
  expect(dayOf(AT)).toBe('2026-07-01');
});

describe('a confirmation', () => {
  const now = '2026-07-02T00:00:00.000Z';

  it('counts at every endpoint that names the address, and at no other', () => {
    const [named, spelled, other, none] = [
      endpoint('whe_1', 'ops@example.com'),
      endpoint('whe_2', 'OPS@example.com', { notifyConfirmedAt: 'before' }),
      endpoint('whe_3', 'dev@example.com'),
      endpoint('whe_4'),
    ];
    expect(withConfirmation(account, ref, now)([named, spelled, other, none])).toEqual([
      { ...named, notifyConfirmedAt: now },
      { ...spelled, notifyConfirmedAt: now },
      other,
      none,
    ]);
  });

  it('is taken back, and what changes nothing leaves all as it was', () => {
    const confirmed = endpoint('whe_1', 'ops@example.com', { notifyConfirmedAt: now });
    expect(withConfirmation(account, ref, undefined)([confirmed])).toEqual([endpoint('whe_1', 'ops@example.com')]);
    for (const all of [[confirmed], [endpoint('whe_3', 'dev@example.com')], []])
      expect(withConfirmation(account, ref, now)(all)).toBe(all);
  });
});

it.each(LANGUAGES)(
  'the email in %s has the link twice, as text and to click, and nothing that a stranger wrote',
  (language) => {
    const { text, html } = confirmationEmail(ref, 'https://api.example', language);
    const [link = ''] = /https:\/\/api\.example\/notify\/[0-9a-z]+/.exec(text) ?? [];
    expect(link.length).toBeGreaterThan(40);
    expect(html).toContain(`<a href="${link}">${link}</a>`);
    expect(text).not.toContain(account.name);
  },
);
