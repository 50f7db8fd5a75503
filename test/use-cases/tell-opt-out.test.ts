/** Which collections an opt-out is told of, and of which of them it is said beside another. */
import { expect, it } from 'vitest';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { tellOptOut } from '#lib/use-cases/tell-opt-out.ts';

const PHONE = { channel: 'sms', address: '+2348031234567' } as const;
const EMAIL = { channel: 'email', address: 'Ada@Example.com' } as const;
const EVENT = { id: 'evt_1', type: 'contact.opted_out' } as never;

const ref = (account: string, hash: string): CollectionRef => ({ account, hash });

/** As `account/hash`, with `+` of what is said beside another. */
async function toldOf(
  open: Readonly<Record<string, CollectionRef[]>>,
  concerned: Parameters<typeof tellOptOut>[1],
): Promise<string[]> {
  const told: string[] = [];
  const ports: Parameters<typeof tellOptOut>[0] = {
    findOpen: async (address) => open[address] ?? [],
    recordEvent: async ({ account, hash }, { beside, ...event }) => {
      expect(event).toEqual(EVENT);
      told.push(`${account}/${hash}${beside === undefined ? '' : '+'}`);
    },
  };
  await tellOptOut(ports, concerned, EVENT);
  return told;
}

it.each<[string, Parameters<typeof tellOptOut>[1], string[]]>([
  ['all accounts, once each, by one address', { addresses: [PHONE] }, ['a/1', 'a/2+', 'b/3']],
  [
    'both addresses, and a collection of both once',
    { addresses: [PHONE, EMAIL] },
    ['a/1', 'a/2+', 'b/3', 'b/4+', 'c/5'],
  ],
  [
    'one address in two writings once',
    { addresses: [EMAIL, { ...EMAIL, address: 'ada@example.com' }] },
    ['b/4', 'a/2', 'c/5'],
  ],
  [
    'its own first, so that the others are beside it',
    { addresses: [PHONE], own: ref('a', '2') },
    ['a/2', 'a/1+', 'b/3'],
  ],
  ['its own, even if it has ended', { addresses: [PHONE], own: ref('a', '9') }, ['a/9', 'a/1+', 'a/2+', 'b/3']],
  ['those of a test account only', { addresses: [PHONE, EMAIL], within: 'b' }, ['b/3', 'b/4+']],
  ['nobody where nothing is open', { addresses: [{ ...PHONE, address: '+2348030000000' }] }, []],
])('concerns %s', async (_what, concerned, expected) => {
  const open = {
    '+2348031234567': [ref('a', '1'), ref('a', '2'), ref('b', '3')],
    'ada@example.com': [ref('b', '4'), ref('a', '2'), ref('c', '5')],
  };
  expect(await toldOf(open, concerned)).toEqual(expected);
});
