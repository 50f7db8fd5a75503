/** The account in which the life of a release is rehearsed. */
import type { Account } from './account.ts';
import { newAccount } from './account.ts';
import { CHANNELS } from './channels/channels.ts';
import { type Phone, parsePhone } from './phone.ts';
import { newProvider, type Provider } from './providers/provider.ts';
import { isOpen, openingHoursIn } from './time/local-time.ts';

/** One for each deployment: no drawn id is likely to be it, and no merchant has it. */
export const REHEARSAL_ACCOUNT = 'rehearsal0';

const SLUG = 'sandbox';

/** A test account, whose messages reach nobody, with the sandbox as its provider. */
export function rehearsalAccount(randomBytes: (length: number) => Uint8Array, now: Date): Account {
  const opened = newAccount({ name: 'Rehearsal', mode: 'test', country: 'NG' }, randomBytes, now);
  const account = { ...opened, id: REHEARSAL_ACCOUNT };
  const provider = newProvider({ name: 'Sandbox', slug: SLUG, enabled: true }, account, now);
  return { ...account, providers: { [SLUG]: provider }, defaultProvider: SLUG };
}

export const rehearsalProvider = ({ providers }: Account): Provider => {
  const provider = providers[SLUG];
  if (provider === undefined) throw new Error('the account of rehearsals has no provider');
  return provider;
};

/**
 * Numbers that no network gives to anybody, so many each: of Australia (ACMA, for fiction), of the United Kingdom (Ofcom, for drama) and of
 * the United States (NANPA, 555-0100 to 555-0199). At each instant it is day in one of the three, and a reminder may be sent.
 */
const NOBODYS = [
  { prefix: '+6149157015', digits: 1, from: 6, count: 4 },
  { prefix: '+447700900', digits: 3, from: 0, count: 1000 },
  { prefix: '+120255501', digits: 2, from: 0, count: 100 },
];

/** One that may be written to now. Each rehearsal draws its own, as each person gets so many messages. */
export function nobodysPhone(randomBytes: (length: number) => Uint8Array, now: Date): Phone {
  const drawn = Buffer.from(randomBytes(4)).readUInt32BE();
  const phones = NOBODYS.map(({ prefix, digits, from, count }) =>
    parsePhone(`${prefix}${String(from + (drawn % count)).padStart(digits, '0')}`, undefined),
  );
  const awake = phones.find((phone) => isOpen(openingHoursIn(phone, CHANNELS), now.getTime()));
  if (awake === undefined) throw new Error('it is night everywhere');
  return awake;
}
