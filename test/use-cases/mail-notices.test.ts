/** Who is mailed that an endpoint fails: an address that was confirmed, once a day. Others are asked once, or get nothing. */
import { expect, it } from 'vitest';
import { notifyRefOf } from '#lib/domain/webhook/notify-address.ts';
import { mailNotice } from '#lib/use-cases/mail-notices.ts';
import { anAccount } from '#test/support/a-collection.ts';

const account = anAccount({ mode: 'live' });
const ADDRESS = 'ops@shop.example';
const NOTICE = { channel: 'email', subject: 'It fails', text: 't', html: 'h', headers: {} } as const;
const CONFIRMED = { id: 'whe_1', notifyEmail: ADDRESS, notifyConfirmedAt: '2026-03-01T09:00:00.000Z' };
const NOW = new Date('2026-03-02T23:59:00.000Z');

type Given = {
  endpoint?: object;
  mode?: 'live' | 'test';
  optedOut?: string[];
  unreachable?: string[];
  isClaimed?: boolean;
  outcome?: string;
  isKnown?: boolean;
};

async function mailed(given: Given) {
  const { endpoint = CONFIRMED, mode = 'live', optedOut = [], unreachable = [] } = given;
  const mails: string[] = [];
  const claims: unknown[] = [];
  const faults: unknown[] = [];
  const ports = {
    clock: { now: () => NOW },
    settings: { baseUrl: 'https://pay.example', testAccountsSend: false },
    log: { count: (...line: unknown[]) => faults.push(line) },
    getAccount: async () => (given.isKnown === false ? undefined : { ...account, mode }),
    findReach: async () => ({ optedOut, unreachable }),
    claimNotice: async (...claim: unknown[]) => {
      claims.push(claim);
      return given.isClaimed !== true;
    },
    sendNotice: async ({ to, message }: { to: string; message: { subject: string } }) => {
      mails.push(`${to}: ${message.subject}`);
      return { kind: given.outcome ?? 'accepted' };
    },
    getNotifyAddress: async () => undefined,
    countAsking: async () => true,
    claimAsking: async () => true,
    setAsked: async () => {},
  };
  await mailNotice(ports as never, { account: account.id, hash: 'h' }, endpoint as never, NOTICE);
  return { mails, claims, faults };
}

it('goes to a confirmed address, by one claim for its day', async () => {
  const claims = [[notifyRefOf(account, ADDRESS), '2026-03-02']];
  expect(await mailed({})).toEqual({ mails: [`${ADDRESS}: It fails`], claims, faults: [] });
});

it('to an address that nobody has confirmed is a question instead, and claims no day', async () => {
  const { mails, claims } = await mailed({ endpoint: { id: 'whe_1', notifyEmail: ADDRESS } });
  expect(mails).toEqual([expect.stringMatching(/^ops@shop\.example: (?!It fails)/)]);
  expect(claims).toEqual([]);
});

it.each<[string, Given]>([
  ['an endpoint without an address', { endpoint: { ...CONFIRMED, notifyEmail: undefined } }],
  ['an account that is gone', { isKnown: false }],
  ['a test account', { mode: 'test' }],
  ['an address that has opted out', { optedOut: ['email'] }],
  ['an address that cannot be reached', { unreachable: ['email'] }],
])('does not go to %s, and claims nothing', async (_whom, given) => {
  expect(await mailed(given)).toEqual({ mails: [], claims: [], faults: [] });
});

it('does not go a second time that day', async () => {
  expect((await mailed({ isClaimed: true })).mails).toEqual([]);
});

it.each(['throttled', 'refused'])('that was %s is logged as an error', async (outcome) => {
  const { faults } = await mailed({ outcome });
  expect(faults).toEqual([['ERROR', 'webhook_notice_not_sent', { endpoint: 'whe_1', outcome }]]);
});
