/** Ids are derived from what they name (docs/decisions/0003-ids-are-derived.md), so the model can compute them in advance. */
import { createHmac } from 'node:crypto';
import type { AccountFacts } from './wire.ts';

const DIGITS = 25;
const BYTES = 16;

/** The first 128 bits of the HMAC-SHA-256 of "use:value" with the salt of the account, in base 36. */
function derive(salt: string, use: string, value: string): string {
  const name = `${salt} ${use} ${value}`;
  const derived = known.get(name) ?? hashed(salt, use, value);
  if (known.size > MAX_KEPT) known.clear();
  known.set(name, derived);
  return derived;
}

const MAX_KEPT = 10_000;
const known = new Map<string, string>();

function hashed(salt: string, use: string, value: string): string {
  const digest = createHmac('sha256', salt).update(`${use}:${value}`).digest();
  return BigInt(`0x${digest.subarray(0, BYTES).toString('hex')}`)
    .toString(36)
    .padStart(DIGITS, '0');
}

export const collectionIdOf = ({ id, salt }: AccountFacts, reference: string): string =>
  `pay_${id}${derive(salt, 'collection', reference)}`;

export const providerIdOf = ({ id, salt }: AccountFacts, slug: string): string =>
  `prv_${id}${derive(salt, 'provider', slug)}`;

/** `phone` is the lookup form of the phone. */
export const contactIdOf = ({ salt }: AccountFacts, phone: string): string =>
  `contact_${derive(salt, 'contact', phone)}`;

const ACCOUNT_DIGITS = 10;

/** The account of an id, which the id contains. */
export const accountOfId = (id: string): string => id.slice('pay_'.length, 'pay_'.length + ACCOUNT_DIGITS);

/** The hash in an id, which is also in the tokens of its links. */
const hashOfId = (id: string): string => id.slice('pay_'.length + ACCOUNT_DIGITS);

/** The token is account + hash + HMAC(salt, "pay:" + id). */
export const payTokenOf = ({ id: account, salt }: AccountFacts, collectionId: string): string =>
  `${account}${hashOfId(collectionId)}${derive(salt, 'pay', collectionId)}`;

/** Like the pay token, with another use in the HMAC, and the address that the message goes to. */
export const optOutTokenOf = ({ id: account, salt }: AccountFacts, collectionId: string, address: string): string =>
  `${account}${hashOfId(collectionId)}${derive(salt, 'optout', `${collectionId}#${address}`)}`;

export const payLinkOf = (account: AccountFacts, collectionId: string, baseUrl: string): string =>
  `${baseUrl}/pay/${payTokenOf(account, collectionId)}`;

const WELL_FORMED = { pay: /^pay_[0-9a-z]{35}$/, prv: /^prv_[0-9a-z]{35}$/ };

/** Malformed ids answer 404. */
export const isId = (prefix: keyof typeof WELL_FORMED, text: string): boolean => WELL_FORMED[prefix].test(text);
